//! The arguments of the test target `filetests`: `--bless` and a filter.

/// Options of the standard test harness that have no effect on file tests. A run of all test targets passes them, as in
/// `cargo test -- --nocapture`.
const OF_OTHER_TARGETS: [&str; 6] = [
    "--nocapture",
    "--no-capture",
    "--show-output",
    "--include-ignored",
    "--quiet",
    "-q",
];

/// The parsed arguments of the test target.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub bless: bool,
    pub filter: Option<String>,
}

/// Parses the arguments.
///
/// # Errors
/// An unknown option, or a second filter.
pub fn parse(args: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut parsed = Arguments::default();
    for arg in args {
        match arg.as_str() {
            "--bless" => parsed.bless = true,
            option if OF_OTHER_TARGETS.contains(&option) => {}
            option if option.starts_with('-') => {
                return Err(format!(
                    "unknown option `{option}`; file tests have `--bless` and a filter"
                ));
            }
            _ => match &parsed.filter {
                None => parsed.filter = Some(arg),
                Some(first) => {
                    return Err(format!("expected one filter, found `{first}` and `{arg}`"));
                }
            },
        }
    }
    Ok(parsed)
}

//! The arguments of the target `filetests`: `--bless` and a filter.
use symtool::driver::filetest::Settings;

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

/// Returns the settings that the arguments select.
///
/// # Errors
/// An unknown option, or a second filter.
pub fn settings(args: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut settings = Settings::default();
    for arg in args {
        match arg.as_str() {
            "--bless" => settings.bless = true,
            option if OF_OTHER_TARGETS.contains(&option) => {}
            option if option.starts_with('-') => {
                return Err(format!(
                    "unknown option `{option}`; file tests have `--bless` and a filter"
                ));
            }
            _ => match &settings.filter {
                None => settings.filter = Some(arg),
                Some(first) => {
                    return Err(format!("expected one filter, found `{first}` and `{arg}`"));
                }
            },
        }
    }
    Ok(settings)
}

//! The header of a test file: its first comment lines.
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;

/// A word of a `run:` line with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The word as written, such as `cfmse=speculative`.
    pub word: String,
    /// The options that follow the word.
    pub options: Vec<String>,
}

impl Step {
    /// Returns the word without its value: the part before `=`.
    pub fn name(&self) -> &str {
        self.word.split('=').next().unwrap_or(&self.word)
    }

    /// Returns the word as an option of the command line with the options that follow it: `cfmse=speculative --x`
    /// becomes `--cfmse=speculative --x`.
    pub fn as_options(&self) -> Vec<String> {
        let own = std::iter::once(format!("--{}", self.word));
        own.chain(self.options.iter().cloned()).collect()
    }
}

/// The directives in the header of a test file.
#[derive(Debug, Default)]
pub(super) struct Header {
    /// The words of each `run:` line.
    pub runs: Vec<Vec<Step>>,
    /// Options of the command line for all words.
    pub options: Vec<String>,
    /// The function to start at.
    pub entry: Option<String>,
    /// The arguments of the function to start at.
    pub args: Vec<i128>,
    /// The bytes of symbolic inputs, by name.
    pub inputs: Vec<(String, Vec<u8>)>,
    /// The checks to enable in addition to the default ones.
    pub checks: Vec<CheckKind>,
    /// Macros for C files.
    pub defines: Vec<(String, Option<String>)>,
}

impl Header {
    /// Parses the comment lines at the start of a file. Returns `None` if there is no `run:` line.
    ///
    /// # Errors
    /// A directive with a value that cannot be parsed. The message contains the line number.
    pub fn parse(text: &str) -> Result<Option<Header>, String> {
        let mut header = Header::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            let comment = line.strip_prefix(';').or_else(|| line.strip_prefix("//"));
            let Some(comment) = comment else { break };
            let comment = comment.trim();
            let Some((key, value)) = comment.split_once(':') else {
                continue;
            };
            header
                .directive(key, value)
                .map_err(|what| format!("line {}: {what}", index + 1))?;
        }
        Ok((!header.runs.is_empty()).then_some(header))
    }

    /// Returns `checks` with the checks of the header.
    pub fn checks(&self, checks: Checks) -> Checks {
        self.checks
            .iter()
            .fold(checks, |checks, &kind| checks.with(kind))
    }

    /// Adds one directive. A line with another key is an ordinary comment.
    fn directive(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "run" => self.runs.push(steps(value)),
            "options" => self.options.extend(words(value)),
            "entry" => self.entry = Some(value.trim().to_owned()),
            "args" => {
                for word in list(value) {
                    let number = word.parse();
                    self.args
                        .push(number.map_err(|_| format!("`args: {word}`: expected an integer"))?);
                }
            }
            "input" => self.inputs.push(input(value)?),
            "check" => {
                for word in list(value) {
                    let kind = CheckKind::from_name(word);
                    let kind =
                        kind.ok_or_else(|| format!("`check: {word}`: there is no such check"))?;
                    self.checks.push(kind);
                }
            }
            "define" => self.defines.extend(list(value).map(|word| {
                let (name, value) = word.split_once('=').unwrap_or((word, "1"));
                (name.to_owned(), Some(value.to_owned()))
            })),
            _ => {}
        }
        Ok(())
    }
}

/// Splits the value of a `run:` line at each comma followed by a space.
fn steps(value: &str) -> Vec<Step> {
    let parts = value
        .split(", ")
        .map(|part| words(part.trim_end_matches(',')));
    parts
        .filter_map(|mut words| {
            let word = (!words.is_empty()).then(|| words.remove(0))?;
            Some(Step {
                word,
                options: words,
            })
        })
        .collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn list(value: &str) -> impl Iterator<Item = &str> {
    value
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
}

fn input(value: &str) -> Result<(String, Vec<u8>), String> {
    let problem =
        || format!("`input: {value}`: expected NAME = BYTES, each byte two hexadecimal digits");
    let (name, bytes) = value.split_once('=').ok_or_else(problem)?;
    let bytes = bytes
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16));
    let bytes: Result<Vec<u8>, _> = bytes.collect();
    Ok((name.trim().to_owned(), bytes.map_err(|_| problem())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_options_and_several_run_lines_are_separate() {
        let text = "; run: gvn, explore --arrays=index,values --seed 3\n; a: b\n; run:\nfunc";
        let header = Header::parse(text).unwrap().unwrap();
        let step = |word: &str, options: &[&str]| Step {
            word: word.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
        };
        let explore = step("explore", &["--arrays=index,values", "--seed", "3"]);
        assert_eq!(header.runs, [vec![step("gvn", &[]), explore], vec![]]);
    }

    #[test]
    fn a_file_without_a_run_line_is_no_test() {
        assert!(
            Header::parse("// a helper\n// run : x\nint x;")
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn bad_values_name_their_line() {
        for (text, expected) in [
            (
                "// run: interp\n// args: 1, x",
                "line 2: `args: x`: expected an integer",
            ),
            (
                "// run: interp\n// check: foo",
                "line 2: `check: foo`: there is no such check",
            ),
        ] {
            assert_eq!(Header::parse(text).unwrap_err(), expected);
        }
        assert!(Header::parse("// run: interp\n// input: x = 0g").is_err());
    }
}

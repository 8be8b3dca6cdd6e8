//! The header of a test file: the first comment lines, which contain directives such as `// run: explore --verify` or
//! `// check: overflow`.
use std::collections::HashMap;
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;

/// One step of a `run:` line: a word with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The word, including its value, as it is written in the line: for example `cfmse=speculative`.
    pub word: String,
    /// The options that follow the word.
    pub options: Vec<String>,
}

impl Step {
    /// Returns the word without its value: the part before `=`.
    pub fn name(&self) -> &str {
        self.word.split('=').next().unwrap_or(&self.word)
    }

    /// Returns the value of the word: the part after `=`.
    pub fn value(&self) -> Option<&str> {
        self.word.split_once('=').map(|(_, value)| value)
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
    /// Options of the command line, for the compilation of the program and for every word of the `run:` lines.
    pub options: Vec<String>,
    /// The name of the function at which execution starts.
    pub entry: Option<String>,
    /// The arguments of the function at which execution starts, for the word `interp`.
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
    /// - The value of a directive cannot be parsed.
    /// - A word before a colon is almost the name of a directive: it differs from the name only in the case of
    ///   letters, in spaces, or by one edit (`Entry:`).
    /// - A directive repeats an earlier one: a second `entry:`, or an equal run line.
    /// - A run line is not in the header.
    ///
    /// The message contains the line number.
    pub fn parse(text: &str) -> Result<Option<Header>, String> {
        let mut header = Header::default();
        let mut near_miss = None;
        let mut first_lines = HashMap::new();
        for (line, key, value) in lines(text) {
            header
                .directive(key, value)
                .map_err(|what| format!("line {line}: {what}"))?;
            for subject in subjects(key, value) {
                if let Some(first) = first_lines.insert(subject.clone(), line) {
                    return Err(format!("line {line}: `{subject}` repeats line {first}"));
                }
            }
            near_miss = near_miss.or_else(|| Some((line, key, meant(key)?)));
        }
        if let Some(line) = misplaced(text) {
            return Err(format!(
                "line {line}: a `run:` line must be above all code, in a comment that begins in the first column with `//` or `;`"
            ));
        }
        match near_miss {
            // Without a run line, the file is not a test, so a word such as `Entry:` belongs to an ordinary comment.
            Some((line, key, meant)) if !header.runs.is_empty() || meant == "run" => Err(format!(
                "line {line}: `{key}:` is no directive; write `{meant}:`, or another word in a comment"
            )),
            _ => Ok((!header.runs.is_empty()).then_some(header)),
        }
    }

    /// Returns the checks in `checks` together with the checks that the header enables.
    pub fn checks(&self, checks: Checks) -> Checks {
        self.checks
            .iter()
            .fold(checks, |checks, &kind| checks.with(kind))
    }

    /// Adds one directive to the header. A line whose key is not the key of a directive is an ordinary comment.
    fn directive(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "run" => self.runs.push(steps(value)?),
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

/// The keys of directives, which [`Header::directive`] reads.
const DIRECTIVES: [&str; 7] = [
    "run", "options", "entry", "args", "input", "check", "define",
];

/// Returns the names of the settings that a directive makes, as they are written in messages: `define: N=1, M=2` makes
/// the settings `define: N` and `define: M`. A header must not make a setting twice: one of two values would have no
/// effect, and an equal run line would only repeat its output. The result is empty for lists of options, arguments and
/// checks, because such a list may be continued in several lines.
fn subjects(key: &str, value: &str) -> Vec<String> {
    let name = |text: &str| text.split('=').next().unwrap_or(text).trim().to_owned();
    match key {
        "run" => vec![format!("run: {}", words(value).join(" "))],
        "entry" => vec!["entry:".to_owned()],
        "input" => vec![format!("input: {}", name(value))],
        "define" => list(value)
            .map(|word| format!("define: {}", name(word)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the directives in the header of a test file, as keys and values, such as `run` and `gvn, dce`.
pub(in crate::driver) fn directives(text: &str) -> Vec<(String, String)> {
    let found = lines(text).filter(|(_, key, _)| DIRECTIVES.contains(key));
    found
        .map(|(_, key, value)| (key.to_owned(), words(value).join(" ")))
        .collect()
}

/// Returns the comment lines at the start of a file that contain a colon: the line number, and the texts before and
/// after the colon.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let comments = text.lines().map_while(|line| {
        let comment = line.strip_prefix(';').or_else(|| line.strip_prefix("//"))?;
        Some(comment.trim())
    });
    comments.enumerate().filter_map(|(index, comment)| {
        let (key, value) = comment.split_once(':')?;
        Some((index + 1, key, value))
    })
}

/// Returns the number of the first line that looks like a run line but is not in the header. Such a line is indented,
/// follows a line that is no comment, or is in a comment of another form.
fn misplaced(text: &str) -> Option<usize> {
    let in_header = lines(text).map(|(line, ..)| line).collect::<Vec<_>>();
    let mut numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let looks_like_one = |line: &str| {
        let line = line.trim_start();
        let starts = ["//", ";", "/*"].into_iter();
        let mut rests = starts.filter_map(|start| line.strip_prefix(start));
        rests.any(|rest| rest.trim_start().starts_with("run: "))
    };
    numbered
        .find(|&(number, line)| looks_like_one(line) && !in_header.contains(&number))
        .map(|(number, _)| number)
}

/// Returns the directive that is most probably meant by a misspelled key. The key differs from the directive only in
/// the case of letters, in spaces, or by one edit. Returns `None` for other keys and for the names of directives.
fn meant(key: &str) -> Option<&'static str> {
    if DIRECTIVES.contains(&key) {
        return None;
    }
    let word = key.trim().to_lowercase();
    let mut directives = DIRECTIVES.into_iter();
    directives.find(|directive| strsim::osa_distance(&word, directive) <= 1)
}

/// Splits the value of a `run:` line into its steps, at each comma followed by a space. An empty value has no step.
///
/// # Errors
/// There is no word before or after a comma.
fn steps(value: &str) -> Result<Vec<Step>, String> {
    let value = value.trim();
    if value.is_empty() {
        return Ok(Vec::new());
    }
    // The added space makes a comma at the end of the line a separator, so that the missing word after it is found.
    let text = format!("{value} ");
    let parts = text.split(", ").map(|part| {
        let mut words = words(part);
        if words.is_empty() {
            return Err(format!("`run: {value}`: a word is missing at a comma"));
        }
        Ok(Step {
            word: words.remove(0),
            options: words,
        })
    });
    parts.collect()
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
            Header::parse("// a helper\n// Inputs: none\nint x;")
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn a_misplaced_run_line_is_an_error() {
        for text in [
            "\n// run: gvn\nint x;",
            "  // run: gvn\nint x;",
            "#include <a.h>\n// run: gvn\n",
            "/* run: gvn */\nint x;",
            "// run: gvn\n\n// run: dce\n",
        ] {
            let error = Header::parse(text).unwrap_err();
            assert!(error.contains("above all code"), "{text:?}: {error}");
        }
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
            (
                "// run: gvn, , dce",
                "line 1: `run: gvn, , dce`: a word is missing at a comma",
            ),
            (
                "// run: gvn,",
                "line 1: `run: gvn,`: a word is missing at a comma",
            ),
        ] {
            assert_eq!(Header::parse(text).unwrap_err(), expected);
        }
        assert!(Header::parse("// run: interp\n// input: x = 0g").is_err());
    }

    #[test]
    fn repeated_directives_name_both_lines() {
        for (text, expected) in [
            (
                "// run: interp\n// input: x = 01\n// input: y = 01\n// input: x = 02",
                "line 4: `input: x` repeats line 2",
            ),
            (
                "// run: interp\n// define: N=1\n// define: M=2, N",
                "line 3: `define: N` repeats line 2",
            ),
            (
                "// entry: f\n// run: interp\n// entry: g",
                "line 3: `entry:` repeats line 1",
            ),
            (
                "// run: gvn, explore --seed 3\n// run: gvn,  explore  --seed 3",
                "line 2: `run: gvn, explore --seed 3` repeats line 1",
            ),
            ("; run:\n; run:", "line 2: `run: ` repeats line 1"),
        ] {
            assert_eq!(Header::parse(text).unwrap_err(), expected);
        }
        let text =
            "// run: gvn\n// run: dce\n// args: 1\n// args: 1\n// check: shift\n// check: overflow";
        assert!(Header::parse(text).unwrap().is_some());
    }

    #[test]
    fn near_misses_of_directives_are_refused_and_other_comments_are_not() {
        for (key, meant) in [
            ("option", "options"),
            ("inputs", "input"),
            ("Check", "check"),
            ("define ", "define"),
            ("agrs", "args"),
            ("RUN", "run"),
            ("run ", "run"),
        ] {
            let found = Header::parse(&format!("; run: gvn\n; {key}: x\n")).unwrap_err();
            let expected = format!("line 2: `{key}:` is no directive; write `{meant}:`");
            assert!(found.starts_with(&expected), "{found}");
        }
        for comment in [
            "Note: x",
            "the input: x",
            "result: x",
            "https://a.b",
            "a: b",
        ] {
            let text = format!("; run: gvn\n; {comment}\n");
            assert!(Header::parse(&text).unwrap().is_some(), "{comment}");
        }
        assert!(Header::parse("// Run: interp\nint x;").is_err());
    }
}

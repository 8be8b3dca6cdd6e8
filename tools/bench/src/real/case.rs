//! The test cases of a run in KLEE's format, and the arguments and the standard input that they give a native run.
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use symtool_frontend::environment::{COUNT_INPUT, STDIN_INPUT, argument_input};

/// A test case of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// The path of the `.ktest` file.
    pub path: PathBuf,
    /// The time from the start of the run until the file was written.
    pub after: Duration,
}

/// Returns the test cases in folders, in the order in which they were written. Test cases that were written at the same
/// time are in the order of their names. A folder that does not exist has no test cases.
pub(super) fn list(folders: &[PathBuf], start: SystemTime) -> Vec<Case> {
    let entries = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.flatten().flatten().map(|entry| entry.path());
    let tests = paths.filter(|path| path.extension().is_some_and(|it| it == "ktest"));
    let mut cases: Vec<Case> = tests
        .map(|path| {
            let written = path.metadata().and_then(|data| data.modified()).ok();
            let after = written.and_then(|time| time.duration_since(start).ok());
            Case {
                path,
                after: after.unwrap_or_default(),
            }
        })
        .collect();
    cases.sort_by(|a, b| (a.after, &a.path).cmp(&(b.after, &b.path)));
    cases
}

/// The inputs of a test case: the name and the bytes of each input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inputs(Vec<(String, Vec<u8>)>);

impl Inputs {
    /// Reads a `.ktest` file; `None` if it has another format.
    pub fn read(path: &Path) -> Option<Inputs> {
        Inputs::parse(&std::fs::read(path).ok()?)
    }

    fn parse(bytes: &[u8]) -> Option<Inputs> {
        let mut rest = bytes.strip_prefix(b"KTEST")?;
        let version = number(&mut rest)?;
        for _ in 0..number(&mut rest)? {
            string(&mut rest)?; // an argument of the command line
        }
        if version >= 2 {
            number(&mut rest)?;
            number(&mut rest)?;
        }
        let count = number(&mut rest)?;
        let object = |_| {
            let name = String::from_utf8_lossy(string(&mut rest)?).into_owned();
            Some((name, string(&mut rest)?.to_vec()))
        };
        (0..count).map(object).collect::<Option<_>>().map(Inputs)
    }

    fn get(&self, name: &str) -> Option<&[u8]> {
        let found = self.0.iter().find(|(own, _)| own == name);
        found.map(|(_, bytes)| bytes.as_slice())
    }

    /// Returns the command-line arguments that the test case gives the program, without the program's name. `run`
    /// contains the options of the run that wrote the test case. In these options, `--sym-arg LENGTH` and
    /// `--sym-args LEAST MOST LENGTH` give symbolic arguments; the other words after `--` are concrete arguments.
    pub fn arguments(&self, run: &[String]) -> Vec<Vec<u8>> {
        let mut words = run.iter();
        let mut found = Vec::new();
        let (mut number, mut group, mut is_argument) = (0, 0, false);
        while let Some(word) = words.next() {
            let mut next = || {
                words
                    .next()
                    .and_then(|it| it.parse::<u32>().ok())
                    .unwrap_or(0)
            };
            let (least, most, length) = match word.as_str() {
                "--sym-arg" => (1, 1, next()),
                "--sym-args" => (next(), next(), next()),
                "--" => {
                    is_argument = true;
                    continue;
                }
                _ => {
                    found.extend(is_argument.then(|| word.clone().into_bytes()));
                    continue;
                }
            };
            let mut count = least;
            if least < most {
                count = self.count(group).clamp(least, most);
                group += 1;
            }
            found.extend((0..count).map(|index| self.argument(number + index, length)));
            number += most;
        }
        found
    }

    /// Returns the number of arguments that the test case has for one option `--sym-args` with a symbolic number of
    /// arguments. `group` is the index of this option among all such options.
    fn count(&self, group: u32) -> u32 {
        let name = match group {
            0 => COUNT_INPUT.to_owned(),
            _ => format!("{COUNT_INPUT}_{group}"),
        };
        let bytes = self.get(&name).unwrap_or_default().iter().take(4).rev();
        bytes.fold(0, |count, &byte| count << 8 | u32::from(byte))
    }

    /// Returns the symbolic argument with the index `number`: at most `length` bytes, without the terminating zero.
    fn argument(&self, number: u32, length: u32) -> Vec<u8> {
        let bytes = self.get(&argument_input(number)).unwrap_or_default();
        let text = bytes
            .iter()
            .take(length as usize)
            .take_while(|&&byte| byte != 0);
        text.copied().collect()
    }

    /// Returns the contents of standard input.
    pub fn stdin(&self) -> &[u8] {
        self.get(STDIN_INPUT).unwrap_or_default()
    }
}

/// Removes a big-endian number of 32 bits from the start of `rest`, and returns it.
fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    Some(u32::from_be_bytes(*bytes))
}

/// Removes a string, which follows its 32-bit length, from the start of `rest`, and returns the string.
fn string<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(rest)? as usize;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn inputs(objects: &[(&str, &[u8])]) -> Inputs {
        let object = |&(name, bytes): &(&str, &[u8])| (name.to_owned(), bytes.to_vec());
        Inputs(objects.iter().map(object).collect())
    }

    #[test]
    fn a_test_case_is_read() {
        let mut bytes =
            b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04prog\0\0\0\0\0\0\0\0\0\0\0\x01".to_vec();
        bytes.extend(b"\0\0\0\x05stdin\0\0\0\x02ab");
        assert_eq!(Inputs::parse(&bytes), Some(inputs(&[("stdin", b"ab")])));
        assert_eq!(Inputs::parse(&bytes).unwrap_or_default().stdin(), b"ab");
        assert_eq!(Inputs::parse(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Inputs::parse(b"{}"), None);
    }

    #[test]
    fn arguments_have_the_number_and_length_of_the_test_case() {
        let inputs = inputs(&[
            ("n_args", &[1, 0, 0, 0]),
            ("arg00", b"ab\0d"),
            ("arg02", b"xyz"),
            ("n_args_1", &[9, 0, 0, 0]),
        ]);
        let run = words("--sym-args 0 2 3 --sym-arg 2 --sym-stdin 4 --sym-args 0 1 1 -- -n");
        let expected = [&b"ab"[..], b"xy", b"", b"-n"];
        assert_eq!(inputs.arguments(&run), expected);
    }

    #[test]
    fn test_cases_are_listed_in_the_order_of_their_times() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.ktest", "a.ktest", "a.json"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let folders = [folder.path().to_owned(), folder.path().join("none")];
        let later = SystemTime::now() + Duration::from_secs(60);
        let cases = list(&folders, later);
        let names: Vec<_> = cases
            .iter()
            .filter_map(|case| case.path.file_name())
            .collect();
        assert_eq!(names, ["a.ktest", "b.ktest"]);
    }
}

//! The header of a driver: line comments with the experiment, the package and the compilation of the program.
//!
//! ```text
//! // experiment: coverage over time (CFM-SE, Figure 7): a decoder of messages, 10 bytes
//! // papers:     cfmse
//! // package:    protobuf-c 1.4.1
//! // files:      protobuf-c/protobuf-c.c
//! // options:    -I.
//! // run:        --sym-stdin 4
//! ```
//!
//! `papers` contains the short names of the papers whose experiments have the program, as in [`PAPERS`]; the line is
//! absent if no paper has it. `package` is the name of the package's folder without the version, and the version for which
//! the driver was written. `files` and `options` may occur several times. Their paths are relative to the folder of the
//! package. `run` (optional) gives further options of symtool: the symbolic arguments and the standard input of the
//! program. `sized` (optional) gives these options for the measurement `real-growth`; the word `SIZE` in it stands for
//! the size. `with: NAME` inserts the lines of a header that several drivers share (`tools/bench/real/NAME.header`).
//!
//! A driver without code after its header is a program whose `main` is in the package.
use crate::error::Error;
use std::path::PathBuf;

/// The short names of the papers, which the command line accepts.
pub(super) const PAPERS: [&str; 4] = ["arrays", "cfmse", "patterns", "qce"];

/// The word in the line `sized` that stands for the size.
const SIZE: &str = "SIZE";

/// The headers that several drivers share.
const SHARED: &[(&str, &str)] = &[("coreutils", include_str!("../../real/coreutils.header"))];

/// A program, as described by the header of its driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    /// The name of the driver's file, without `.c`.
    pub name: String,
    /// The text of the driver; empty if the package contains `main`.
    pub driver: &'static str,
    /// The experiment in one line.
    pub experiment: String,
    /// The short names of the papers that have the program.
    pub papers: Vec<String>,
    /// The name of the source package.
    pub package: String,
    /// The upstream version of the package.
    pub version: String,
    /// The files of the package that the program needs.
    pub files: Vec<String>,
    /// The options with which the program is compiled.
    pub options: Vec<String>,
    /// Further options of symtool.
    pub run: Vec<String>,
    /// These options with the word `SIZE` for the size of the symbolic input; empty if the input has one size only.
    pub sized: Vec<String>,
}

impl Program {
    /// Reads the header of a driver.
    ///
    /// # Errors
    /// The header is missing, has an invalid line, or lacks a line.
    pub fn parse(name: &str, text: &'static str) -> Result<Program, Error> {
        let wrong = |why: String| Error::file(PathBuf::from(format!("{name}.c")))(why);
        let is_header = |line: &&str| line.starts_with("//");
        let has_code = text
            .lines()
            .any(|line| !is_header(&line) && !line.trim().is_empty());
        let mut program = Program {
            name: name.to_owned(),
            driver: if has_code { text } else { "" },
            ..Program::default()
        };
        for line in text.lines().take_while(is_header) {
            if program.read(line).is_none() {
                return Err(wrong(format!("the header has the invalid line `{line}`")));
            }
        }
        let needed = [
            ("experiment", program.experiment.is_empty()),
            ("package", program.package.is_empty()),
            ("files", program.files.is_empty() && !has_code),
        ];
        match needed.iter().find(|(_, is_missing)| *is_missing) {
            Some((key, _)) => Err(wrong(format!("the header has no line `{key}:`"))),
            None => Ok(program),
        }
    }

    /// Reads one line of a header; `None` if it is invalid.
    fn read(&mut self, line: &str) -> Option<()> {
        let (key, value) = line.trim_start_matches('/').split_once(':')?;
        let value = value.trim();
        let words = || value.split_whitespace().map(str::to_owned);
        match key.trim() {
            "experiment" => self.experiment = value.to_owned(),
            "papers" if words().all(|word| PAPERS.contains(&&*word)) => self.papers.extend(words()),
            "package" => {
                let (package, version) = value.split_once(' ')?;
                (self.package, self.version) = (package.to_owned(), version.to_owned());
            }
            "files" => self.files.extend(words()),
            "options" => self.options.extend(words()),
            "run" => self.run.extend(words()),
            "sized" if words().any(|word| word == SIZE) => self.sized.extend(words()),
            "with" => {
                let (_, lines) = SHARED.iter().find(|(name, _)| *name == value)?;
                lines.lines().try_for_each(|line| self.read(line))?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns the options of `sized` at a size.
    pub fn at(&self, size: u32) -> Vec<String> {
        let word = |word: &String| match word.as_str() {
            SIZE => size.to_string(),
            _ => word.clone(),
        };
        self.sized.iter().map(word).collect()
    }

    /// Returns whether the program belongs to an experiment of one of these papers. If the list is empty, returns true
    /// for every program, also for those that no paper has.
    pub fn is_of(&self, papers: &[String]) -> bool {
        papers.is_empty() || papers.iter().any(|paper| self.papers.contains(paper))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const EXAMPLE: &str = "// experiment: Figure 7: a decoder\n// papers: cfmse qce\n// package: tiny 1.2\n\
        // files:   a.c\n// files: b.c\n// options: -I. -DX=1\n// run: --sym-stdin 4\n// sized: --sym-args 0 SIZE 2\n";

    /// Returns a program for tests.
    pub fn example() -> Program {
        Program::parse("example", EXAMPLE).expect("a valid header")
    }

    #[test]
    fn the_header_is_read() {
        let program = example();
        assert_eq!((&*program.package, &*program.version), ("tiny", "1.2"));
        assert_eq!(program.files, ["a.c", "b.c"]);
        assert_eq!(program.options, ["-I.", "-DX=1"]);
        assert_eq!(program.run, ["--sym-stdin", "4"]);
        assert_eq!(program.at(3), ["--sym-args", "0", "3", "2"]);
        assert_eq!(program.driver, "");
        let of = |papers: &[&str]| {
            program.is_of(&papers.iter().map(|&it| it.to_owned()).collect::<Vec<_>>())
        };
        assert!(of(&[]) && of(&["arrays", "qce"]) && !of(&["arrays"]));
    }

    #[test]
    fn a_driver_with_code_needs_no_files() {
        let text = "// experiment: x\n// package: t 1\nint main(void) { return 0; }\n";
        let program = Program::parse("e", text).expect("a header");
        assert_eq!(program.driver, text);
    }

    #[test]
    fn an_invalid_header_is_an_error() {
        for text in [
            "int x;",
            "// experiment: x\n// package: t 1\n",
            "// experiment: x\n// package: t\n// files: a.c\n",
            "// experiment: x\n// package: t 1\n// papers: other\n// files: a.c\n",
            "// experiment: x\n// package: t 1\n// with: nothing\n// files: a.c\n",
            "// experiment: x\n// package: t 1\n// sized: --sym-arg 1\n// files: a.c\n",
            "// author: x\n",
        ] {
            assert!(Program::parse("e", text).is_err(), "{text}");
        }
    }
}

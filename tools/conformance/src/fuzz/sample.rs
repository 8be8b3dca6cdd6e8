//! A random program, and the names and ranges of its inputs, so that it can be run on all inputs.
use std::collections::BTreeMap;
use symtool::{Error, Program, Session};
use symtool_ir::bug::Checks;
use symtool_ir::{CheckKind, Inputs};

/// A random program, and the method that checks its explorations.
pub enum Subject {
    /// A program that is run on all its inputs.
    Enumerable(Sample),
    /// Several equivalent texts of one program. The explorations of all texts must have equal results. The first text
    /// contains no rewritten expressions or statements.
    Spellings(Vec<Spelled>),
}

/// One of several texts of a program.
#[derive(Clone, Debug)]
pub struct Spelled {
    /// The program.
    pub sample: Sample,
    /// For each line, the number of the statement in this line. A statement has the same number in all texts of the
    /// program.
    pub statements: BTreeMap<u32, u32>,
}

/// A symbolic input of one byte with the values 0, 1, …, `values` - 1.
#[derive(Clone, Debug)]
pub struct Byte {
    /// The name of the input.
    pub name: &'static str,
    /// The number of values.
    pub values: u16,
}

/// A program as source text.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The file name; its ending selects the language.
    pub file: &'static str,
    /// The source text.
    pub text: String,
    /// The program's inputs. Enumeration runs the program on all combinations of their values.
    pub inputs: Vec<Byte>,
    /// The checks that are enabled.
    pub checks: Checks,
    /// Whether all inputs that follow the same path have the same exit status and output.
    pub ends_by_path: bool,
    /// Whether the only instructions at which a path forks are branches. If not, a path may also fork at an access
    /// through a pointer with several targets, and the number of paths may differ between the modes of exploration.
    pub only_branches_fork: bool,
}

impl Sample {
    /// Compiles the program.
    ///
    /// # Errors
    /// The program has errors.
    pub fn compile(&self) -> Result<Program, Error> {
        Session::new()
            .source(self.file, &self.text)
            .frontend(|options| options.checks = self.checks)
            .compile()
    }

    /// Returns all combinations of values of the inputs, in ascending order.
    pub fn all_inputs(&self) -> Vec<Inputs> {
        let mut all = vec![Inputs::default()];
        for byte in &self.inputs {
            let extended = all.iter().flat_map(|inputs| {
                (0..byte.values).map(move |value| {
                    let mut inputs = inputs.clone();
                    inputs.push(byte.name, vec![value as u8]);
                    inputs
                })
            });
            all = extended.collect();
        }
        all
    }

    /// Returns the command-line option that enables the checks of this program; empty for the default checks.
    pub fn check_option(&self) -> String {
        if self.checks == Checks::default() {
            return String::new();
        }
        let enabled = CheckKind::ALL.iter().filter(|kind| self.checks.has(**kind));
        let names: Vec<&str> = enabled.map(|kind| kind.name()).collect();
        format!(" --check={}", names.join(","))
    }

    /// Returns the same program with another text.
    pub fn with_text(&self, text: &str) -> Sample {
        Sample {
            text: text.to_owned(),
            ..self.clone()
        }
    }
}

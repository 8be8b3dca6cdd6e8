//! The forms of a program that `symtool ir` can print: stages, and passes after a stage.
use clap::ValueEnum;
use std::str::FromStr;
use symtool_passes::pipeline::find_pass;

/// The stages through which a program passes before exploration.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The IR that the front end produces.
    Lower,
    /// Local variables are promoted to SSA values.
    Ssa,
    /// The simplified IR, which is explored if --cfmse is not given.
    Simplify,
    /// The simplified IR, with symbolic values and branches marked.
    Symbolic,
    /// The simplified IR, with the query count estimates of each block.
    Qce,
    /// The IR melded by CFM-SE (guarded unless --cfmse=speculative).
    Cfmse,
}

impl Stage {
    /// Returns the name of the stage on the command line.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// A form of the program: the IR after a stage and further passes. Its text is `STAGE` or `STAGE+PASS,PASS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The stage.
    pub stage: Stage,
    /// The names of the passes that run after the stage, in order. All of these passes exist.
    pub passes: Vec<String>,
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        let (stage, passes) = match text.split_once('+') {
            None => (text, Vec::new()),
            Some((stage, list)) => (stage, list.split([',', '+']).collect()),
        };
        let stage = Stage::from_str(stage, false).map_err(|_| {
            let names: Vec<String> = Stage::value_variants().iter().map(|s| s.name()).collect();
            format!(
                "there is no stage `{stage}`; the stages are {}",
                names.join(", ")
            )
        })?;
        let known = |name: &str| match find_pass(name.trim()) {
            Ok(row) => Ok(row.name.to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let passes = passes.into_iter().map(known).collect::<Result<_, _>>()?;
        Ok(Form { stage, passes })
    }
}

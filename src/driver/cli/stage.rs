//! The forms of a program that `symtool ir` can print: the program after a stage of compilation, or after a stage and
//! some further passes.
use clap::ValueEnum;
use std::str::FromStr;
use symtool_passes::pipeline::{PipelineError, find_pass};

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

/// A form of the program: the IR after a stage and, if there are any, after the passes that run on the result of the
/// stage. A form is written as `STAGE` or `STAGE+PASS,PASS`.
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
        let stage = Stage::from_str(stage, false).map_err(|_| unknown(stage))?;
        let known = |name: &str| match find_pass(name.trim()) {
            Ok(row) => Ok(row.name.to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let passes = passes.into_iter().map(known).collect::<Result<_, _>>()?;
        Ok(Form { stage, passes })
    }
}

/// Returns the message about a name that is no stage. It suggests the most similar stage, or `ssa+PASS` if the name is
/// a pass or similar to a pass. If no name is similar, it lists the stages.
fn unknown(name: &str) -> String {
    let names: Vec<String> = Stage::value_variants().iter().map(|s| s.name()).collect();
    let edits = |stage: &&String| strsim::osa_distance(name, stage);
    let near_stage = names.iter().filter(|stage| 2 * edits(stage) <= stage.len());
    let near_pass = match find_pass(name) {
        Ok(row) => Some(row.name),
        Err(PipelineError::UnknownPass { suggestions, .. }) => suggestions.first().copied(),
        Err(PipelineError::Broken { .. }) => None,
    };
    let is_pass = near_pass == Some(name);
    match (near_stage.min_by_key(edits), near_pass) {
        (_, Some(pass)) if is_pass => {
            format!("`{name}` is a pass, which runs after a stage; write `ssa+{pass}`, for example")
        }
        (Some(stage), _) => format!("there is no stage `{name}`; did you mean `{stage}`?"),
        (None, Some(pass)) => format!("there is no stage `{name}`; did you mean `ssa+{pass}`?"),
        (None, None) => {
            let names = names.join(", ");
            format!("there is no stage `{name}`; the stages are {names}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_stage_or_pass_names_the_form_that_was_meant() {
        for (text, expected) in [
            (
                "simplfy",
                "there is no stage `simplfy`; did you mean `simplify`?",
            ),
            (
                "cfmes+gvn",
                "there is no stage `cfmes`; did you mean `cfmse`?",
            ),
            (
                "gvn",
                "`gvn` is a pass, which runs after a stage; write `ssa+gvn`, for example",
            ),
            ("gvm", "there is no stage `gvm`; did you mean `ssa+gvn`?"),
            ("ssa+gvm", "there is no pass `gvm`; did you mean `gvn`?"),
            (
                "foo",
                "there is no stage `foo`; the stages are lower, ssa, simplify, symbolic, qce, cfmse",
            ),
        ] {
            assert_eq!(Form::from_str(text), Err(expected.to_owned()));
        }
        let unknown = Form::from_str("ssa+foo").expect_err("no pass");
        assert!(unknown.starts_with("there is no pass `foo`; the passes are constfold, dce, "));
    }
}

//! The words of `run:` lines. A `run:` line in the first comment lines of a test file lists the steps of a file test,
//! as in `// run: ssa, simplify, melds --cfmse-branches all`: each step is a word, which may have options. A word
//! changes the program, or adds text to the output.
use super::header::{Header, Step};
use super::show::{arrays, cdse, check, diff, equivalent, explore, interp, marks, melds, merges};
use super::stages::{Loaded, Refusal, Stages, TestFile};
use symtool_ir::Module;
use symtool_passes::pipeline::find_pass;
use symtool_passes::{ANALYSES, PASSES, SIMPLIFY, SSA};

/// One row of the table of words.
pub struct Word {
    /// The name of the word, as it is written in a `run:` line.
    pub name: &'static str,
    /// One line about the word for the documentation.
    pub help: &'static str,
    /// Whether the word may have a value and options.
    takes: Takes,
    /// The effect of the word.
    action: Action,
}

/// The parts of a step that a word takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Takes {
    /// The word alone.
    Nothing,
    /// Options: `qce --qce-alpha 1`.
    Options,
    /// A value and options: `cfmse=speculative --cfmse-check`.
    ValueAndOptions,
}

/// The effect of a word.
#[derive(Copy, Clone)]
enum Action {
    /// Changes the program of the run line.
    Change(fn(&mut Stages<'_>, &Step) -> Result<(), String>),
    /// Returns text about the program of the run line, without changing the program.
    Show(fn(&Stages<'_>, &Step) -> Result<String, String>),
    /// Returns the result of an analysis of the program of the run line.
    Analyze(fn(&Module) -> String),
    /// Expects that the component in the field refuses the test file. It is an error if another component or no
    /// component does.
    Refuse(Refusal),
    /// Prints source locations in the text of the program.
    Locations,
}

/// The table of words. The name of a pass or of an analysis is a word, too: it runs the pass, or shows the result of
/// the analysis.
pub static WORDS: &[Word] = &[
    Word {
        name: "ssa",
        help: "promotes local variables to SSA values, as the stage of this name",
        takes: Takes::Nothing,
        action: Action::Change(|stages, _| stages.passes(SSA)),
    },
    Word {
        name: "simplify",
        help: "runs the passes that simplify the program before an exploration",
        takes: Takes::Nothing,
        action: Action::Change(|stages, _| stages.passes(SIMPLIFY)),
    },
    Word {
        name: "cfmse",
        help: "melds the program; `cfmse=speculative` selects the speculative form of the CFM-SE paper, and options such as --cfmse-branches may follow",
        takes: Takes::ValueAndOptions,
        action: Action::Change(melds::meld),
    },
    Word {
        name: "diff",
        help: "shows the changes made by the last word that changed the program",
        takes: Takes::Nothing,
        action: Action::Show(diff::show),
    },
    Word {
        name: "check-equivalent",
        help: "runs the program before and after the preceding words on the same inputs, and expects the same outcomes and outputs",
        takes: Takes::Nothing,
        action: Action::Show(equivalent::show),
    },
    Word {
        name: "symbolic",
        help: "shows the program with its symbolic values and branches marked",
        takes: Takes::Nothing,
        action: Action::Show(marks::symbolic),
    },
    Word {
        name: "qce",
        help: "shows the program with the query counts of each block; options such as --qce-alpha may follow",
        takes: Takes::Options,
        action: Action::Show(marks::qce),
    },
    Word {
        name: "melds",
        help: "shows the melding decision of each branch; options as for `cfmse`",
        takes: Takes::ValueAndOptions,
        action: Action::Show(melds::show),
    },
    Word {
        name: "meld-steps",
        help: "shows the melding decisions with the steps of each meld, such as the rewrite rules that apply",
        takes: Takes::ValueAndOptions,
        action: Action::Show(melds::show_steps),
    },
    Word {
        name: "arrays",
        help: "shows the transformations of array reads in conditions; options such as --arrays may follow",
        takes: Takes::Options,
        action: Action::Show(arrays::show),
    },
    Word {
        name: "explore",
        help: "explores the program with the options that follow, and shows the verdict, failures, paths, queries and tests",
        takes: Takes::Options,
        action: Action::Show(explore::show),
    },
    Word {
        name: "merges",
        help: "shows for each merge point the number of merged pairs of states, and the number of pairs that were not merged for each reason; options as for `explore --merge=POLICY`",
        takes: Takes::Options,
        action: Action::Show(merges::show),
    },
    Word {
        name: "cdse",
        help: "explores the program by conflict-driven search, and shows the conflict clauses, too; `cdse=STRATEGY` selects a strategy",
        takes: Takes::ValueAndOptions,
        action: Action::Show(cdse::show),
    },
    Word {
        name: "interp",
        help: "runs the program concretely, and shows its outcome, inputs and output",
        takes: Takes::Nothing,
        action: Action::Show(interp::show),
    },
    Word {
        name: "locs",
        help: "prints source locations in the text of the program",
        takes: Takes::Nothing,
        action: Action::Locations,
    },
    Word {
        name: "check",
        help: "shows the warnings of `symtool check` about the C text",
        takes: Takes::Nothing,
        action: Action::Show(check::show),
    },
    Word {
        name: "parse-error",
        help: "expects that the text of the IR is refused; shows the message",
        takes: Takes::Nothing,
        action: Action::Refuse(Refusal::Parser),
    },
    Word {
        name: "verify-error",
        help: "expects that the IR verifier refuses the program; shows its messages",
        takes: Takes::Nothing,
        action: Action::Refuse(Refusal::Verifier),
    },
    Word {
        name: "compile-error",
        help: "expects that the front end refuses the C text; shows its messages",
        takes: Takes::Nothing,
        action: Action::Refuse(Refusal::Frontend),
    },
];

/// Returns the output of a test file: the outputs of its run lines, one after another. Consecutive run lines share the
/// loaded program, because preprocessing C takes most of the time of a test. A run line can expect that a certain
/// component refuses the file. If this expectation differs from that of the line before, the program is loaded again.
///
/// # Errors
/// A word that does not exist, a program that is refused, or a failure of a word. The error is a message.
pub(super) fn output(file: TestFile<'_>) -> Result<String, String> {
    let header = file.header;
    check_inputs(header)?;
    let mut out = String::new();
    let mut last: Option<(Option<Refusal>, Loaded<'_>)> = None;
    for steps in &header.runs {
        if header.runs.len() > 1 {
            out += &format!("== run:{}\n", title(steps));
        }
        let actions: Vec<Action> = steps.iter().map(action).collect::<Result<_, _>>()?;
        let expected = expected(&actions);
        check_alone(steps, expected)?;
        let loaded = match last.take() {
            Some((refusal, loaded)) if refusal == expected => loaded,
            _ => Stages::load(file, expected)?,
        };
        out += &run_line(loaded.clone(), steps, &actions)?;
        last = Some((expected, loaded));
    }
    Ok(out)
}

/// Checks the words of a run line. If a word expects a component to refuse the file, the run line must have no other
/// word, because no word can run on a refused file.
fn check_alone(steps: &[Step], expected: Option<Refusal>) -> Result<(), String> {
    match (steps, expected) {
        (_, None) | ([] | [_], Some(_)) => Ok(()),
        (_, Some(_)) => Err(format!(
            "`run:{}`: the expectation of an error must be the only word of its run line, because no other word runs on a refused file",
            title(steps)
        )),
    }
}

/// Checks that some word of the run lines reads the arguments and inputs of the header. Without such a word, they have
/// no effect.
fn check_inputs(header: &Header) -> Result<(), String> {
    let mut steps = header.runs.iter().flatten();
    let key = match (header.args.is_empty(), header.inputs.is_empty()) {
        (true, true) => return Ok(()),
        (false, _) => "args",
        (true, false) => "input",
    };
    match steps.any(|step| step.name() == "interp") {
        true => Ok(()),
        false => Err(format!(
            "`{key}:` has no effect: only the word `interp` reads it"
        )),
    }
}

/// Returns the component that must refuse the file according to a word of the run line; `None` without such a word.
fn expected(actions: &[Action]) -> Option<Refusal> {
    actions.iter().find_map(|action| match action {
        Action::Refuse(refusal) => Some(*refusal),
        Action::Change(_) | Action::Show(_) | Action::Analyze(_) | Action::Locations => None,
    })
}

fn title(steps: &[Step]) -> String {
    let words = steps.iter().map(|step| {
        let options = step.options.iter().map(|option| format!(" {option}"));
        format!(" {}{}", step.word, options.collect::<String>())
    });
    words.collect::<Vec<_>>().join(",")
}

/// Runs the words of one run line on the program of the file. Returns the text that the words add; if no word adds
/// text, returns the text of the program.
fn run_line(loaded: Loaded<'_>, steps: &[Step], actions: &[Action]) -> Result<String, String> {
    let mut stages = match loaded {
        Loaded::Program(stages) => stages,
        Loaded::Refused(message) => return Ok(message),
    };
    let mut shown = None::<String>;
    for (step, action) in steps.iter().zip(actions) {
        match action {
            Action::Change(change) => stages.change(|stages| change(stages, step))?,
            Action::Show(show) => {
                let text = show(&stages, step)?;
                shown.get_or_insert_default().push_str(&text);
            }
            Action::Analyze(analyze) => {
                let text = analyze(&stages.module.compact());
                shown.get_or_insert_default().push_str(&text);
            }
            Action::Locations => stages.shows_locations = true,
            Action::Refuse(_) => {}
        }
    }
    Ok(shown.unwrap_or_else(|| stages.text()))
}

/// Returns the action of a word. The name of a pass runs the pass, and the name of an analysis shows its result.
///
/// # Errors
/// There is no such word, or it does not take the value or the options that follow it.
fn action(step: &Step) -> Result<Action, String> {
    let name = step.name();
    if let Some(word) = WORDS.iter().find(|word| word.name == name) {
        word.takes.check("word", step)?;
        return Ok(word.action);
    }
    if let Some(analysis) = ANALYSES.find(name) {
        Takes::Nothing.check("analysis", step)?;
        return Ok(Action::Analyze(analysis.run));
    }
    find_pass(name).map_err(|_| unknown(name))?;
    Takes::Nothing.check("pass", step)?;
    Ok(Action::Change(|stages, step| stages.passes(&[step.name()])))
}

impl Takes {
    /// Checks that a step has only the parts that its word takes. `kind` is the noun for the word.
    fn check(self, kind: &str, step: &Step) -> Result<(), String> {
        let name = step.name();
        let (takes_value, takes_options) = match self {
            Takes::Nothing => (false, false),
            Takes::Options => (false, true),
            Takes::ValueAndOptions => (true, true),
        };
        if let Some(value) = step.value().filter(|_| !takes_value) {
            return Err(format!(
                "the {kind} `{name}` takes no value, found `={value}`"
            ));
        }
        match step.options.first().filter(|_| !takes_options) {
            Some(option) => Err(format!(
                "the {kind} `{name}` takes no options, found `{option}`"
            )),
            None => Ok(()),
        }
    }
}

fn unknown(name: &str) -> String {
    let words = WORDS.iter().map(|word| word.name);
    let passes = PASSES.iter().map(|pass| pass.name);
    let analyses = ANALYSES.iter().map(|analysis| analysis.name);
    let mut all: Vec<&str> = words.chain(passes).chain(analyses).collect();
    all.sort_unstable();
    format!(
        "there is no word `{name}` for a run line; the words are {}",
        all.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::RUN_WORDS;

    /// The installation of parts rejects a pass or an analysis with the name of a word. It compares names with the list
    /// `RUN_WORDS`, which must therefore be equal to the table `WORDS`.
    #[test]
    fn the_list_of_reserved_words_is_complete_and_no_pass_or_analysis_has_such_a_name() {
        let words = WORDS.iter().map(|word| word.name);
        assert!(words.eq(RUN_WORDS));
        let passes: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
        let analyses: Vec<&str> = ANALYSES.iter().map(|analysis| analysis.name).collect();
        for name in passes.iter().chain(&analyses) {
            assert!(!RUN_WORDS.contains(name), "{name}");
        }
        assert!(!passes.iter().any(|name| analyses.contains(name)));
    }

    #[test]
    fn values_and_options_without_effect_are_refused() {
        for (text, expected) in [
            ("interp=3", "the word `interp` takes no value, found `=3`"),
            (
                "interp foo",
                "the word `interp` takes no options, found `foo`",
            ),
            ("locs x", "the word `locs` takes no options, found `x`"),
            ("ssa=3", "the word `ssa` takes no value, found `=3`"),
            ("explore=3", "the word `explore` takes no value, found `=3`"),
            ("gvn=3", "the pass `gvn` takes no value, found `=3`"),
            (
                "loops --seed 3",
                "the analysis `loops` takes no options, found `--seed`",
            ),
        ] {
            let header = Header::parse(&format!("; run: {text}\n"));
            let header = header.expect("a header").expect("a run line");
            let found = action(&header.runs[0][0]).err();
            assert_eq!(found.as_deref(), Some(expected));
        }
    }

    #[test]
    fn an_expected_refusal_is_the_only_word_of_its_run_line() {
        let check = |text: &str| {
            let header = Header::parse(&format!("; run: {text}\n"));
            let header = header.expect("a header").expect("a run line");
            check_alone(&header.runs[0], Some(Refusal::Verifier)).err()
        };
        assert_eq!(check("verify-error"), None);
        for text in ["verify-error, gvn", "gvn, verify-error"] {
            let found = check(text).expect("two words");
            assert!(found.starts_with(&format!("`run: {text}`: ")), "{found}");
        }
    }

    #[test]
    fn arguments_and_inputs_that_no_word_reads_are_refused() {
        let check = |text: &str| {
            let header = Header::parse(text).expect("a header");
            check_inputs(&header.expect("a run line")).err()
        };
        assert_eq!(
            check("; run: gvn, interp\n; args: 1\n; input: x = 01\n"),
            None
        );
        let expected = "`input:` has no effect: only the word `interp` reads it";
        let found = check("; run: explore\n; input: x = 01\n");
        assert_eq!(found.as_deref(), Some(expected));
    }
}

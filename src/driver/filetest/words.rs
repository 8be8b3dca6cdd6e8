//! The words of `run:` lines.
use super::header::Step;
use super::show::{arrays, cdse, diff, equivalent, explore, interp, marks, melds};
use super::stages::{Loaded, Refusal, Stages, TestFile};
use symtool_ir::Module;
use symtool_passes::pipeline::find_pass;
use symtool_passes::{ANALYSES, PASSES, SIMPLIFY, SSA};

/// One row of the table of words.
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// One line about the word for the documentation.
    pub help: &'static str,
    /// The effect of the word.
    action: Action,
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
    /// Expects that this component refuses the file.
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
        action: Action::Change(|stages, _| stages.passes(SSA)),
    },
    Word {
        name: "simplify",
        help: "runs the passes that simplify the program before an exploration",
        action: Action::Change(|stages, _| stages.passes(SIMPLIFY)),
    },
    Word {
        name: "cfmse",
        help: "melds the program; `cfmse=speculative` selects the published form, and options such as --cfmse-branches may follow",
        action: Action::Change(melds::meld),
    },
    Word {
        name: "diff",
        help: "shows the changes that the last word made to the program",
        action: Action::Show(diff::show),
    },
    Word {
        name: "check-equivalent",
        help: "runs the program before and after the words on the same inputs, and expects the same outcomes and outputs",
        action: Action::Show(equivalent::show),
    },
    Word {
        name: "symbolic",
        help: "shows the program with its symbolic values and branches marked",
        action: Action::Show(marks::symbolic),
    },
    Word {
        name: "qce",
        help: "shows the program with the query counts of each block; options such as --qce-alpha may follow",
        action: Action::Show(marks::qce),
    },
    Word {
        name: "melds",
        help: "shows the melding decision of each branch; options as for `cfmse`",
        action: Action::Show(melds::show),
    },
    Word {
        name: "meld-steps",
        help: "shows the melding decisions with the steps of each meld, such as the rules that fire",
        action: Action::Show(melds::show_steps),
    },
    Word {
        name: "arrays",
        help: "shows the transformations of array reads in conditions; options such as --arrays may follow",
        action: Action::Show(arrays::show),
    },
    Word {
        name: "explore",
        help: "explores the program with the options that follow: verdict, failures, paths, queries, tests",
        action: Action::Show(explore::show),
    },
    Word {
        name: "cdse",
        help: "explores the program by conflict-driven search, and shows the conflict clauses, too; `cdse=STRATEGY` selects a strategy",
        action: Action::Show(cdse::show),
    },
    Word {
        name: "interp",
        help: "runs the program concretely: outcome, inputs, output",
        action: Action::Show(interp::show),
    },
    Word {
        name: "locs",
        help: "prints source locations in the text of the program",
        action: Action::Locations,
    },
    Word {
        name: "parse-error",
        help: "expects that the text of the IR is refused; shows the message",
        action: Action::Refuse(Refusal::Parser),
    },
    Word {
        name: "verify-error",
        help: "expects that the IR verifier refuses the program; shows its messages",
        action: Action::Refuse(Refusal::Verifier),
    },
    Word {
        name: "compile-error",
        help: "expects that the front end refuses the C text; shows its messages",
        action: Action::Refuse(Refusal::Frontend),
    },
];

/// Returns the output of a test file. Consecutive run lines with the same expectation share the loaded program, because
/// preprocessing C, in a process of its own, takes most of the time of a test.
///
/// # Errors
/// A word that does not exist, a program that is refused, or a failure of a word. The error is a message.
pub(super) fn output(file: TestFile<'_>) -> Result<String, String> {
    let header = file.header;
    let mut out = String::new();
    let mut last: Option<(Option<Refusal>, Loaded<'_>)> = None;
    for steps in &header.runs {
        if header.runs.len() > 1 {
            out += &format!("== run:{}\n", title(steps));
        }
        let actions: Vec<Action> = steps.iter().map(action).collect::<Result<_, _>>()?;
        let expected = expected(&actions);
        let loaded = match last.take() {
            Some((refusal, loaded)) if refusal == expected => loaded,
            _ => Stages::load(file, expected)?,
        };
        out += &run_line(loaded.clone(), steps, &actions)?;
        last = Some((expected, loaded));
    }
    Ok(out)
}

/// Returns the component that a run line expects to refuse the file.
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

/// Runs the words of one line on the program of the file. If no word shows anything, the result is the program.
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
fn action(step: &Step) -> Result<Action, String> {
    let name = step.name();
    if let Some(word) = WORDS.iter().find(|word| word.name == name) {
        return Ok(word.action);
    }
    let analysis = ANALYSES.find(&step.word);
    if analysis.is_none() {
        find_pass(&step.word).map_err(|_| unknown(name))?;
    }
    if !step.options.is_empty() {
        let kind = if analysis.is_some() {
            "analysis"
        } else {
            "pass"
        };
        return Err(format!("the {kind} `{name}` takes no options"));
    }
    if let Some(analysis) = analysis {
        return Ok(Action::Analyze(analysis.run));
    }
    Ok(Action::Change(|stages, step| stages.passes(&[&step.word])))
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

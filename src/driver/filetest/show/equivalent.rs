//! The word `check-equivalent` in a `run:` line of a file test. It compares the program before and after the other
//! words of the line: both forms run on the same inputs and must have the same outcome and output.
use super::interp;
use super::samples::Samples;
use crate::driver::filetest::header::Step;
use crate::driver::filetest::stages::Stages;
use crate::program::Program;
use symtool_ir::interp::{Run, RunConfig, run};
use symtool_ir::{Inputs, Outcome};

/// The maximum number of executed instructions for one input.
const MOST_INSTRUCTIONS: u64 = 100_000;

/// Runs two forms of the program, before and after the other words of the `run:` line, and compares their results. If
/// few inputs are possible, the program runs on all of them, otherwise on a fixed sequence of samples. An input is
/// counted but not compared if it violates an assumption, or if the program before the other words reaches a limit on
/// it.
///
/// # Errors
/// The outcome or the output differs for some input. It is also an error if only the program after the other words
/// reaches a limit, or if no input was compared.
pub fn show(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let before = stages.program(&stages.loaded)?;
    let after = stages.program(&stages.module)?;
    let mut samples = Samples::new(&stages.loaded, &stages.own_functions(&stages.loaded));
    let mut counts = Counts::default();
    while let Some(inputs) = samples.next() {
        let (first, second) = (execute(&before, &inputs), execute(&after, &inputs));
        let restarts = samples.learn(&first) | samples.learn(&second);
        match (&first.outcome, &second.outcome) {
            (Outcome::Limit(_), _) => counts.stopped += 1,
            _ if !is_equal(&first, &second) => {
                return Err(difference(&inputs, (&before, &first), (&after, &second)));
            }
            (Outcome::AssumeFailed, _) => counts.assumed_away += 1,
            _ => counts.compared += 1,
        }
        if restarts {
            counts = Counts::default();
        }
    }
    counts.describe(samples.is_exhaustive())
}

/// The number of inputs with each result of the comparison, counted since the sequence of samples last started again
/// ([`Samples::learn`]).
#[derive(Default)]
struct Counts {
    /// Inputs on which both forms of the program have the same outcome and output.
    compared: u64,
    /// Inputs that violate an assumption in both forms of the program.
    assumed_away: u64,
    /// Inputs on which the program before the other words reaches a limit.
    stopped: u64,
}

impl Counts {
    /// Describes the comparison. It is an error if the two forms of the program were not compared on any input.
    fn describe(&self, exhaustive: bool) -> Result<String, String> {
        let &Counts {
            compared,
            assumed_away,
            stopped,
        } = self;
        if compared == 0 {
            return Err(
                "no input was compared: every run ends at an assumption or a limit".to_owned(),
            );
        }
        let all = if exhaustive { "all " } else { "" };
        let tried = compared + assumed_away + stopped;
        let mut text = match compared == tried {
            true => format!("equivalent on {all}{tried} inputs"),
            false => format!("equivalent on {compared} of {all}{tried} inputs"),
        };
        for (count, end) in [
            (assumed_away, "end at an assumption"),
            (stopped, "stopped by a limit"),
        ] {
            if count > 0 {
                text += &format!(", {count} {end}");
            }
        }
        Ok(text + "\n")
    }
}

fn execute(program: &Program, inputs: &Inputs) -> Run {
    let config = RunConfig {
        inputs: inputs.clone(),
        checks: program.checks,
        max_instructions: MOST_INSTRUCTIONS,
        ..RunConfig::default()
    };
    run(&program.lowered, program.entry, &config)
}

/// Returns whether two runs have the same outcome and output. Failures are compared by kind and message.
fn is_equal(first: &Run, second: &Run) -> bool {
    let same = match (&first.outcome, &second.outcome) {
        (Outcome::Bug(first), Outcome::Bug(second)) => {
            (first.kind, &first.message) == (second.kind, &second.message)
        }
        (first, second) => first == second,
    };
    same && first.output == second.output
}

fn difference(
    inputs: &Inputs,
    (before, first): (&Program, &Run),
    (after, second): (&Program, &Run),
) -> String {
    let shown = |program: &Program, run: &Run| {
        let output = String::from_utf8_lossy(&run.output);
        format!(
            "{}, output {output:?}",
            interp::outcome(&program.lowered, &run.outcome)
        )
    };
    let read = read_inputs(inputs, first, second);
    let input = match read.objects.as_slice() {
        [] => String::new(),
        _ => format!(
            " for the input{}",
            super::explore::input_list(&read).trim_start_matches(',')
        ),
    };
    format!(
        "the words change the program{input}\n  before: {}\n  after:  {}",
        shown(before, first),
        shown(after, second)
    )
}

/// Returns the inputs that the runs `first` and `second` have read, with their bytes. An input without a value in
/// `given` has the value zero.
fn read_inputs(given: &Inputs, first: &Run, second: &Run) -> Inputs {
    let mut read = Inputs::default();
    for input in first.consumed.iter().chain(&second.consumed) {
        if read.get(&input.name).is_none() {
            let mut bytes = given.get(&input.name).unwrap_or_default().to_vec();
            bytes.resize(input.size as usize, 0);
            read.push(input.name.clone(), bytes);
        }
    }
    read
}

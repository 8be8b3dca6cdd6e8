//! The word `check-equivalent`: compares the program before and after the words of a run line on the same inputs.
use super::interp;
use crate::driver::filetest::header::Step;
use crate::driver::filetest::stages::Stages;
use crate::program::Program;
use symtool_ir::interp::{Run, RunConfig, run};
use symtool_ir::random::SplitMix;
use symtool_ir::{Inputs, Outcome};

/// The number of sampled inputs for a program that reads more than one byte.
const SAMPLES: u64 = 1000;

/// The maximum number of restarts of the samples, for programs with inputs of many sizes.
const MOST_RESTARTS: u64 = 50;

/// The maximum number of executed instructions for one input.
const MOST_INSTRUCTIONS: u64 = 100_000;

/// Runs both forms of the program on all inputs if the program reads at most one byte, otherwise on a fixed sequence of
/// samples. Runs that end at an assumption, and runs that reach a limit before the words, are counted and not compared.
///
/// # Errors
/// Outcome or output differ for some input, the program reaches a limit only after the words, or no run was compared.
pub fn show(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let before = stages.program(&stages.loaded)?;
    let after = stages.program(&stages.module)?;
    let mut samples = Samples::default();
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

/// The number of runs since the last restart of the samples, by their use.
#[derive(Default)]
struct Counts {
    /// Runs with the same outcome and output.
    compared: u64,
    /// Runs that end at an assumption.
    assumed_away: u64,
    /// Runs that reach a limit before the words.
    stopped: u64,
}

impl Counts {
    /// Describes the comparison. It is an error if no run was compared.
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
    format!(
        "the words change the program: for the input{}\n  before: {}\n  after:  {}",
        super::explore::input_list(inputs).trim_start_matches(','),
        shown(before, first),
        shown(after, second)
    )
}

/// The values to try: a fixed sequence for the inputs that earlier runs have read.
#[derive(Default)]
struct Samples {
    /// The names and sizes of the inputs that some run has read.
    known: Vec<(String, u64)>,
    /// The number of samples since the last restart.
    made: u64,
    /// The number of restarts.
    restarts: u64,
    random: SplitMix,
}

impl Samples {
    /// Returns whether the samples enumerate all values of the inputs.
    fn is_exhaustive(&self) -> bool {
        self.bytes() <= 1 && self.restarts < MOST_RESTARTS
    }

    fn bytes(&self) -> u64 {
        self.known.iter().map(|(_, size)| size).sum()
    }

    /// Adds the inputs that a run has read, each with its largest size. Returns whether the sequence restarts, because
    /// an input is new or larger: earlier samples had no bytes for it.
    fn learn(&mut self, run: &Run) -> bool {
        let mut is_new = false;
        for input in &run.consumed {
            match self.known.iter_mut().find(|(name, _)| *name == input.name) {
                Some((_, size)) if *size >= input.size => {}
                Some((_, size)) => (*size, is_new) = (input.size, true),
                None => {
                    self.known.push((input.name.clone(), input.size));
                    is_new = true;
                }
            }
        }
        let restarts = is_new && self.restarts < MOST_RESTARTS;
        if restarts {
            self.restarts += 1;
            self.made = 0;
        }
        restarts
    }

    /// Returns the next inputs; `None` after the last.
    fn next(&mut self) -> Option<Inputs> {
        let all = if self.bytes() == 0 { 1 } else { 256 };
        let most = if self.is_exhaustive() { all } else { SAMPLES };
        if self.made == most {
            return None;
        }
        let counted = self.made as u8;
        self.made += 1;
        let exhaustive = self.is_exhaustive();
        let mut inputs = Inputs::default();
        for (name, size) in &self.known {
            let bytes = match exhaustive {
                true => vec![counted; *size as usize],
                false => value(&mut self.random, *size),
            };
            inputs.push(name.clone(), bytes);
        }
        Some(inputs)
    }
}

/// Returns the bytes of a value: zeros, ones or random bytes, often with a small first byte or a flipped sign bit.
fn value(random: &mut SplitMix, size: u64) -> Vec<u8> {
    let mut bytes: Vec<u8> = match random.below(4) {
        0 => vec![0; size as usize],
        1 => vec![0xff; size as usize],
        _ => (0..size).map(|_| random.draw() as u8).collect(),
    };
    match (random.below(4), bytes.as_mut_slice()) {
        (0, [first, ..]) => *first = random.below(8) as u8,
        (1, [.., last]) => *last ^= 0x80,
        _ => {}
    }
    bytes
}

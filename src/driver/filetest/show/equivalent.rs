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

/// The maximum number of executed instructions for one input.
const MOST_INSTRUCTIONS: u64 = 100_000;

/// Runs both forms of the program on all inputs if the program reads at most one byte, otherwise on a fixed sequence of
/// samples. Runs that reach a limit are counted, but not compared.
///
/// # Errors
/// Outcome or output differ for some input.
pub fn show(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let before = stages.program(&stages.loaded)?;
    let after = stages.program(&stages.module)?;
    let mut samples = Samples::default();
    let mut stopped = 0;
    while let Some(inputs) = samples.next() {
        let (first, second) = (execute(&before, &inputs), execute(&after, &inputs));
        samples.learn(&first);
        samples.learn(&second);
        match (&first.outcome, &second.outcome) {
            (Outcome::Limit(_), _) | (_, Outcome::Limit(_)) => stopped += 1,
            _ if is_equal(&first, &second) => {}
            _ => return Err(difference(&inputs, (&before, &first), (&after, &second))),
        }
    }
    let tried = samples.made;
    let all = if samples.is_exhaustive() { "all " } else { "" };
    let limits = match stopped {
        0 => String::new(),
        count => format!(", {count} stopped by a limit"),
    };
    Ok(format!("equivalent on {all}{tried} inputs{limits}\n"))
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
    /// The number of samples so far.
    made: u64,
    random: SplitMix,
}

impl Samples {
    /// Returns whether the samples enumerate all values of the inputs.
    fn is_exhaustive(&self) -> bool {
        self.bytes() <= 1
    }

    fn bytes(&self) -> u64 {
        self.known.iter().map(|(_, size)| size).sum()
    }

    /// Adds the inputs that a run has read.
    fn learn(&mut self, run: &Run) {
        for input in &run.consumed {
            if !self.known.iter().any(|(name, _)| *name == input.name) {
                self.known.push((input.name.clone(), input.size));
                // Earlier samples had no bytes for this input, so the sequence restarts.
                self.made = 0;
            }
        }
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
                true => vec![counted],
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

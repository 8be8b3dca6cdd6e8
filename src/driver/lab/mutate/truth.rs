//! Decides by concrete runs whether a changed answer of a lab is wrong: whether a run on some sampled input fails or
//! does not terminate.
use crate::Error;
use crate::driver::filetest::Samples;
use crate::driver::lab::explore::Prepared;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Inputs, Outcome};

/// The maximum number of instructions of one run. A longer run counts as a run that does not terminate.
const MOST_STEPS: u64 = 100_000;

/// The numbers of concrete runs of a program that compares or tests the changed answer.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The number of runs that meet the assumptions.
    pub runs: u64,
    /// The number of these runs that fail, or that do not terminate although they should.
    pub failing: u64,
}

impl Shown {
    /// Returns whether at most one run in twenty shows the fault.
    pub fn is_subtle(self) -> bool {
        self.failing * 20 <= self.runs
    }
}

/// Runs a program of the check concretely on sampled inputs. The samples contain the constants of the program and
/// their neighbors. If `is_endless` is set, the program may have endless runs even without a fault, and an endless run
/// does not count as failing.
///
/// # Errors
/// The table of passes lacks a pass, which is a bug of symtool.
pub fn shown(prepared: &Prepared, is_endless: bool) -> Result<Shown, Error> {
    let module = prepared.program.simplified()?;
    let functions = module.functions.values();
    let own = functions.filter(|function| !function.name.starts_with("__symtool"));
    let own: Vec<String> = own.map(|function| function.name.clone()).collect();
    let mut samples = Samples::new(&module, &own);
    let mut shown = Shown::default();
    // The inputs become known when the program reads them, so the first run gets no values.
    let mut inputs = Some(Inputs::default());
    while let Some(sample) = inputs {
        let config = RunConfig {
            inputs: sample,
            checks: prepared.program.checks,
            max_instructions: MOST_STEPS,
            ..RunConfig::default()
        };
        let run = interp::run(&module, prepared.program.entry, &config);
        if samples.learn(&run) {
            shown = Shown::default();
        }
        match run.outcome {
            Outcome::Bug(_) => {
                shown.runs += 1;
                shown.failing += 1;
            }
            Outcome::Limit(_) => {
                shown.runs += 1;
                shown.failing += u64::from(!is_endless);
            }
            Outcome::Exit(_) | Outcome::Abort => shown.runs += 1,
            Outcome::Silent(_) | Outcome::AssumeFailed | Outcome::Unsupported { .. } => {}
        }
        inputs = samples.next();
    }
    Ok(shown)
}

//! The words in `run:` lines of file tests that meld the program, or show the melding decisions.
use crate::driver::cfmse;
use crate::driver::filetest::header::Step;
use crate::driver::filetest::options::{self, Reads};
use crate::driver::filetest::stages::Stages;
use crate::meld;
use symtool_meld::{Decision, IgnoreList, MeldOptions, MeldReport};

/// Melds branches of the current program, as the option `--cfmse` does.
pub fn meld(stages: &mut Stages<'_>, step: &Step) -> Result<(), String> {
    let options = meld_options(stages, step, &step.as_options())?;
    let entry = stages.entry()?;
    meld::meld(&mut stages.module, entry, &options, stages.checks);
    Ok(())
}

/// Returns the melding decision of each branch, and the numbers of melded branches and candidates in the whole
/// program.
pub fn show(stages: &Stages<'_>, step: &Step) -> Result<String, String> {
    melds(stages, step, false)
}

/// Returns the melding decision of each branch with the steps of each meld.
pub fn show_steps(stages: &Stages<'_>, step: &Step) -> Result<String, String> {
    melds(stages, step, true)
}

fn melds(stages: &Stages<'_>, step: &Step, steps: bool) -> Result<String, String> {
    let mode = step.value().unwrap_or("guarded");
    let mut words = vec![format!("--cfmse={mode}")];
    words.extend(step.options.iter().cloned());
    let options = MeldOptions {
        steps,
        ..meld_options(stages, step, &words)?
    };
    let mut module = stages.module.compact();
    let report = meld::meld(&mut module, stages.entry()?, &options, stages.checks);
    let decisions = report
        .log
        .iter()
        .map(|decision| decision_text(decision, steps));
    Ok(decisions.chain([counts(&report)]).collect())
}

fn meld_options(stages: &Stages<'_>, step: &Step, words: &[String]) -> Result<MeldOptions, String> {
    let args = options::of_step(stages.header, step, (Reads::Melding, words))?;
    meld::check_own_rules().map_err(|error| error.to_string())?;
    Ok(MeldOptions {
        unwind: args.limits.unwind,
        ..cfmse::options(&args.cfmse, IgnoreList::default())
    })
}

/// Returns the line on the melding decision about a branch; with `steps`, also the steps with which the branch was
/// melded.
pub fn decision_text(decision: &Decision, steps: bool) -> String {
    let line = decision
        .line
        .map_or_else(|| "?".to_owned(), |line| line.to_string());
    let what = if decision.melded { "melded" } else { "left" };
    let recorded = decision.steps.as_ref().filter(|_| steps);
    let recorded = recorded.map(ToString::to_string).unwrap_or_default();
    format!(
        "line {line} in {}: {what}: {}\n{recorded}",
        decision.function, decision.reason
    )
}

fn counts(report: &MeldReport) -> String {
    format!(
        "melded {} of {} branches, {} selects\n",
        report.applied, report.candidates, report.selects_added
    )
}

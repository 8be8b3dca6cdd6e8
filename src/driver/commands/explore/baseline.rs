//! Compares the violations of a run with the known ones in its baseline, and updates the baseline.
use crate::Error;
use crate::driver::cli::FindingArgs;
use crate::driver::findings::{Baseline, Completeness};
use crate::driver::recorder::Recorder;
use crate::driver::summary::{AgainstBaseline, ErrorReport};
use crate::verdict::Conclusion;
use symtool_engine::{Config, Exploration};
use symtool_ir::Module;

/// Reads the file of `--baseline`. Returns `None` without this option.
///
/// # Errors
/// The file cannot be read, or is not a baseline.
pub(super) fn read(args: &FindingArgs) -> Result<Option<Baseline>, Error> {
    let path = args.baseline.as_ref();
    path.map(|path| Baseline::read(path, args.update_baseline))
        .transpose()
}

/// Compares the violations of a run with the baseline. Returns the numbers of known and new violations, and the
/// verdict that the run has if the known violations are ignored. With `--update-baseline`, first adds the confirmed
/// violations to the baseline, so that none is new. If `is_vacuous` is set, a proof by this run would be vacuous, so
/// the verdict is *vacuous* instead of *verified*.
///
/// # Errors
/// The baseline cannot be written.
pub(super) fn compare(
    mut baseline: Baseline,
    update: bool,
    recorder: &mut Recorder<'_>,
    (original, config): (&Module, &Config),
    exploration: &Exploration,
    is_vacuous: bool,
) -> Result<AgainstBaseline, Error> {
    let reports = recorder.errors.iter().map(|(_, error)| error.clone());
    let reports: Vec<ErrorReport> = reports.collect();
    let complete = completeness(original, config, exploration, !reports.is_empty());
    if update {
        baseline.update(&reports, &complete);
        baseline.write()?;
    }
    let errors = recorder.errors.iter_mut().map(|(_, error)| error);
    let (mut known, mut new) = (0, 0);
    for error in errors {
        error.known = baseline.knows(&error.fingerprint);
        match (error.confirmed, error.known) {
            (true, true) => known += 1,
            (true, false) => new += 1,
            (false, _) => {}
        }
    }
    let conclusion = Conclusion::of(exploration, config, &original.source, new > 0);
    Ok(AgainstBaseline {
        file: baseline.path().display().to_string(),
        known,
        new,
        not_found: baseline.not_found(&reports, &complete),
        verdict: conclusion.or_vacuous(is_vacuous).verdict,
    })
}

/// Returns the facts that decide whether this run would have found a given violation of the baseline, if the program
/// still had the violation.
fn completeness<'a>(
    original: &'a Module,
    config: &Config,
    exploration: &Exploration,
    fails: bool,
) -> Completeness<'a> {
    let has_stopped = fails && config.failures.stop_at_first_bug;
    Completeness {
        is_whole: exploration.incomplete.is_empty() && exploration.cuts.is_empty() && !has_stopped,
        checks: config.failures.checks,
        files: original.source.files().map(|(_, name)| name).collect(),
    }
}

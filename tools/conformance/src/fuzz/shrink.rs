//! The reduction of a program with a wrong result to a file for `tests/regress/`.
use super::check::{self, Comparison, Difference};
use super::modes::{self, Mode};
use super::reference::Reference;
use super::sample::Sample;
use crate::reduce::{Budget, reduce};
use std::io;
use symtool_solver::InterruptHandle;

/// The maximum number of candidates (smaller programs) that are tested to reduce one program.
const CANDIDATES: u64 = 600;

/// Returns the text of a smaller program whose exploration in the mode `mode` has a difference of the same class as
/// `found`. The text begins with the directives of a file in `tests/regress`, such as `// run: --all-errors --cfmse`.
///
/// # Errors
/// A file cannot be written.
pub fn reduced(sample: &Sample, mode: &Mode, seed: u64, found: &Difference) -> io::Result<String> {
    let small = reduce(&sample.text, Budget::Tests(CANDIDATES), &mut |text| {
        Ok(reproduces(&sample.with_text(text), mode, seed, found))
    })?;
    let comment = match sample.file.ends_with(".sir") {
        true => ";",
        false => "//",
    };
    let reference = Reference::of(&sample.with_text(&small)).ok().flatten();
    let fails = reference.is_some_and(|reference| !reference.failures.is_empty());
    let exit = if fails { 10 } else { 0 };
    let checks = sample.check_option();
    let options = mode.options();
    let class = found.class.name();
    Ok(format!(
        "{comment} {class} in mode {}.\n{comment} run: --all-errors{options}{checks}\n{comment} exit: {exit}\n{small}",
        mode.name
    ))
}

/// Returns whether the exploration of a program differs from its concrete runs by a difference of the same class as
/// `found`. Returns `false` if the program has no reference, for example because a concrete run does not terminate.
fn reproduces(sample: &Sample, mode: &Mode, seed: u64, found: &Difference) -> bool {
    let Ok(Some(reference)) = Reference::of(sample) else {
        return false;
    };
    let compare = |mode: &Mode, paths: &mut Option<u64>| {
        let interrupt = InterruptHandle::default();
        check::explore_and_compare(&reference, mode, seed, paths, &interrupt)
    };
    let mut paths = None;
    if mode.counts_paths() {
        // The first mode is exploration without merging. It sets `paths` to the number of paths.
        compare(&modes::all()[0], &mut paths);
    }
    match compare(mode, &mut paths) {
        Comparison::Wrong(differences) => differences.iter().any(|d| d.class == found.class),
        Comparison::Equal | Comparison::Incomplete(_) => false,
    }
}

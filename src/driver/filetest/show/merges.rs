//! The word `merges` in a `run:` line of a file test: shows the pairs of states that were merged, and the reasons
//! against merging the other pairs.
use super::explore::{explore, verdict};
use crate::driver::filetest::header::Step;
use crate::driver::filetest::options::{self, Reads};
use crate::driver::filetest::stages::Stages;
use crate::driver::render::count;
use std::collections::BTreeMap;
use symtool_engine::merging::decision::{Joining, MergeDecision, Refusal};
use symtool_ir::Module;

/// Returns the verdict of an exploration with state merging, and two kinds of lines for each program point: the number
/// of merged pairs of states, and, for each reason against merging, the number of pairs that were not merged.
///
/// # Errors
/// The step has invalid options or no option `--merge`, or the program cannot be explored.
pub fn show(stages: &Stages<'_>, step: &Step) -> Result<String, String> {
    let args = options::of_step(stages.header, step, (Reads::Exploration, &step.options))?;
    if args.merging.merge.is_none() {
        return Err("the word `merges` needs a policy, such as `merges --merge=static`".to_owned());
    }
    let report = explore(stages, &args, |config| config.log_merges(true))?;
    Ok(verdict(&report) + &decisions(&report.merges, &stages.module))
}

/// The key by which merging decisions are counted: the source line, the name of the function, and the result (how the
/// states were merged, or the reason why not).
type Counted<'d> = (Option<u32>, &'d str, Result<Joining, Refusal>);

/// Returns the number of decisions for each program point and result, one line each, in the order of source lines.
fn decisions(decisions: &[MergeDecision], module: &Module) -> String {
    let mut counts: BTreeMap<Counted<'_>, u64> = BTreeMap::new();
    for decision in decisions {
        let line = decision.loc.map(|loc| module.source.get(loc).line);
        let function = module.functions[decision.func].name.as_str();
        let key = (line, function, decision.result);
        *counts.entry(key).or_default() += decision.pairs;
    }
    if counts.is_empty() {
        return "no two states met at a merge point\n".to_owned();
    }
    let lines = counts.into_iter().map(|((line, function, result), pairs)| {
        let line = line.map_or_else(|| "?".to_owned(), |line| line.to_string());
        let pairs = count(pairs, "pair");
        match result {
            Ok(how) => format!("line {line} in {function}: {pairs} {}\n", merged(how)),
            Err(refusal) => {
                let reason = refusal.describe(module);
                format!("line {line} in {function}: {pairs} refused: {reason}\n")
            }
        }
    });
    lines.collect()
}

/// Returns how two states became one.
fn merged(how: Joining) -> &'static str {
    match how {
        Joining::Choice => "merged",
        Joining::Equal => "with equal values merged",
        Joining::Quantified => "merged by a pattern",
    }
}

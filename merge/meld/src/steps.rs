//! A record of how one branch was melded, as text: the sides, their effects (loads, stores, checks) in merged order,
//! the candidates for the merged pure operations, the rewrite rules that changed the e-graph, and the merged
//! straight-line code. (Figure 3 of "Taming the Hydra", OOPSLA 2026, shows these steps for a running example.)
use crate::fired::FiredRules;
use crate::forms::{Method, Weighed};
use crate::plan::{Merged, MergedKind, Plan};
use crate::regions::Region;
use std::fmt;
use symtool_ir::print::{self, Names};
use symtool_ir::{Function, Inst, InstData, Module};

/// A record of how one branch was melded, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The instructions of the side for a true condition, then of the side for a false condition.
    pub sides: [Vec<String>; 2],
    /// The effects (loads, stores, checks) in merged order, each with its side and its original instructions.
    pub effects: Vec<String>,
    /// The candidates for the merged pure operations, with their estimated costs.
    pub forms: Vec<Weighed>,
    /// The method that computed the selected candidate.
    pub chosen: Method,
    /// The rewrite rules that changed the e-graph; `None` if no e-graph was built.
    pub rules: Option<FiredRules>,
    /// The instructions of the merged code.
    pub merged: Vec<String>,
}

impl Steps {
    /// Returns a record with the sides of the region and the effects of `plan`. The merged code is still missing;
    /// [`after`](Self::after) adds it.
    pub(crate) fn before(module: &Module, func: &Function, region: &Region, plan: &Plan) -> Steps {
        let side = |n: usize| lines(module, func, &region.sides[n].insts);
        let effect = |e: &Merged| effect(module, func, region, e);
        Steps {
            sides: [side(0), side(1)],
            effects: plan.effects.iter().map(effect).collect(),
            forms: Vec::new(),
            chosen: Method::Naive,
            rules: None,
            merged: Vec::new(),
        }
    }

    /// Records the merged code: the instructions from index `from` on in the head block (the block that ended in the
    /// branch), without the terminator.
    pub(crate) fn after(&mut self, module: &Module, func: &Function, region: &Region, from: usize) {
        let insts = &func.insts(region.head)[from..];
        let end = insts.len().saturating_sub(1);
        self.merged = lines(module, func, &insts[..end]);
    }
}

fn lines(module: &Module, func: &Function, insts: &[Inst]) -> Vec<String> {
    let names = Names::in_insts(func, insts);
    let line = |&inst: &Inst| print::inst_with_names(module, func, &names, inst);
    let lines = insts.iter().map(line);
    lines.map(|line| line.trim().to_owned()).collect()
}

fn effect(module: &Module, func: &Function, region: &Region, effect: &Merged) -> String {
    let of = |side: usize| {
        effect
            .from
            .iter()
            .any(|i| region.sides[side].insts.contains(i))
    };
    let sides = match (of(0), of(1), &effect.guard) {
        (true, true, _) => "both sides",
        (true, false, Some(_)) => "then, guarded",
        (true, false, None) => "then, harmless else",
        (false, true, Some(_)) => "else, guarded",
        _ => "else, harmless then",
    };
    let kind = match effect.kind {
        MergedKind::Load { .. } => "load",
        MergedKind::Store { .. } => "store",
        MergedKind::Check { .. } => "check",
    };
    let is_written = |inst: &Inst| {
        matches!(
            func.data(*inst),
            InstData::Load { .. } | InstData::Store { .. } | InstData::Check { .. }
        )
    };
    let from: Vec<Inst> = effect.from.iter().copied().filter(is_written).collect();
    format!(
        "{kind} ({sides}): {}",
        lines(module, func, &from).join(" | ")
    )
}

/// Writes a line with a title and a list of names in alphabetical order.
fn names(f: &mut fmt::Formatter<'_>, title: &str, names: &[String]) -> fmt::Result {
    let mut names = names.to_vec();
    names.sort_unstable();
    match names.as_slice() {
        [] => writeln!(f, "  {title}: none"),
        names => writeln!(f, "  {title}: {}", names.join(", ")),
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let block = |f: &mut fmt::Formatter<'_>, title: &str, lines: &[String]| {
            writeln!(f, "  {title}:")?;
            if lines.is_empty() {
                return writeln!(f, "    (nothing)");
            }
            lines.iter().try_for_each(|line| writeln!(f, "    {line}"))
        };
        block(f, "then", &self.sides[0])?;
        block(f, "else", &self.sides[1])?;
        block(f, "effects in merged order", &self.effects)?;
        let forms: Vec<String> = self
            .forms
            .iter()
            .map(|form| {
                let taken = if form.method == self.chosen {
                    ", taken"
                } else {
                    ""
                };
                format!(
                    "{:<10} selects: {}, other operations: {}, gates: {}{taken}",
                    form.method.name(),
                    form.selects,
                    form.operations,
                    form.gates
                )
            })
            .collect();
        block(f, "forms of the values", &forms)?;
        if let Some(rules) = &self.rules {
            names(f, "rules", &rules.needed)?;
            names(f, "other applied rules", &rules.others)?;
        }
        block(f, "merged", &self.merged)
    }
}

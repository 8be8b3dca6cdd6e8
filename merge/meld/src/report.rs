//! What melding did and why not more: the log a pass developer reads first.
use super::rebuild::Done;
use super::regions::Region;
use super::steps::Steps;
use rustc_hash::FxHashMap;
use std::time::Duration;
use symtool_ir::{Func, Function, Inst, LocSet, Module};

/// What became of a branch.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Decision {
    /// The function.
    pub function: String,
    /// The file, if known.
    pub file: Option<String>,
    /// Line, from 1, if known.
    pub line: Option<u32>,
    /// Column, from 1, if known.
    pub column: Option<u32>,
    /// Was it melded?
    pub melded: bool,
    /// The shape if it was, else why not.
    pub reason: String,
    /// The meld step by step, if the options want it.
    #[serde(skip)]
    pub steps: Option<Steps>,
}

/// Statistics of one run of the pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MeldReport {
    /// Branches that were to be melded by the options' choice: those melded and those left for a reason.
    pub candidates: usize,
    /// Branches melded.
    pub applied: usize,
    /// Melded if-thens.
    pub if_then: usize,
    /// Melded if-then-elses.
    pub if_then_else: usize,
    /// Selects in the melded code when it was made.
    pub selects_added: usize,
    /// Branches and switches that the module has fewer than before.
    pub branches_removed: usize,
    /// Instructions of the module before.
    pub instructions_before: usize,
    /// Instructions of the module after.
    pub instructions_after: usize,
    /// Outs that were proved by the solver, not by folding.
    pub solver_proofs: usize,
    /// Failures of the melded program that the original does not have.
    pub spurious: usize,
    /// Times the program was melded and explored again.
    pub reruns: usize,
    /// Every branch with what became of it and why.
    pub log: Vec<Decision>,
    /// Time spent in the pass. Not part of what is compared between runs.
    #[serde(skip)]
    pub time: Duration,
    /// Diamonds that the e-graph was asked for.
    #[serde(skip)]
    pub graphs: usize,
    #[serde(skip)]
    pub(super) failures: FxHashMap<(u32, u32), String>,
}

impl MeldReport {
    /// The report where the program as it was written is explored in the end.
    pub(super) fn undone(self, original: &Module) -> MeldReport {
        let instructions = original.functions.values().map(Function::inst_count).sum();
        let undo = |decision: Decision| Decision {
            reason: match decision.melded {
                true => "undone: a failure was not found in the program as written".to_owned(),
                false => decision.reason,
            },
            melded: false,
            steps: None,
            ..decision
        };
        MeldReport {
            candidates: self.candidates,
            instructions_before: instructions,
            instructions_after: instructions,
            spurious: self.spurious,
            log: self.log.into_iter().map(undo).collect(),
            time: self.time,
            ..MeldReport::default()
        }
    }

    pub(super) fn applied(
        &mut self,
        module: &Module,
        func: &Function,
        region: &Region,
        locs: &LocSet,
        done: &Done,
    ) {
        self.solver_proofs += done.solver_proofs;
        self.melded(module, func, locs, region.is_if_then(), done.selects, "");
        if let Some(decision) = self.log.last_mut() {
            decision.steps.clone_from(&done.steps);
        }
    }

    /// Notes a side with loops that became a guarded one.
    pub(super) fn guarded(
        &mut self,
        module: &Module,
        func: &Function,
        if_then: bool,
        locs: &LocSet,
        selects: usize,
    ) {
        self.melded(module, func, locs, if_then, selects, " with loops");
    }

    fn melded(
        &mut self,
        module: &Module,
        func: &Function,
        locs: &LocSet,
        if_then: bool,
        selects: usize,
        with: &str,
    ) {
        let shape = if if_then {
            self.if_then += 1;
            "if-then"
        } else {
            self.if_then_else += 1;
            "if-then-else"
        };
        self.count(module, func, locs, selects, format!("{shape}{with}"));
    }

    /// Notes a loop that became a guarded one.
    pub(super) fn guarded_loop(
        &mut self,
        module: &Module,
        func: &Function,
        locs: &LocSet,
        selects: usize,
    ) {
        self.count(module, func, locs, selects, "loop".to_owned());
    }

    fn count(
        &mut self,
        module: &Module,
        func: &Function,
        locs: &LocSet,
        selects: usize,
        shape: String,
    ) {
        self.candidates += 1;
        self.applied += 1;
        self.selects_added += selects;
        self.log.push(decision(module, func, locs, true, shape));
    }

    pub(super) fn left(
        &mut self,
        module: &Module,
        func: &Function,
        branch: Inst,
        wanted: bool,
        why: String,
    ) {
        self.candidates += usize::from(wanted);
        let locs = func.locs(branch);
        self.log.push(decision(module, func, locs, false, why));
    }

    pub(super) fn failed(&mut self, func: Func, branch: Inst, why: &str) {
        self.failures
            .insert((func.as_u32(), branch.as_u32()), why.to_owned());
    }

    pub(super) fn has_failed(&self, func: Func, branch: Inst) -> bool {
        self.failures
            .contains_key(&(func.as_u32(), branch.as_u32()))
    }

    pub(super) fn failure(&self, func: Func, branch: Inst) -> Option<String> {
        self.failures
            .get(&(func.as_u32(), branch.as_u32()))
            .cloned()
    }
}

fn decision(
    module: &Module,
    func: &Function,
    locs: &LocSet,
    melded: bool,
    reason: String,
) -> Decision {
    let at = locs.first().map(|loc| module.source.get(loc));
    Decision {
        function: func.name.clone(),
        file: at.map(|a| module.source.file_name(a.file).to_owned()),
        line: at.map(|a| a.line),
        column: at.map(|a| a.column),
        melded,
        reason,
        steps: None,
    }
}

//! The report of melding: statistics, and a log that contains, for each branch, whether it was melded and why.
use crate::rebuild::Rebuilt;
use crate::refusals::{Reason, Refusal};
use crate::regions::Region;
use crate::steps::Steps;
use rustc_hash::FxHashMap;
use std::time::Duration;
use symtool_ir::{Func, Function, Inst, LocSet, Module};

/// The decision whether to meld one branch: an entry of the log.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Decision {
    /// The name of the function that contains the branch.
    pub function: String,
    /// The source file of the branch, if known.
    pub file: Option<String>,
    /// The source line, from 1, if known.
    pub line: Option<u32>,
    /// The source column, from 1, if known.
    pub column: Option<u32>,
    /// Whether the branch was melded.
    pub melded: bool,
    /// If the branch was melded, its shape, such as `if-then`; otherwise the reason why it was not melded.
    pub reason: String,
    /// The estimated number of gates of the merged code. It is known if the branch was melded into straight-line code.
    /// It is also known if the branch was not melded because forking costs less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gates: Option<u64>,
    /// A record of how the branch was melded; `None` unless the options request it.
    #[serde(skip)]
    pub steps: Option<Steps>,
}

/// Statistics of one run of the melding pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MeldReport {
    /// Number of branches, including those that control loops, that were selected for melding, whether they were melded
    /// or not.
    pub candidates: usize,
    /// Number of branches that were melded. Branches whose sides run under guards, and loops that run under a guard,
    /// are included.
    pub applied: usize,
    /// Number of melded branches with one empty side (if-then).
    pub if_then: usize,
    /// Number of melded branches with two sides (if-then-else).
    pub if_then_else: usize,
    /// Number of selects that melds emitted.
    pub selects_added: usize,
    /// Number of branches and switches before melding.
    pub branches_before: usize,
    /// Number of branches and switches before melding minus the number after it; 0 if the number has grown.
    pub branches_removed: usize,
    /// The greatest branch nesting of a melded branch. The branch nesting of a branch b is 1 plus the length of the
    /// longest chain of nested branches around b. A branch is around b if b is on one of its sides.
    pub branch_nesting: u32,
    /// The greatest control-flow nesting of a melded branch. The control-flow nesting of a branch is its branch nesting
    /// plus the number of loops around it.
    pub control_nesting: u32,
    /// Number of instructions in the module before melding.
    pub instructions_before: usize,
    /// Number of instructions in the module after melding.
    pub instructions_after: usize,
    /// Number of equalities between merged and original terms for which a proof needed the solver, because folding and
    /// case splits did not prove them. Melds are proved only if the options demand it.
    pub solver_proofs: usize,
    /// Number of failures found in the melded program that the original program does not have.
    pub spurious: usize,
    /// Number of times that melding and exploration were repeated because of a failure in melded code.
    pub reruns: usize,
    /// The decision about each branch.
    pub log: Vec<Decision>,
    /// The time that the pass took; not stored, because it differs between runs.
    #[serde(skip)]
    pub time: Duration,
    /// Number of e-graphs built.
    #[serde(skip)]
    pub graphs: usize,
    /// Number of e-nodes in all e-graphs together.
    #[serde(skip)]
    pub graph_nodes: usize,
    #[serde(skip)]
    pub(crate) failures: FxHashMap<(u32, u32), Refusal>,
}

impl MeldReport {
    /// Returns the report for the case that all melds are undone because of spurious failures, so that the program is
    /// `original` again.
    pub(crate) fn without_melds(self, original: &Module) -> MeldReport {
        let instructions = original.functions.values().map(Function::inst_count).sum();
        let undo = |decision: Decision| Decision {
            reason: match decision.melded {
                true => Reason::Undone.text().to_owned(),
                false => decision.reason,
            },
            melded: false,
            gates: None,
            steps: None,
            ..decision
        };
        MeldReport {
            candidates: self.candidates,
            instructions_before: instructions,
            instructions_after: instructions,
            branches_before: self.branches_before,
            spurious: self.spurious,
            log: self.log.into_iter().map(undo).collect(),
            time: self.time,
            ..MeldReport::default()
        }
    }

    pub(crate) fn applied(
        &mut self,
        module: &Module,
        func: &Function,
        region: &Region,
        locs: &LocSet,
        done: &Rebuilt,
    ) {
        self.solver_proofs += done.solver_proofs;
        self.melded(module, func, locs, region.is_if_then(), done.selects, "");
        if let Some(decision) = self.log.last_mut() {
            decision.steps.clone_from(&done.steps);
            decision.gates = Some(done.gates);
        }
    }

    /// Records that the sides of a branch, which contain loops, now run under guards, so that the branch does not fork.
    pub(crate) fn guarded(
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

    /// Records that a loop with an input-dependent condition now runs under a guard.
    pub(crate) fn guarded_loop(
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

    pub(crate) fn left(
        &mut self,
        module: &Module,
        func: &Function,
        branch: Inst,
        wanted: bool,
        why: &Refusal,
    ) {
        self.candidates += usize::from(wanted);
        let locs = func.locs(branch);
        self.log
            .push(decision(module, func, locs, false, why.to_string()));
    }

    pub(crate) fn failed(&mut self, func: Func, branch: Inst, why: Refusal) {
        self.failures.insert((func.as_u32(), branch.as_u32()), why);
    }

    pub(crate) fn has_failed(&self, func: Func, branch: Inst) -> bool {
        self.failures
            .contains_key(&(func.as_u32(), branch.as_u32()))
    }

    pub(crate) fn failure(&self, func: Func, branch: Inst) -> Option<Refusal> {
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
        gates: None,
        steps: None,
    }
}

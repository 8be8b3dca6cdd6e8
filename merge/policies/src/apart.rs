//! Prevents the merging of states on the source lines that the option [`Options::apart`](crate::Options::apart) lists.
//!
//! A merge may cost more than it saves if many expensive queries depend on the merged values. The caller can then
//! explore the program again with the source line of this merge in the list. On a listed line, no two states count as
//! similar, so none are merged.
use crate::options::SourcePlace;
use rustc_hash::FxHashSet;
use symtool_engine::merging::decision::DifferingVariable;
use symtool_engine::merging::{ProgramView, Signature, SimilarityPolicy};
use symtool_engine::state::State;
use symtool_ir::{Func, Inst, Module};

/// A similarity relation (the rule that decides which states are joined) in which states at the program points `points`
/// are similar to no other state. Elsewhere, it equals the relation `others`.
pub(crate) struct Apart<S> {
    others: S,
    points: FxHashSet<(Func, Inst)>,
}

impl<S> Apart<S> {
    /// Returns the relation in which no two states are similar on the source lines of `places`. Elsewhere, the relation
    /// equals `others`. A state is on the source line of its next instruction. If this instruction has no source
    /// location, the first location after it in the block counts. Only the file and line of each place are compared,
    /// not the column, because one line can have several merge points. If the column were compared, states that are
    /// kept apart before a loop could be merged at the condition of the loop, which is on the same line.
    pub(crate) fn new(module: &Module, places: &[SourcePlace], others: S) -> Apart<S> {
        let mut points = FxHashSet::default();
        for (func, function) in &module.functions {
            for &block in function.layout() {
                let mut next = None;
                for &inst in function.insts(block).iter().rev() {
                    next = function.locs(inst).first().or(next);
                    let at = next.map(|loc| module.source.get(loc));
                    let is_here = |place: &&SourcePlace| {
                        at.as_ref().is_some_and(|at| {
                            at.line == place.line && module.source.file_name(at.file) == place.file
                        })
                    };
                    if places.iter().any(|place| is_here(&place)) {
                        points.insert((func, inst));
                    }
                }
            }
        }
        Apart { others, points }
    }
}

impl<S: SimilarityPolicy> SimilarityPolicy for Apart<S> {
    fn signature(&mut self, state: &State, scene: &ProgramView<'_>) -> Signature {
        self.others.signature(state, scene)
    }

    fn similar(&mut self, one: &State, two: &State, scene: &ProgramView<'_>) -> bool {
        let frame = &one.frame;
        let inst = scene.code.of(frame.func).insts.get(frame.pc as usize);
        let is_apart = inst.is_some_and(|&inst| self.points.contains(&(frame.func, inst)));
        !is_apart && self.others.similar(one, two, scene)
    }

    fn difference(
        &mut self,
        one: &State,
        two: &State,
        scene: &ProgramView<'_>,
    ) -> Option<DifferingVariable> {
        self.others.difference(one, two, scene)
    }

    fn reason(&self) -> &'static str {
        self.others.reason()
    }
}

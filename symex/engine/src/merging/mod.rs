//! State merging during exploration.
//!
//! Two paths that reach the same program point can continue as one state. Its path condition is their common
//! prefix and the disjunction of the rests; a value that differs becomes a choice. Merging is exact. A
//! [`MergePolicy`] has two halves: a [`SchedulePolicy`] brings states together at merge points, and a
//! [`SimilarityPolicy`] decides which of them are worth merging. The policies are in the crate `symtool-policies`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`join`] | joining two states |
//! | [`topology`] | the progress of a state, as a total order |
pub mod join;
pub mod topology;

use crate::code::Code;
use crate::code::live::LiveRegs;
pub use crate::state::Arrival;
use crate::state::obligations::{self, Numbering, Obligation};
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;
use std::fmt::Debug;
use std::sync::Arc;
use symtool_expr::{Arena, ExprId, Homes};
use symtool_ir::{Func, Module};
use topology::Topology;

/// The states that wait to run, by id.
pub type Waiting = FxHashMap<StateId, Box<State>>;

/// A read-only view of the program and its expressions for a merge policy.
pub struct Scene<'s> {
    /// The program's expressions.
    pub arena: &'s Arena,
    /// The control flow of the program.
    pub topology: &'s Topology,
    /// The decoded functions of the program.
    pub code: &'s Code,
}

/// A mutable view of the waiting states for a policy.
pub struct MergeContext<'b> {
    /// The program's expressions.
    pub arena: &'b mut Arena,
    /// The control flow of the program.
    pub topology: &'b Topology,
    /// The decoded functions of the program.
    pub code: &'b Code,
    /// The live registers, computed on demand.
    pub live: &'b mut LiveRegs,
    /// The waiting states. A joined state is stored under the id of one of the states that were joined.
    pub waiting: &'b mut Waiting,
    /// The numbers of coverage obligations, for obligations that a join creates.
    pub(crate) numbering: Numbering<'b>,
    /// The states that the policy removed from `waiting`.
    pub(crate) gone: Vec<StateId>,
    /// For each removed state, the number of forks on its path.
    pub(crate) depths: Vec<u64>,
}

impl MergeContext<'_> {
    /// Like [`Memory::homes`](crate::memory::Memory::homes), for a waiting state.
    pub fn homes(&mut self, id: StateId) -> Homes {
        let state = self.waiting.get(&id);
        state.map_or_else(Homes::default, |state| state.memory.homes(self.arena))
    }

    /// Removes and returns a waiting state. The caller must let another state represent all of its inputs.
    pub fn take(&mut self, id: StateId) -> Option<Box<State>> {
        let state = self.waiting.remove(&id)?;
        self.gone.push(id);
        self.depths.push(state.depth);
        Some(state)
    }

    /// Transfers the coverage obligations of a removed state to the state that repeats its paths.
    pub fn inherit(&mut self, heir: &mut State, from: &State) {
        let conditions = from.path.conditions();
        let pairs = heir.path.conditions().iter().zip(conditions);
        let common = pairs.take_while(|(a, b)| a == b).count();
        // These conditions may mention inputs that `heir` has not created yet; it will create the same ones.
        let when = join::conjunction(self.arena, &conditions[common..]);
        let mut obligations: Vec<Obligation> = from.merge.obligations.iter().cloned().collect();
        if from.covers_new {
            obligations.push(Obligation {
                number: self.numbering.next_number(),
                when: Arena::TRUE,
                witness: from.merge.witness.clone(),
            });
        }
        obligations::inherit(self.arena, &mut heir.merge.obligations, obligations, when);
    }

    /// Stores a state in place of the waiting state with the same id.
    pub fn put(&mut self, state: State) {
        self.waiting.insert(state.id, Box::new(state));
    }

    /// Returns the join of two states, under the id of the first; `None` if they cannot be joined.
    pub fn join(&mut self, one: &State, two: &State) -> Option<State> {
        join::join(
            self.arena,
            self.code,
            self.live,
            (one, two),
            &mut self.numbering,
        )
    }

    /// Like [`join`](Self::join), with the distinguishing conditions given by the caller.
    pub fn combine(
        &mut self,
        (one, two): (&State, &State),
        ends: join::Ends,
        choose: &mut join::Choose<'_>,
    ) -> Option<State> {
        join::combine(
            self.arena,
            (self.code, self.live),
            (one, two),
            ends,
            choose,
            &mut self.numbering,
        )
    }
}

/// Decides which states run, wait and meet.
///
/// Exploration reports every state that [`waits`](Self::waits) and every state that is [`gone`](Self::gone),
/// but not when a state begins to run. Information noted in `waits` is out of date from then on, so a policy
/// discards it in `stops`, `waits` and `gone`.
pub trait SchedulePolicy {
    /// Returns whether the running state stops at a merge point to wait for others.
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &Scene<'_>) -> bool;

    /// Notifies the policy that a state waits: it has stopped at a program point, or its time slice is used
    /// up (`at` is `None`). At a branch both successors wait, at the beginning of a block.
    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &Scene<'_>);

    /// Notifies the policy that a state has run. `covered_new`: it reached an instruction or branch side that
    /// no path had reached before.
    fn ran(&mut self, state: StateId, covered_new: bool) {
        let _ = (state, covered_new);
    }

    /// Notifies the policy that a state has ended or was merged into another one.
    fn gone(&mut self, state: StateId);

    /// Joins states in a policy-specific way, before the next one is selected.
    fn build(&mut self, context: &mut MergeContext<'_>) {
        let _ = context;
    }

    /// Returns whether a path in a merge region records a branch condition that its path condition already
    /// implies.
    fn keeps_implied(&self, state: &State, condition: ExprId) -> bool {
        let _ = (state, condition);
        false
    }

    /// Returns the state to run next; `wish` is the state that the searcher selected.
    fn next(&mut self, wish: StateId, waiting: &Waiting) -> StateId {
        let _ = waiting;
        wish
    }

    /// Returns the waiting states that may be merged into the next state before it runs. The
    /// [`SimilarityPolicy`] then decides for each pair.
    fn partners(&mut self, next: StateId, waiting: &Waiting) -> Vec<StateId> {
        let _ = (next, waiting);
        Vec::new()
    }

    /// Returns whether the two sides of a branch are merged at the branch if they are similar and reach a
    /// merge point immediately.
    fn joins_at_branches(&self) -> bool {
        false
    }

    /// Notifies the policy that the state `gone` was merged into the state `stays`.
    fn joined(&mut self, stays: &State, gone: StateId, scene: &Scene<'_>) {
        let _ = (stays, scene);
        self.gone(gone);
    }

    /// Returns the engine settings that the policy needs.
    fn requirements(&self) -> PolicyRequirements {
        PolicyRequirements::default()
    }

    /// Returns statistics for the report: label and value.
    fn report(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}

/// The similarity relation: decides which states at one program point are worth merging.
pub trait SimilarityPolicy {
    /// Returns the similarity class of a state. States of different classes at one program point are not
    /// similar; a state without a class may be similar to any. This avoids comparing all pairs.
    fn class(&mut self, state: &State, scene: &Scene<'_>) -> Option<u64> {
        let _ = (state, scene);
        None
    }

    /// Returns whether merging two states at one program point is worthwhile.
    fn similar(&mut self, one: &State, two: &State, scene: &Scene<'_>) -> bool;
}

/// Engine settings that a merge policy requires; `None` leaves a setting as configured.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyRequirements {
    /// Replaces the maximum number of candidate offsets for which a symbolic index becomes a chain of `ite`.
    pub max_ite_cells: Option<usize>,
}

/// A schedule and a similarity relation.
pub struct MergePolicy {
    /// Decides which states meet.
    pub schedule: Box<dyn SchedulePolicy>,
    /// Decides which of these are merged.
    pub similarity: Box<dyn SimilarityPolicy>,
}

/// Creates the merge policy of a run.
pub trait MergePlan: Debug + Send + Sync {
    /// Returns a policy for a program that starts in `entry`.
    fn policy(&self, module: &Module, entry: Func) -> MergePolicy;
}

/// The options of state merging.
#[derive(Clone, Debug)]
pub struct Merging {
    /// The merge policy.
    pub plan: Arc<dyn MergePlan>,
    /// Make a test case for every path of a merged state, not only for new coverage.
    pub all_paths: bool,
}

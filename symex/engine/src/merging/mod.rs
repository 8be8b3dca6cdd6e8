//! State merging during exploration.
//!
//! Two paths that reach the same program point can continue as one state. The path condition of this state is the
//! common prefix of both path conditions and the disjunction of the remaining conditions. A value that differs becomes
//! an `ite`. Merging is exact: the merged state represents the inputs and values of the two states, and no others.
//!
//! A [`MergePolicy`] consists of a [`SchedulePolicy`], which decides which states wait at merge points and which state
//! runs next, and a [`SimilarityPolicy`], which decides which pairs of waiting states are merged. The policies are in
//! the crate `symtool-policies`.
//!
//! Two terms are used in all files of this module:
//!
//! - A *coverage obligation* is a test case that the run still has to write for a path that was merged into another
//!   path.
//! - A *merge region* is the part of a path in which the merge policy collects states: the part between two markers in
//!   the program, or the part from a fork to the exit of the loop or function around the fork.
//!
//! | module | contents |
//! | --- | --- |
//! | [`join`] | joining two states |
//! | [`decision`] | the pairs of states that were merged, and the reasons why others were not |
//! | `log` | records the decisions |
//! | `signature` | the constants of a state that prevent a merge |
//! | `tails` | the difference of two path conditions, and their disjunction |
//! | [`topology`] | the progress of a state in the program, as a total order |
pub mod decision;
pub mod join;
mod log;
mod signature;
mod tails;
pub mod topology;

use crate::code::Code;
use crate::code::live::LiveRegs;
pub use crate::state::Arrival;
use crate::state::obligations::{self, Numbering, Obligation};
use crate::state::{State, StateId};
use decision::{DifferingVariable, Joining, Refusal};
pub(crate) use log::{ForkEnds, MergeLog};
use rustc_hash::FxHashMap;
pub use signature::Signature;
use std::fmt::Debug;
use std::sync::Arc;
use symtool_expr::{Arena, ExprId, InputArrays};
use symtool_ir::{Func, Module};
use topology::Topology;

/// The states that wait to run, by id.
pub type Waiting = FxHashMap<StateId, Box<State>>;

/// A read-only view of the program and its expressions for a merge policy.
pub struct ProgramView<'s> {
    /// The symbolic expressions of the exploration.
    pub arena: &'s Arena,
    /// The facts about the program's control flow that give the order of states by their progress.
    pub topology: &'s Topology,
    /// The decoded functions of the program.
    pub code: &'s Code,
}

/// A mutable view of the waiting states for a merge policy.
pub struct MergeContext<'b> {
    /// The symbolic expressions of the exploration.
    pub arena: &'b mut Arena,
    /// The facts about the program's control flow that give the order of states by their progress.
    pub topology: &'b Topology,
    /// The decoded functions of the program.
    pub code: &'b Code,
    /// The live registers, computed on demand.
    pub live: &'b mut LiveRegs,
    /// The waiting states. The state that results from a join keeps the id of one of the two states that were joined.
    pub waiting: &'b mut Waiting,
    /// Whether an unwinding bound forbids joins of states in different iterations of a loop.
    pub(crate) is_bounded: bool,
    /// The counter that numbers new coverage obligations, which a join may create.
    pub(crate) numbering: Numbering<'b>,
    /// The work that the policy has done in this call, in instructions of the symbolic interpreter.
    pub(crate) work: u64,
    /// The states that the policy removed from `waiting`.
    pub(crate) gone: Vec<StateId>,
    /// The number of forks on the path of each removed state.
    pub(crate) depths: Vec<u64>,
    /// The function and step of each merge of two states.
    pub(crate) points: Vec<(Func, u32)>,
    /// The decisions so far, each to merge or not to merge two states; `None` if they are not recorded.
    pub(crate) log: Option<&'b mut MergeLog>,
}

/// The work of one comparison of two states, in instructions of the symbolic interpreter. The number was measured for
/// pattern-based merging on the benchmark program `kbdclass_true`.
const COMPARISON_WORK: u64 = 100;

impl MergeContext<'_> {
    /// Returns whether two states have equal live registers, memory and output ([`join::same_store`]), and counts the
    /// work of the comparison.
    pub fn has_same_store(&mut self, a: &State, b: &State) -> bool {
        self.work += COMPARISON_WORK;
        join::same_store(self.arena, (self.code, self.live), a, b)
    }

    /// Returns the result of [`Memory::homes`](crate::memory::Memory::homes) for a waiting state: for each symbolic
    /// input that was copied to the beginning of an object, the current contents of this object.
    pub fn homes(&mut self, id: StateId) -> InputArrays {
        let state = self.waiting.get(&id);
        state.map_or_else(InputArrays::default, |state| state.memory.homes(self.arena))
    }

    /// Removes and returns a waiting state; `None` if the id is unknown. The caller must make sure that another state
    /// represents all inputs of the removed state, so that no path is lost.
    pub fn take(&mut self, id: StateId) -> Option<Box<State>> {
        let state = self.waiting.remove(&id)?;
        self.gone.push(id);
        self.depths.push(state.depth);
        Some(state)
    }

    /// Transfers the coverage obligations of the removed state `from` to the state `heir`, which is at an earlier
    /// program point and executes the paths of `from` again. Pattern-based merging uses this function when it joins two
    /// states at `heir` and drops the states that have already continued from this program point.
    pub fn inherit(&mut self, heir: &mut State, from: &State) {
        let conditions = from.path.conditions();
        let pairs = heir.path.conditions().iter().zip(conditions);
        let common = pairs.take_while(|(a, b)| a == b).count();
        // The conditions may contain inputs that `heir` has not created yet. Because `heir` repeats the path, it
        // will create the same inputs.
        let when = tails::conjunction(self.arena, &conditions[common..]);
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

    /// Returns an error if an unwinding bound forbids the join of the two states, because their loop iterations
    /// differ.
    fn within_bound(&self, one: &State, two: &State) -> Result<(), Refusal> {
        match !self.is_bounded || join::is_same_iteration(one, two) {
            true => Ok(()),
            false => Err(Refusal::Iteration),
        }
    }

    /// Returns the join of two states, with the id of the first state; `None` if they cannot be joined. Records the
    /// decision, with the way `how` in which the states become one. Therefore the caller must replace both states by
    /// the result.
    pub fn join(&mut self, how: Joining, one: &State, two: &State) -> Option<State> {
        let joined = self.proposed_join(one, two);
        match (joined, &mut self.log) {
            (Ok(mut joined), log) => {
                self.points.push((two.frame.func, two.frame.pc));
                if let Some(log) = log {
                    log.merged(how, (one, two), &mut joined);
                }
                Some(joined)
            }
            (Err(refusal), Some(log)) => {
                log.refused(one, two, refusal);
                None
            }
            (Err(_), None) => None,
        }
    }

    /// Returns the join of two states as [`join`](Self::join) does, without recording a decision.
    ///
    /// # Errors
    /// The reason why the states cannot be joined.
    pub fn proposed_join(&mut self, one: &State, two: &State) -> Result<State, Refusal> {
        self.within_bound(one, two)?;
        join::join(
            self.arena,
            self.code,
            self.live,
            (one, two),
            &mut self.numbering,
        )
    }

    /// Records that the state `gone` was merged into `merged`, which has a quantifier.
    pub fn record_merge(&mut self, merged: &mut State, gone: &State) {
        self.points.push((gone.frame.func, gone.frame.pc));
        if let Some(log) = &mut self.log {
            let before = merged.clone();
            log.merged(Joining::Quantified, (&before, gone), merged);
        }
    }

    /// Records that the state `gone` was dropped, because the state `heir` at an earlier program point explores the
    /// paths of `gone` again.
    pub fn record_drop(&mut self, heir: &State, gone: &State) {
        if let Some(log) = &mut self.log {
            log.dropped(heir, gone);
        }
    }

    /// Returns the join of two states. `ends` contains the joined path condition and, for each of the two states, the
    /// condition under which the join represents this state. For each value in which the states differ, `choose`
    /// returns the joined value. Returns `None` if the states cannot be joined.
    pub fn combine(
        &mut self,
        (one, two): (&State, &State),
        ends: join::Ends,
        choose: &mut join::Choose<'_>,
    ) -> Option<State> {
        self.within_bound(one, two).ok()?;
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

/// Decides which states run, and which states wait at a merge point for other states.
///
/// The policy is notified of every state that [`waits`](Self::waits) and every state that is [`gone`](Self::gone). It
/// is not notified when a waiting state begins to run, although the data that the policy has stored about this state is
/// then out of date. The policy must discard this data in the next call of `stops`, `waits` or `gone` for the state.
pub trait SchedulePolicy {
    /// Returns whether the running state stops at a merge point, to wait for other states.
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &ProgramView<'_>) -> bool;

    /// Notifies the policy that `state` waits until it is selected. The state has stopped at the program point `at`;
    /// if `at` is `None`, the time slice of the state is used up. After a branch, each of the two successor states
    /// waits at the beginning of its block.
    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &ProgramView<'_>);

    /// Notifies the policy that a state has run. `covered_new` is `true` if the state reached an instruction or
    /// branch side that no path had reached before.
    fn ran(&mut self, state: StateId, covered_new: bool) {
        let _ = (state, covered_new);
    }

    /// Notifies the policy that a state has ended or was merged into another state.
    fn gone(&mut self, state: StateId);

    /// Called before the next state is selected. A policy that itself decides which states to join (such as
    /// pattern-based merging) joins them here. The default implementation joins no states.
    fn build(&mut self, context: &mut MergeContext<'_>) {
        let _ = context;
    }

    /// Returns whether a branch condition is added to the path condition of `state` even if the path condition
    /// implies it. A policy that compares the sequences of branch conditions of paths needs these conditions. This
    /// function is called only for a state in a merge region (the part of a path in which the policy collects
    /// states).
    fn keeps_implied(&self, state: &State, condition: ExprId) -> bool {
        let _ = (state, condition);
        false
    }

    /// Returns the state to run next; `wish` is the state that the searcher selected.
    fn next(&mut self, wish: StateId, waiting: &Waiting) -> StateId {
        let _ = waiting;
        wish
    }

    /// Returns the waiting states that may be merged into the state `next` before it runs. The
    /// [`SimilarityPolicy`] decides for each pair of the returned states and `next` whether the two are merged.
    fn partners(&mut self, next: StateId, waiting: &Waiting) -> Vec<StateId> {
        let _ = (next, waiting);
        Vec::new()
    }

    /// Returns whether the two states of a fork may be merged immediately if both sides of the branch lead directly
    /// to the same merge point. The similarity policy must agree as well.
    fn joins_at_branches(&self) -> bool {
        false
    }

    /// Notifies the policy that the state `gone` was merged into the state `stays`.
    fn joined(&mut self, stays: &State, gone: StateId, scene: &ProgramView<'_>) {
        let _ = (stays, scene);
        self.gone(gone);
    }

    /// Returns the engine settings that the policy needs.
    fn requirements(&self) -> PolicyRequirements {
        PolicyRequirements::default()
    }

    /// Returns statistics for the report, as pairs of label and value.
    fn report(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}

/// The similarity relation: decides whether two states at one program point are merged.
pub trait SimilarityPolicy {
    /// Returns the signature of a state: the constants that some of its variables hold. Two states at one program
    /// point whose signatures have different constants for one variable are not similar. With the default, the empty
    /// signature, all pairs are compared.
    fn signature(&mut self, state: &State, scene: &ProgramView<'_>) -> Signature {
        let _ = (state, scene);
        Signature::default()
    }

    /// Returns whether two states at one program point are similar, so that they are merged.
    fn similar(&mut self, one: &State, two: &State, scene: &ProgramView<'_>) -> bool;

    /// Returns a variable that makes two states dissimilar, for the list of merge decisions; `None` if no single
    /// variable does. The states are at one program point and have the same call stack.
    fn difference(
        &mut self,
        one: &State,
        two: &State,
        scene: &ProgramView<'_>,
    ) -> Option<DifferingVariable> {
        let _ = (one, two, scene);
        None
    }

    /// Describes why states that are not similar are kept apart, for the list of merge decisions.
    fn reason(&self) -> &'static str {
        "the merge policy keeps them apart"
    }
}

/// Engine settings that a merge policy requires. If a setting is `None`, the configured value applies.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyRequirements {
    /// The maximum number of candidate offsets for which an access at a symbolic index becomes a chain of `ite`.
    pub max_ite_cells: Option<usize>,
}

/// A merge policy: a schedule and a similarity relation.
pub struct MergePolicy {
    /// Decides which states wait at a program point until they can be merged.
    pub schedule: Box<dyn SchedulePolicy>,
    /// Decides which of the waiting states at a program point are merged.
    pub similarity: Box<dyn SimilarityPolicy>,
}

/// Creates merge policies. The configuration of a run contains a plan instead of a policy, because each worker of a
/// parallel exploration needs a policy of its own.
pub trait MergePlan: Debug + Send + Sync {
    /// Returns a policy for a program that starts in `entry`.
    fn policy(&self, module: &Module, entry: Func) -> MergePolicy;
}

/// The options of state merging.
#[derive(Clone, Debug)]
pub struct Merging {
    /// The plan that creates the merge policy of each worker.
    pub plan: Arc<dyn MergePlan>,
    /// Whether every path of a merged state gets a test case. If `false`, only the paths that cover new code
    /// get one.
    pub all_paths: bool,
}

//! Merges states in the main loop of exploration, if a merge policy is configured.
//!
//! A state that arrives at a merge point waits there if the merge policy agrees. When a waiting state is selected to
//! run, it is first merged with the other states that wait at the same program point. The first pair to be merged is
//! the one whose two path conditions have the longest common prefix. So the states of the two sides of a branch are
//! merged with each other before they are merged with other states. The path condition of their join is the path
//! condition before the branch.
//!
//! A *merge region* is the part of a path in which the merge policy collects states: the part between two markers in
//! the program, or the part from a fork to the exit of the loop or function around the fork.
use super::Executor;
use crate::code::live::LiveRegs;
use crate::merging::decision::{Joining, MergeDecision, Refusal};
use crate::merging::topology::{EdgeTarget, Topology};
use crate::merging::{
    Arrival, MergeContext, MergeLog, MergePolicy, Merging, PolicyRequirements, ProgramView,
    Signature, join,
};
use crate::profile::NodeEnd;
use crate::state::obligations::Numbering;
use crate::state::{State, StateId};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use symtool_expr::ExprId;
use symtool_ir::Func;

/// The maximum number of states at one program point that are compared pairwise. A larger group is divided into parts,
/// and states of different parts are not compared.
const MAX_GROUP: usize = 48;

/// A state with its signature, which contains the constants that some of its variables hold. Two states whose
/// signatures have different constants for one variable are not merged.
type Signed = (StateId, Signature);

/// The data for state merging. An executor has it only if a merge policy is configured.
pub(super) struct Merger {
    pub(super) policy: MergePolicy,
    requirements: PolicyRequirements,
    pub(super) topology: Topology,
    pub(super) live: LiveRegs,
    /// The number of the newest coverage obligation (a test case that a merged path still needs).
    pub(super) last_obligation: u64,
    /// The decisions so far, each to merge or not to merge two states; `None` if they are not recorded.
    pub(super) log: Option<MergeLog>,
}

impl Executor<'_> {
    /// Sets up state merging for a program that starts in the function `entry`. Does nothing if there is no merge
    /// policy.
    pub(super) fn begin_merging(&mut self, entry: Func) {
        let Some(Merging { plan, .. }) = &self.config.merging else {
            return;
        };
        // Concolic execution follows one input at a time, so it does not merge states.
        if self.guidance.is_some() {
            return;
        }
        let policy = plan.policy(self.program, entry);
        self.merger = Some(Box::new(Merger {
            requirements: policy.schedule.requirements(),
            policy,
            topology: Topology::new(self.program, &self.code),
            live: LiveRegs::default(),
            last_obligation: self.first_obligation(),
            log: self.config.log_merges.then(MergeLog::default),
        }));
    }

    /// Returns the maximum number of candidate offsets for which an access at a symbolic index becomes a chain of
    /// `ite`. The number comes from the merge policy or, if the policy does not determine it, from the configuration.
    pub(super) fn max_ite_cells(&self) -> usize {
        let merger = self.merger.as_ref();
        let required = merger.and_then(|merger| merger.requirements.max_ite_cells);
        required.unwrap_or(self.config.memory.max_ite_cells)
    }

    /// Returns the statistics that the merge policy keeps, as pairs of label and number.
    pub(super) fn merge_report(&self) -> Vec<(String, u64)> {
        self.merger
            .as_ref()
            .map_or_else(Vec::new, |m| m.policy.schedule.report())
    }

    /// Removes and returns the recorded decisions, each to merge or not to merge two states. Also adds the ends of
    /// forks ([`ForkEnds`](crate::merging::ForkEnds)) to the costs of the steps that forked.
    pub(super) fn merge_decisions(&mut self) -> Vec<MergeDecision> {
        let log = self.merger.as_mut().and_then(|merger| merger.log.take());
        let Some(log) = log else {
            return Vec::new();
        };
        for (point, ends) in log.fork_ends() {
            self.hotspots.count_fork_ends(point, ends);
        }
        log.decisions(&self.code)
    }

    /// Updates the loop iteration counters of a state for the edge `edge`, which the state follows next. Returns
    /// the properties of the edge's target.
    #[inline]
    pub(super) fn count_iteration(&mut self, state: &mut State, edge: u32) -> EdgeTarget {
        if self.profiler.is_some() {
            let func = state.frame.func;
            let target = self.code.of(func).edges[edge as usize].target;
            self.profile_jump(func, target);
        }
        match (&self.merger, &self.unwinding) {
            (None, None) => EdgeTarget::default(),
            (Some(merger), _) => merger.topology.follow(&mut state.frame, edge),
            (None, Some(unwinding)) => unwinding.topology.follow(&mut state.frame, edge),
        }
    }

    /// Returns whether a state that arrives at a merge point stops there. Usually the merge policy decides. However, if
    /// no other state is live, the policy is called only at the markers of a merge region (the part of a path in which
    /// the policy collects states) and at the exit of a loop in a merge region. At all other merge points, the state
    /// then does not stop.
    pub fn stops(&mut self, state: &mut State, at: Arrival) -> bool {
        let Some(merger) = &mut self.merger else {
            return false;
        };
        let is_asked = matches!(at, Arrival::Open | Arrival::Close | Arrival::Leave);
        if self.live.states.is_empty() && !is_asked {
            return false;
        }
        let scene = ProgramView {
            arena: &self.arena,
            topology: &merger.topology,
            code: &self.code,
        };
        let stops = merger.policy.schedule.stops(state, at, &scene);
        if stops {
            state.merge.arrival = Some(at);
        }
        stops
    }

    /// Notifies the merge policy that a live state now waits until it is selected to run.
    pub(super) fn waits(&mut self, state: &mut State) {
        if let Some(merger) = &mut self.merger {
            let scene = ProgramView {
                arena: &self.arena,
                topology: &merger.topology,
                code: &self.code,
            };
            let at = state.merge.arrival;
            merger.policy.schedule.waits(state, at, &scene);
        }
    }

    /// Notifies the searcher and the merge policy that a state is no longer live: its path has ended, or the state was
    /// merged or evicted.
    pub(super) fn gone(&mut self, id: StateId) {
        self.live.searcher.removed(id);
        if let Some(merger) = &mut self.merger {
            merger.policy.schedule.gone(id);
        }
    }

    /// Selects the state to run, after merging it with the other states at its program point. The searcher has
    /// selected the state `wish`, but the merge policy may prefer another state. Returns the id of the selected
    /// state.
    pub(super) fn chosen(&mut self, mut wish: StateId) -> StateId {
        let Some(mut merger) = self.merger.take() else {
            return wish;
        };
        self.build(&mut merger);
        let next = loop {
            let next = merger.policy.schedule.next(wish, &self.live.states);
            let mut group = merger.policy.schedule.partners(next, &self.live.states);
            if group.is_empty() {
                break next;
            }
            group.push(next);
            group.sort_unstable();
            group.dedup();
            for part in group.chunks(MAX_GROUP) {
                let stay = self.join_group(&mut merger, part);
                if part.contains(&wish) && !self.live.states.contains_key(&wish) {
                    wish = stay.into_iter().min().unwrap_or(wish);
                }
            }
        };
        self.merger = Some(merger);
        next
    }

    /// Calls [`SchedulePolicy::build`](crate::merging::SchedulePolicy::build), in which the merge policy may join
    /// waiting states by a method other than the pairwise comparison in this file. The main loop calls this function
    /// before it selects the next state.
    fn build(&mut self, merger: &mut Merger) {
        let mut context = MergeContext {
            arena: &mut self.arena,
            topology: &merger.topology,
            code: &self.code,
            live: &mut merger.live,
            waiting: &mut self.live.states,
            is_bounded: self.unwinding.is_some(),
            numbering: Numbering {
                last: &mut merger.last_obligation,
                fulfilled: &self.obligations.fulfilled,
            },
            work: 0,
            gone: Vec::new(),
            depths: Vec::new(),
            points: Vec::new(),
            log: merger.log.as_mut(),
        };
        let before = context.arena.len();
        merger.policy.schedule.build(&mut context);
        let MergeContext {
            work,
            gone,
            depths,
            points,
            ..
        } = context;
        self.clock.merging += work;
        if let Some(&point) = points.first() {
            self.created_ites(point, before);
        }
        points
            .into_iter()
            .for_each(|point| self.hotspots.count_merge(point));
        for depth in depths {
            self.stats.explored.add_path(depth);
            self.stats.paths.merged += 1;
        }
        for id in gone {
            self.live.searcher.removed(id);
            self.profile_node_end(id, NodeEnd::Merged);
            self.profile_gone(id);
        }
    }

    /// Adds the branch condition `cond` to the path condition although the path condition implies it. A merge policy
    /// that compares the sequences of branch conditions of paths needs every branch condition. Does nothing if the
    /// policy does not request the condition, or if the state is outside of a merge region (the part of a path in which
    /// the merge policy collects states).
    pub(super) fn add_implied(&mut self, state: &mut State, cond: ExprId) {
        let keeps = |merger: &Merger| merger.policy.schedule.keeps_implied(state, cond);
        if !state.merge.regions.is_empty() && self.merger.as_deref().is_some_and(keeps) {
            self.assume(state, cond);
        }
    }

    /// Merges the waiting states `group` at one program point as far as possible. Returns the ids of the remaining
    /// states.
    fn join_group(&mut self, merger: &mut Merger, group: &[StateId]) -> Vec<StateId> {
        let mut group: Vec<_> = group
            .iter()
            .map(|&id| (id, self.signature(merger, id)))
            .collect();
        let mut pairs: BTreeSet<(Reverse<usize>, StateId, StateId)> = BTreeSet::new();
        for (at, one) in group.iter().enumerate() {
            pairs.extend(self.pairs(merger, one, &group[at + 1..]));
        }
        while let Some((_, a, b)) = pairs.pop_first() {
            let result = self.join_pair(merger, a, b);
            if let Err(refusal) = result {
                self.record_refusal(merger, (a, b), refusal);
            } else {
                // The merged state has the id of the first state. Its signature may differ from that of the first
                // state, because a variable may be constant in the first state only.
                let joined = (a, self.signature(merger, a));
                group.retain(|&(id, _)| id != a && id != b);
                pairs.retain(|&(_, x, y)| ![x, y].iter().any(|id| [a, b].contains(id)));
                pairs.extend(self.pairs(merger, &joined, &group));
                group.push(joined);
            }
        }
        group.into_iter().map(|(id, _)| id).collect()
    }

    fn signature(&self, merger: &mut Merger, id: StateId) -> Signature {
        let Some(state) = self.live.states.get(&id) else {
            return Signature::default();
        };
        let scene = ProgramView {
            arena: &self.arena,
            topology: &merger.topology,
            code: &self.code,
        };
        merger.policy.similarity.signature(state, &scene)
    }

    /// Returns the pairs that consist of the state `a` and a state of `others`, except pairs whose signatures have
    /// different constants for one variable. Such pairs are recorded as refused. The pairs are ordered by the length of
    /// the common prefix of the two path conditions, longest prefix first.
    fn pairs(
        &self,
        merger: &mut Merger,
        (a, signature): &Signed,
        others: &[Signed],
    ) -> Vec<(Reverse<usize>, StateId, StateId)> {
        let a = *a;
        let mut pairs = Vec::new();
        for (b, other) in others {
            let b = *b;
            if signature.excludes(other) {
                if merger.log.is_some()
                    && let (Some(one), Some(two)) =
                        (self.live.states.get(&a), self.live.states.get(&b))
                {
                    let refusal = self.dissimilar(merger, one, two);
                    self.record_refusal(merger, (a, b), refusal);
                }
            } else {
                pairs.push((Reverse(self.common(a, b)), a.min(b), a.max(b)));
            }
        }
        pairs
    }

    /// Records that two waiting states at one program point were not merged, if merge decisions are recorded.
    fn record_refusal(&self, merger: &mut Merger, (a, b): (StateId, StateId), refusal: Refusal) {
        let (one, two) = (self.live.states.get(&a), self.live.states.get(&b));
        if let (Some(log), Some(one), Some(two)) = (&mut merger.log, one, two) {
            log.refused(one, two, refusal);
        }
    }

    /// Returns the length of the common prefix of the path conditions of two states.
    fn common(&self, a: StateId, b: StateId) -> usize {
        let path = |id: StateId| {
            self.live
                .states
                .get(&id)
                .map_or(&[][..], |s| s.path.conditions())
        };
        let pairs = path(a).iter().zip(path(b));
        pairs.take_while(|(x, y)| x == y).count()
    }

    /// Checks whether two states at one program point can be merged, before their join is computed. Returns a reason
    /// not to merge the states; `None` if the checks find no reason.
    fn refusal(&self, merger: &mut Merger, one: &State, two: &State) -> Option<Refusal> {
        let scene = ProgramView {
            arena: &self.arena,
            topology: &merger.topology,
            code: &self.code,
        };
        // Cheap checks come first.
        let similarity = &mut merger.policy.similarity;
        if !join::is_same_point(one, two) {
            Some(Refusal::Point)
        } else if self.unwinding.is_some() && !join::is_same_iteration(one, two) {
            Some(Refusal::Iteration)
        } else if !similarity.similar(one, two, &scene) {
            Some(self.dissimilar(merger, one, two))
        } else {
            join::refusal(one, two)
        }
    }

    /// Returns the refusal to merge two states that are not similar. It names a variable in which they differ if merge
    /// decisions are recorded.
    fn dissimilar(&self, merger: &mut Merger, one: &State, two: &State) -> Refusal {
        let scene = ProgramView {
            arena: &self.arena,
            topology: &merger.topology,
            code: &self.code,
        };
        let similarity = &mut merger.policy.similarity;
        let variable = match merger.log {
            Some(_) => similarity.difference(one, two, &scene),
            None => None,
        };
        Refusal::Policy {
            reason: similarity.reason(),
            variable,
        }
    }

    /// Merges the two waiting states with the ids `a` and `b`. The merged state has the id `a`.
    ///
    /// # Errors
    /// The reason why the states are not merged.
    fn join_pair(&mut self, merger: &mut Merger, a: StateId, b: StateId) -> Result<(), Refusal> {
        let (Some(one), Some(two)) = (self.live.states.get(&a), self.live.states.get(&b)) else {
            return Err(Refusal::Point);
        };
        let point = (one.frame.func, one.frame.pc);
        if let Some(refusal) = self.refusal(merger, one, two) {
            if let Refusal::Policy { .. } = refusal {
                self.hotspots.count_refusal(point);
            }
            return Err(refusal);
        }
        let (one, two) = (self.live.states.remove(&a), self.live.states.remove(&b));
        let (Some(mut one), Some(mut two)) = (one, two) else {
            return Err(Refusal::Point);
        };
        self.ensure_witness(&mut one);
        self.ensure_witness(&mut two);
        let mut numbering = Numbering {
            last: &mut merger.last_obligation,
            fulfilled: &self.obligations.fulfilled,
        };
        let before = self.arena.len();
        let live = &mut merger.live;
        let joined = join::join(
            &mut self.arena,
            &self.code,
            live,
            (&one, &two),
            &mut numbering,
        );
        let mut joined = match joined {
            Ok(joined) => joined,
            Err(refusal) => {
                self.live.states.insert(a, one);
                self.live.states.insert(b, two);
                return Err(refusal);
            }
        };
        if let Some(log) = &mut merger.log {
            log.merged(Joining::Choice, (&one, &two), &mut joined);
        }
        joined.merge.arrival = one.merge.arrival;
        self.stats.explored.add_path(joined.depth);
        self.stats.paths.merged += 1;
        self.live.searcher.removed(b);
        self.profile_join(&joined, b);
        let scene = ProgramView {
            arena: &self.arena,
            topology: &merger.topology,
            code: &self.code,
        };
        merger.policy.schedule.joined(&joined, b, &scene);
        self.created_ites(point, before);
        self.hotspots.count_merge(point);
        self.live.states.insert(a, Box::new(joined));
        Ok(())
    }
}

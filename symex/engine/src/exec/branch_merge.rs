//! Branches whose sides reach a merge point immediately.
//!
//! `if (x > MOST) x = MOST;` is a branch whose sides both lead to the block B after the `if`. One side passes through
//! an empty block, because in SSA form the assignment is an argument of the edge to B. A fork at this branch would give
//! two states that arrive at B without executing anything else, and are merged there. Therefore, if the merge policy
//! agrees, no state is forked: the values in which the two sides differ become `ite`s at the branch.
use super::Executor;
use super::merging::Merger;
use crate::code::{Step, TerminatorStep};
use crate::merging::topology::Topology;
use crate::merging::{ProgramView, join};
use crate::state::State;
use crate::state::obligations::Numbering;
use std::rc::Rc;
use symtool_expr::ExprId;
use symtool_ir::Func;

/// The edges from a branch to a merge point: the edge of the branch, then the edge out of the empty block if the
/// side passes through one.
type Route = (u32, Option<u32>);

impl Executor<'_> {
    /// Follows both sides of a branch to a merge point that they reach immediately, and merges the states there, if the
    /// merge policy agrees. Returns whether the states were merged. `sides` contains the condition and the edge of each
    /// side. Both sides must be feasible.
    pub(super) fn merge_at_branch(&mut self, state: &mut State, sides: [(ExprId, u32); 2]) -> bool {
        let func = state.frame.func;
        let Some(routes) = self.routes(func, sides.map(|(_, edge)| edge)) else {
            return false;
        };
        let Some(mut merger) = self.merger.take() else {
            return false;
        };
        let before = self.arena.len();
        let joined = self.joined_sides(&mut merger, state, sides, routes);
        self.merger = Some(merger);
        let is_joined = joined.is_some();
        if let Some(joined) = joined {
            let point = (joined.frame.func, joined.frame.pc);
            self.created_ites(point, before);
            self.hotspots.count_merge(point);
            self.profile_branch_merge(state);
            *state = joined;
        }
        is_joined
    }

    fn joined_sides(
        &mut self,
        merger: &mut Merger,
        state: &mut State,
        sides: [(ExprId, u32); 2],
        routes: [Route; 2],
    ) -> Option<State> {
        if !merger.policy.schedule.joins_at_branches() {
            return None;
        }
        let mut one = self.side(&merger.topology, state, sides[0].0, routes[0]);
        let mut two = self.side(&merger.topology, state, sides[1].0, routes[1]);
        let scene = ProgramView {
            arena: &self.arena,
            topology: &merger.topology,
            code: &self.code,
        };
        if !join::may_join(&one, &two) || !merger.policy.similarity.similar(&one, &two, &scene) {
            return None;
        }
        let covers = state.covers_new;
        let func = state.frame.func;
        let reached = routes.map(|route| self.reached(func, route));
        // `covers_new` marks a state that still needs a test case for code that it covered first. The code that was
        // covered before the branch needs only one test case, which may take either side of the branch. Therefore only
        // one of the two sides inherits `covers_new`.
        one.covers_new = reached[0] || (covers && !reached[1]);
        two.covers_new = reached[1];
        // If the join below fails, the caller forks `state` at the branch. This fork finds no new coverage, because the
        // edges of both sides are marked as covered already. Therefore `state` itself gets `covers_new` here.
        state.covers_new |= reached.contains(&true);
        self.ensure_witness(&mut one);
        self.ensure_witness(&mut two);
        let mut numbering = Numbering {
            last: &mut merger.last_obligation,
            fulfilled: &self.obligations.fulfilled,
        };
        let joined = join::join(
            &mut self.arena,
            &self.code,
            &mut merger.live,
            (&one, &two),
            &mut numbering,
        );
        let joined = joined.ok()?;
        if let Some(log) = &mut merger.log {
            log.merged_at_branch(&joined, (state.frame.func, state.frame.pc));
        }
        Some(joined)
    }

    /// Returns the routes of the two edges `edges` to their first common block. Each route may pass through one empty
    /// block. Returns `None` if there is no such block.
    fn routes(&self, func: Func, edges: [u32; 2]) -> Option<[Route; 2]> {
        let body = self.code.of(func);
        let target = |edge: u32| body.edges[edge as usize].target;
        let behind = |edge: u32| match &body.steps[target(edge) as usize] {
            Step::Terminator(TerminatorStep::Jump(next)) => Some(*next),
            _ => None,
        };
        let long = |edge: u32| behind(edge).map(|next| (target(next), (edge, Some(next))));
        let both = |edge: u32| [Some((target(edge), (edge, None))), long(edge)];
        let (one, two) = (both(edges[0]), both(edges[1]));
        let mut pairs = one
            .iter()
            .flatten()
            .flat_map(|a| two.iter().flatten().map(move |b| (a, b)));
        let (a, b) = pairs.find(|(a, b)| a.0 == b.0)?;
        Some([a.1, b.1])
    }

    /// Returns a copy of the state at the end of a route (the edges from the branch to the merge point), under the
    /// condition `cond`.
    fn side(
        &mut self,
        topology: &Topology,
        state: &State,
        cond: ExprId,
        (first, second): Route,
    ) -> State {
        let mut side = state.clone();
        self.assume(&mut side, cond);
        let code = Rc::clone(&self.code);
        for edge in [Some(first), second].into_iter().flatten() {
            let edge_data = &code.of(side.frame.func).edges[edge as usize];
            topology.follow(&mut side.frame, edge);
            self.move_arguments(&mut side, edge_data);
            side.frame.pc = edge_data.target;
        }
        side
    }

    /// Marks a route (from a branch to a merge point) as covered: its edges, and the step in its empty block if it
    /// has one. Returns whether any of these edges and steps is new coverage.
    fn reached(&mut self, func: Func, (first, second): Route) -> bool {
        let code = Rc::clone(&self.code);
        let edges = &code.of(func).edges;
        let mut new = false;
        for edge in [Some(first), second].into_iter().flatten() {
            new |= edges[edge as usize].is_side && self.coverage.edge(func, edge);
        }
        if second.is_some() {
            let step = edges[first as usize].target as usize;
            self.stats.executed(func, step);
            new |= self.coverage.step(func, step);
        }
        new
    }
}

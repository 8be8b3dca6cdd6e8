//! Static merging (Kuznetsov et al., PLDI 2012, §5.4): states wait for each other at merge points.
//!
//! The state furthest behind in topological order runs first, regardless of the search. In this order, a program
//! point precedes its successors ([`symtool_engine::merging::topology`]). When a state at a merge point is selected,
//! every state that can still reach this point in the same iterations of the enclosing loops already waits there.
//! Similar states at the merge point are joined.
//!
//! A state in an infinite loop would stay behind all others and run forever. For fairness, the policy counts
//! *scheduling steps*: each arrival of a state at a merge point is one step. Each time slice (a fixed number of
//! instructions) that is used up without an arrival is [`WHOLE_SLICE`] steps. After n steps in which no path ends, the
//! state furthest ahead runs until a path ends, but for at most n steps. If no path ends in these steps either, n
//! doubles.
use crate::positions::{Positions, is_topological};
use symtool_engine::merging::{Arrival, ProgramView, SchedulePolicy, Waiting};
use symtool_engine::state::{State, StateId};

/// The initial fairness limit: after this number of scheduling steps in which no path ends, the state furthest ahead in
/// topological order runs. Without this limit, a state in an infinite loop would run forever.
const PATIENCE: u64 = 1 << 15;
/// The number of scheduling steps that count if a state uses up its time slice without reaching a merge point. Each
/// arrival of a state at a merge point counts as one scheduling step.
const WHOLE_SLICE: u64 = 1 << 9;

/// The schedule of static merging: runs the state that is furthest behind in topological order.
#[derive(Debug)]
pub struct Topological {
    positions: Positions,
    /// Number of scheduling steps since a path last ended.
    steps: u64,
    /// The current fairness limit (see [`PATIENCE`]). The limit doubles whenever the state furthest ahead has run
    /// without ending a path.
    patience: u64,
    /// The state that runs for fairness: the state that was furthest ahead when it was chosen. It runs before all
    /// states behind it, until a path ends or `steps` reaches twice `patience`.
    fair_choice: Option<StateId>,
    /// How often a state was chosen to run for fairness.
    fair: u64,
}

impl Default for Topological {
    fn default() -> Topological {
        Topological {
            positions: Positions::default(),
            steps: 0,
            patience: PATIENCE,
            fair_choice: None,
            fair: 0,
        }
    }
}

impl Topological {
    fn progress(&mut self) {
        self.steps = 0;
        self.fair_choice = None;
    }
}

impl SchedulePolicy for Topological {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &ProgramView<'_>) -> bool {
        if !is_topological(at) {
            return false;
        }
        self.positions.remove(state.id);
        self.positions.has_caught_up(state, scene)
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &ProgramView<'_>) {
        self.steps += if at.is_some() { 1 } else { WHOLE_SLICE };
        self.positions.insert(state, at, scene);
    }

    fn gone(&mut self, state: StateId) {
        self.positions.remove(state);
        self.progress();
    }

    fn next(&mut self, wish: StateId, _: &Waiting) -> StateId {
        if self.steps >= 2 * self.patience {
            self.patience *= 2;
            self.progress();
        }
        if self.steps >= self.patience && self.fair_choice.is_none() {
            self.fair_choice = self.positions.last();
            self.fair += 1;
        }
        let fair_choice = self.fair_choice.filter(|&id| self.positions.contains(id));
        fair_choice.unwrap_or_else(|| self.positions.first().unwrap_or(wish))
    }

    fn partners(&mut self, next: StateId, _: &Waiting) -> Vec<StateId> {
        self.positions.partners(next)
    }

    fn joins_at_branches(&self) -> bool {
        true
    }

    fn joined(&mut self, _: &State, gone: StateId, _: &ProgramView<'_>) {
        self.positions.remove(gone);
    }

    fn report(&self) -> Vec<(String, u64)> {
        vec![(
            "states run out of order, for fairness".to_owned(),
            self.fair,
        )]
    }
}

//! Joining states while a program is explored.
//!
//! Two paths that have come to the same place can go on as one state: its path condition is what both began with and the
//! disjunction of what followed, and where they hold different values it holds a choice between both. What is joined is
//! exact; whether it pays is another question, and a [`MergePolicy`] answers it. The policies are outside of this crate;
//! exploration asks one through this trait.
//!
//! | room | holds |
//! | --- | --- |
//! | [`join`] | two states as one |
//! | [`parts`] | which paths a joined state stands for, and what it owes test cases for |
//! | [`topology`] | how far a state has come, as an order |
pub mod join;
pub mod parts;
pub mod topology;

use crate::exec::decode::Code;
use crate::exec::decode::live::LiveRegs;
use crate::state::{State, StateId};
use parts::News;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Debug;
use std::sync::Arc;
use symtool_expr::{Arena, ExprId, Homes};
use symtool_ir::{Func, Module};
use topology::Topology;

/// The states that wait to run, by id.
pub type Waiting = FxHashMap<StateId, Box<State>>;

/// What a policy sees of an exploration.
pub struct Scene<'s> {
    /// The program's expressions.
    pub arena: &'s Arena,
    /// Its control flow.
    pub topology: &'s Topology,
    /// The program as it runs.
    pub code: &'s Code,
}

/// Where a state has come to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At the beginning of a block.
    Block,
    /// Back from a call.
    Return,
    /// Out of a loop; only told of states that are in a region.
    Leave,
    /// At the beginning of a region that the program wants merged.
    Open,
    /// Behind the end of one.
    Close,
}

/// Where a policy works on the states that wait.
pub struct Bench<'b> {
    /// The program's expressions.
    pub arena: &'b mut Arena,
    /// Its control flow.
    pub topology: &'b Topology,
    /// The program as it runs.
    pub code: &'b Code,
    /// What is live where.
    pub live: &'b mut LiveRegs,
    /// The states; what is built takes the place of one of those that it is built from.
    pub waiting: &'b mut Waiting,
    /// The last number that news were given.
    pub(crate) news: &'b mut u32,
    /// The news that a test case tells of.
    pub(crate) told: &'b FxHashSet<u32>,
    /// States that were taken out.
    pub(crate) gone: Vec<StateId>,
    /// Forks on the paths that were joined.
    pub(crate) depths: Vec<u64>,
}

impl Bench<'_> {
    /// Where a state has the inputs that live in objects with something beside them.
    pub fn homes(&mut self, id: StateId) -> Homes {
        let state = self.waiting.get(&id);
        state.map_or_else(Homes::default, |state| state.memory.homes(self.arena))
    }

    /// Takes out a state, all of whose inputs another one goes on with.
    pub fn take(&mut self, id: StateId) -> Option<Box<State>> {
        let state = self.waiting.remove(&id)?;
        self.gone.push(id);
        self.depths.push(state.depth);
        Some(state)
    }

    /// A state was taken out because another one goes the same ways again: what it was the first to reach is news of that one.
    pub fn inherit(&mut self, heir: &mut State, from: &State) {
        let conditions = from.path.conditions();
        let pairs = heir.path.conditions().iter().zip(conditions);
        let common = pairs.take_while(|(a, b)| a == b).count();
        // Inputs that the heir has not made yet will be the same.
        let when = join::conjunction(self.arena, &conditions[common..]);
        let mut news: Vec<News> = from.news.iter().cloned().collect();
        if from.covers_new {
            *self.news += 1;
            news.push(News {
                number: *self.news,
                when: Arena::TRUE,
                witness: from.witness.clone(),
            });
        }
        parts::inherit(self.arena, &mut heir.news, news, when);
    }

    /// Puts a state in the place of the waiting one of its name.
    pub fn put(&mut self, state: State) {
        self.waiting.insert(state.id, Box::new(state));
    }

    /// Two states as one, under the name of the first; `None` if they cannot be joined.
    pub fn join(&mut self, one: &State, two: &State) -> Option<State> {
        let mut number = || {
            *self.news += 1;
            *self.news
        };
        join::join(
            self.arena,
            self.code,
            self.live,
            (one, two),
            &mut number,
            self.told,
        )
    }

    /// The same where others know how the paths are told from each other.
    pub fn combine(
        &mut self,
        (one, two): (&State, &State),
        ends: join::Ends,
        choose: &mut join::Choose<'_>,
    ) -> Option<State> {
        let mut number = || {
            *self.news += 1;
            *self.news
        };
        join::combine(
            self.arena,
            (self.code, self.live),
            (one, two),
            ends,
            choose,
            (&mut number, self.told),
        )
    }
}

/// Decides which states run, wait and are joined.
///
/// Exploration tells it of every state that [`waits`](Self::waits) and of every state that is [`gone`](Self::gone), but not when a
/// state begins to run: what a policy has noted in `waits` is out of date from then on, so it is to be forgotten in `stops`,
/// `waits` and `gone`.
pub trait MergePolicy {
    /// The running state has come to a place where states may meet. Does it stop there?
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &Scene<'_>) -> bool;

    /// A state waits: it has stopped at a place, or its turn was used up (`at` is none). At a branch both the running state and
    /// what it forks off wait, at the beginning of a block.
    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &Scene<'_>);

    /// A state had its turn; did it reach an instruction or a branch side that no path had reached?
    fn ran(&mut self, state: StateId, covered_new: bool) {
        let _ = (state, covered_new);
    }

    /// A state has ended or was joined to another.
    fn gone(&mut self, state: StateId);

    /// Joins states its own way, before the next one is chosen.
    fn build(&mut self, bench: &mut Bench<'_>) {
        let _ = bench;
    }

    /// A branch of a state in a region has only one possible side: should the path keep its condition?
    fn keeps_implied(&self, state: &State, condition: ExprId) -> bool {
        let _ = (state, condition);
        false
    }

    /// Which state runs next, where the searcher has chosen `wish`.
    fn next(&mut self, wish: StateId, waiting: &Waiting) -> StateId {
        let _ = waiting;
        wish
    }

    /// The states with which the next one, which waits, should be joined before it runs. They are asked about one by one; what
    /// is similar and can be joined is.
    fn partners(&mut self, next: StateId, waiting: &Waiting) -> Vec<StateId>;

    /// States of two different classes that stand at one place are not similar; one without a class may be similar to any. So not
    /// all of many states have to be compared with each other.
    fn class(&mut self, state: &State, scene: &Scene<'_>) -> Option<u64> {
        let _ = (state, scene);
        None
    }

    /// Is it worth joining two states at one place?
    fn similar(&mut self, one: &State, two: &State, scene: &Scene<'_>) -> bool;

    /// Are the two sides of a branch that meet at once to be joined before they part, if they are similar?
    fn joins_at_branches(&self) -> bool {
        false
    }

    /// A state was joined to another, which stays.
    fn joined(&mut self, stays: &State, gone: StateId, scene: &Scene<'_>);

    /// What it has to tell in the end, a line each.
    fn report(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}

/// Makes the policy of a run.
pub trait MergePlan: Debug + Send + Sync {
    /// A policy for a program that starts in `entry`.
    fn policy(&self, module: &Module, entry: Func) -> Box<dyn MergePolicy>;
}

/// How states are merged while a program is explored.
#[derive(Clone, Debug)]
pub struct Merging {
    /// Which states are joined.
    pub plan: Arc<dyn MergePlan>,
    /// Make a test case for every path that a joined state stands for, not only for what is new.
    pub all_paths: bool,
}

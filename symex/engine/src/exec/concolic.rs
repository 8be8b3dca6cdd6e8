//! Concolic execution toward uncovered branches.
//!
//! In a melded program, some branches are replaced by straight-line code. So a path represents inputs that take
//! different sides of these branches, but it has one test case, which takes one side of each. To find inputs for the
//! other sides, the original program is run on the input of this test case, and the conditions of its branches are
//! computed symbolically (concolic testing: Godefroid, Klarlund & Sen, PLDI 2005, §2). At each branch with a side that
//! no run has taken, the solver searches for an input that takes this side. The number of queries per side is bounded,
//! so the number of paths is small for every program.
//!
//! Concolic execution forks only to uncovered sides. Suppose that an uncovered side can be reached only through a
//! covered side, and that none of the followed inputs takes this covered side. Then concolic execution does not find
//! the uncovered side. [`super::directed`] searches for such sides.
//!
//! The *guide* of a state is the concrete input that the state follows, stored as a model (an assignment of values to
//! the symbolic inputs). Invariant: the guide satisfies the path condition of the state.
use super::{Executor, Flow, Observer, Stepped, Stop};
use crate::config::{Config, TestCases, Witnesses};
use crate::coverage::Replayed;
use crate::state::State;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_expr::ExprId;
use symtool_ir::{Func, Inputs};
use symtool_solver::{Model, SolverStats, Tri};

/// The maximum number of queries for one uncovered branch side. Each query searches for an input that takes the side.
/// In a loop, each iteration may issue one query for the same side.
const TRIES: u32 = 32;

/// The state of concolic execution.
#[derive(Debug, Default)]
pub(super) struct Guidance {
    /// The concrete input along which the program is executed now.
    input: Inputs,
    /// Whether the run takes only the branch sides that `input` takes, and never forks to another side.
    follows_only: bool,
    /// For each branch side, the number of attempts so far to find an input that takes it. If a query reaches its time
    /// limit, the number becomes [`TRIES`], so that no further query is issued for the side.
    tries: FxHashMap<(Func, u32), u32>,
}

impl Guidance {
    /// Returns the guidance of a run that follows one input and takes no branch side that this input does not take.
    pub(super) fn following(input: &Inputs) -> Guidance {
        Guidance {
            input: input.clone(),
            follows_only: true,
            ..Guidance::default()
        }
    }
}

/// Runs the original program on each of `inputs`, and computes the conditions of its branches symbolically. Reports to
/// the observer further inputs, which take branch sides that are uncovered so far ([`Observer::witness`]). `reached`
/// contains the original program and its coverage. Returns the statistics of the solvers.
pub fn run_concolic(
    entry: Func,
    config: &Config,
    inputs: Vec<Inputs>,
    reached: &Replayed<'_>,
    observer: &mut dyn Observer,
) -> SolverStats {
    let config = &config
        .clone()
        .test_cases(TestCases::None)
        .witnesses(Witnesses::EveryPath)
        .stop_at_first_bug(false)
        .all_errors(false)
        .profile(false);
    let (program, coverage) = (reached.module(), reached.coverage().clone());
    super::remote::isolated(observer, |observer| {
        let mut executor = Executor::new(program, config, observer, None);
        executor.coverage = coverage;
        executor.guidance = Some(Guidance::default());
        for input in &inputs {
            executor.follow_input(entry, input);
        }
        executor.conclude().stats.solver
    })
}

impl Executor<'_> {
    /// Runs the program on a concrete input. At each uncovered branch side that this run passes without taking it,
    /// forks a state to the side if the solver finds an input that takes it.
    fn follow_input(&mut self, entry: Func, input: &Inputs) {
        if self.halt.is_some() {
            return;
        }
        if let Some(guidance) = &mut self.guidance {
            guidance.input = input.clone();
        }
        self.run(entry);
    }

    /// Returns the guide of the initial state (the concrete input that the state follows). The guide is empty at first,
    /// because the state has not created a symbolic input yet. Returns `None` without concolic execution.
    pub(super) fn first_guide(&self) -> Option<Rc<Model>> {
        self.guidance.as_ref().map(|_| Rc::default())
    }

    /// Extends the guide of a state (the concrete input that the state follows) when the path creates the symbolic
    /// input `name`. The added bytes are the value that `name` has in the concrete input of the current run.
    pub(super) fn guide_input(
        &self,
        state: &mut State,
        name: &str,
        symbol: symtool_expr::SymArray,
    ) {
        let (Some(guidance), Some(guide)) = (&self.guidance, &mut state.guide) else {
            return;
        };
        let guide = Rc::make_mut(guide);
        let bytes = guidance.input.get(name).unwrap_or_default();
        for (&byte, index) in bytes.iter().zip(0..self.arena.symbol_len(symbol)) {
            guide.set(symbol, index, byte);
        }
    }

    /// Returns whether a condition is true under the guide of a state (the concrete input that the state follows);
    /// `None` if the state has no guide.
    pub(super) fn holds_under_guide(&self, state: &State, cond: ExprId) -> Option<bool> {
        let guide = state.guide.as_ref()?;
        Some(guide.eval(&self.arena, cond).is_true())
    }

    /// If an assumption excludes the guide of a state (the concrete input that the state follows), replaces the guide
    /// by another model of the path condition.
    pub(crate) fn repair_guide(&mut self, state: &mut State) {
        if !self.follows_guide(state)
            && let Some(model) = self.find_model(state, &[], false)
        {
            state.guide = Some(Rc::new(model));
        }
    }

    /// Returns whether the guide of a state (the concrete input that the state follows) satisfies the path condition;
    /// `true` if the state has no guide.
    pub(super) fn follows_guide(&self, state: &State) -> bool {
        let guide = state.guide.as_ref();
        guide.is_none_or(|guide| guide.satisfies(&self.arena, state.path.conditions()))
    }

    /// Returns whether the guide of a state (the concrete input that the state follows) satisfies the path condition.
    /// The caller guarantees that the guide satisfies the first `known` conditions of the path condition. Therefore
    /// only the later conditions are evaluated.
    pub(super) fn follows_guide_since(&self, state: &State, known: usize) -> bool {
        let all = state.path.conditions();
        let new = all.get(known..).unwrap_or(all);
        let guide = state.guide.as_ref();
        guide.is_none_or(|guide| guide.satisfies(&self.arena, new))
    }

    /// Follows the branch side that the guide of the state (the concrete input that it follows) takes. Also forks a
    /// state to each uncovered side for which the solver finds an input.
    pub(super) fn guided(&mut self, state: &mut State, sides: &[(u32, ExprId)]) -> Stepped {
        let mut taken = None;
        for &(edge, cond) in sides {
            if self.holds_under_guide(state, cond) == Some(true) {
                taken = Some((edge, cond));
            } else if self.should_attempt(state.frame.func, edge) {
                self.attempt(state, edge, cond);
            }
        }
        let Some((edge, cond)) = taken else {
            return Err(Stop::Noted);
        };
        self.assume(state, cond);
        Ok(Flow::Edge(edge))
    }

    /// Returns whether the solver should search for an input that takes a branch side. This is the case if the side is
    /// uncovered and fewer than [`TRIES`] attempts were made for it. Also counts this attempt.
    fn should_attempt(&mut self, func: Func, edge: u32) -> bool {
        let Some(guidance) = &mut self.guidance else {
            return false;
        };
        if self.halt.is_some() || guidance.follows_only || self.coverage.was_taken(func, edge) {
            return false;
        }
        let tries = guidance.tries.entry((func, edge)).or_default();
        *tries += 1;
        *tries <= TRIES
    }

    /// Forks a state to a branch side, if the solver finds an input that takes it.
    fn attempt(&mut self, state: &mut State, edge: u32, cond: ExprId) {
        match self.possible(state, cond) {
            Tri::Yes => {}
            Tri::No => return,
            // The query reached its time limit. A later query for the same side would probably reach the limit, too.
            Tri::Unknown => {
                if let Some(guidance) = &mut self.guidance {
                    guidance.tries.insert((state.frame.func, edge), TRIES);
                }
                return;
            }
        }
        let Some(model) = self.find_model(state, &[cond], false) else {
            return;
        };
        let mut other = self.fork(state);
        other.guide = Some(Rc::new(model));
        self.assume(&mut other, cond);
        self.follow(&mut other, edge);
        self.live.forked.push(other);
    }
}

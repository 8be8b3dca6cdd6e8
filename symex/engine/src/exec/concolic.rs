//! Concolic execution toward uncovered branches.
//!
//! A path of a melded program represents inputs that take different sides of the melded branches, but it has one test
//! case, which takes one of these sides. To find inputs for the other sides, the original program is run on the input
//! of this test case, with symbolic conditions (concolic testing: Godefroid, Klarlund & Sen, PLDI 2005, §2). At each
//! branch with a side that no run has taken, the solver searches for an input that takes this side.
//!
//! If uncovered sides remain, the inputs are followed a second time, with *detours*. A detour takes a covered side that
//! the input does not take, because an uncovered side may be reachable only through this covered side. Each input that
//! the solver finds is followed as well. The number of queries per side and the number of detours are bounded, so the
//! number of paths is small for every program.
//!
//! The *guide* of a state is the model of the input that the state follows. Invariant: the guide satisfies the path
//! condition of the state.
use super::{Executor, Flow, Observer, Stepped, Stop};
use crate::config::{Config, TestCases, Witnesses};
use crate::coverage::Replayed;
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use symtool_expr::ExprId;
use symtool_ir::{Func, Inputs};
use symtool_solver::{Model, SolverStats, Tri};

/// The maximum number of queries for one uncovered branch side. Each query searches for an input that takes the side.
/// In a loop, each iteration may issue one query for the same side.
const TRIES: u32 = 32;

/// The maximum number of detours (forks to a covered side that the input does not take) to one branch side while one
/// input is followed.
const DETOURS: u32 = 4;
/// The maximum number of detours to all branch sides, for all followed inputs together.
const ALL_DETOURS: u32 = 64;

/// The state of concolic execution.
#[derive(Debug, Default)]
pub(super) struct Guidance {
    /// The concrete input along which the program is executed now.
    input: Inputs,
    /// Whether the run takes only the branch sides that `input` takes, and never forks to another side.
    follows_only: bool,
    /// For each branch side, the number of queries issued so far to find an input that takes it.
    tries: FxHashMap<(Func, u32), u32>,
    /// The state that follows the current input and may take detours: covered sides that this input does not take.
    /// `None` if detours are disabled.
    leader: Option<StateId>,
    /// For each branch side, the number of detours of the current leader to this side.
    detours: FxHashMap<(Func, u32), u32>,
    /// The number of detours (forks to a covered side that the followed input does not take) so far, for all inputs
    /// together.
    all_detours: u32,
    /// Inputs that cover new code, found by the solver. Each of them is executed later.
    found: VecDeque<Inputs>,
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

/// Follows inputs in the original program, and reports further inputs that take uncovered branch sides to the
/// observer ([`Observer::witness`]). Returns the statistics of the solvers.
pub fn run_concolic(
    entry: Func,
    config: &Config,
    inputs: Vec<Inputs>,
    reached: &Replayed<'_>,
    observer: &mut dyn Observer,
) -> SolverStats {
    // If the exploration stops at the first failure, a fast answer is more important than coverage. Then the inputs
    // are followed only once and without detours (forks to a covered side), which need additional queries.
    let detours = !config.failures.stop_at_first_bug;
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
            executor.follow_input(entry, input, false);
        }
        let mut waiting = VecDeque::from(inputs);
        while let Some(input) = waiting.pop_front().filter(|_| detours) {
            executor.follow_input(entry, &input, true);
            if let Some(guidance) = &mut executor.guidance {
                waiting.append(&mut guidance.found);
            }
        }
        executor.conclude().stats.solver
    })
}

impl Executor<'_> {
    /// Runs the program along an input. If `detours` is set, also follows covered branch sides that the input does
    /// not take, to reach uncovered sides.
    fn follow_input(&mut self, entry: Func, input: &Inputs, detours: bool) {
        let spent = |guidance: &Guidance| guidance.all_detours >= ALL_DETOURS;
        let is_over =
            detours && (!self.has_open_sides() || self.guidance.as_ref().is_some_and(spent));
        if self.halt.is_some() || is_over {
            return;
        }
        let leader = detours.then_some(StateId(self.live.next_id));
        if let Some(guidance) = &mut self.guidance {
            guidance.input = input.clone();
            guidance.leader = leader;
            guidance.detours.clear();
        }
        self.run(entry);
    }

    /// Returns whether an executed branch has a side that no run has taken.
    fn has_open_sides(&self) -> bool {
        self.coverage.has_open_sides(self.program, &self.code)
    }

    /// If concolic execution is active and a state has covered new code, returns the concrete input of the state, and
    /// adds this input to the inputs that are followed later. Otherwise returns `None`.
    pub(super) fn guided_input(&mut self, state: &State) -> Option<Inputs> {
        let guide = state.guide.as_ref().filter(|_| state.covers_new)?;
        let inputs = self.inputs_of(state, guide);
        if let Some(guidance) = &mut self.guidance {
            guidance.found.push_back(inputs.clone());
        }
        Some(inputs)
    }

    /// Returns the guide of the initial state (the model of the input that the state follows). This model is empty,
    /// because the state has not created an input yet. Returns `None` without concolic execution.
    pub(super) fn first_guide(&self) -> Option<Rc<Model>> {
        self.guidance.as_ref().map(|_| Rc::default())
    }

    /// Adds the bytes of the new input `name` to the guide of a state, the concrete input that the state follows.
    /// The bytes are those of `name` in the input of the current concolic run.
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

    /// Follows the branch side that the concrete input of the state (its guide) takes. Also forks to other sides, if
    /// the solver finds inputs for them: to uncovered sides, and to covered sides that are chosen as detours on the
    /// way to uncovered sides.
    pub(super) fn guided(&mut self, state: &mut State, sides: &[(u32, ExprId)]) -> Stepped {
        let mut taken = None;
        for &(edge, cond) in sides {
            if self.holds_under_guide(state, cond) == Some(true) {
                taken = Some((edge, cond));
            } else if self.should_attempt(state, edge) {
                self.detour(state, edge, cond);
            }
        }
        let Some((edge, cond)) = taken else {
            return Err(Stop::Noted);
        };
        self.assume(state, cond);
        Ok(Flow::Edge(edge))
    }

    fn should_attempt(&mut self, state: &State, edge: u32) -> bool {
        let func = state.frame.func;
        let Some(guidance) = &mut self.guidance else {
            return false;
        };
        if self.halt.is_some() || guidance.follows_only {
            return false;
        }
        if self.coverage.was_taken(func, edge) {
            let detours = guidance.detours.entry((func, edge)).or_default();
            let detour = guidance.leader == Some(state.id)
                && *detours < DETOURS
                && guidance.all_detours < ALL_DETOURS;
            *detours += u32::from(detour);
            guidance.all_detours += u32::from(detour);
            return detour;
        }
        let tries = guidance.tries.entry((func, edge)).or_default();
        *tries += 1;
        *tries <= TRIES
    }

    fn abandon_side(&mut self, func: Func, edge: u32) {
        let is_detour = self.coverage.was_taken(func, edge);
        if let Some(guidance) = &mut self.guidance {
            // If the query for one detour (a fork to a covered side) is too hard for the solver, the queries for
            // later detours probably are, too. Therefore no further detours are allowed.
            if is_detour {
                guidance.all_detours = ALL_DETOURS;
            }
            guidance.tries.insert((func, edge), TRIES);
        }
    }

    fn detour(&mut self, state: &mut State, edge: u32, cond: ExprId) {
        match self.possible(state, cond) {
            Tri::Yes => {}
            Tri::No => return,
            // The query reached its time limit. A later query for the same side would probably reach the limit, too.
            Tri::Unknown => return self.abandon_side(state.frame.func, edge),
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

//! Following inputs that are known, and turning aside where nobody has been.
//!
//! A path of a melded program stands for inputs that take different sides of the branches that were melded, but it has
//! one test case, which takes one side of each. So the original is run along that input with conditions kept as
//! expressions (concolic testing: Godefroid, Klarlund & Sen, PLDI 2005, §2), and at each branch side that no run has taken
//! the solver is asked for an input that takes it. As long as sides are left, the inputs are followed once more, with a detour at each side on the way
//! that was taken before, because a side may only be possible behind another one than the input takes; what is found is followed
//! in its turn. The questions for one side and the detours are bounded, so there are few paths whatever the program.
//!
//! Invariant: a state that has a guide satisfies its path condition under it.
use super::coverage::Replayed;
use super::{Engine, Flow, Observer, Stepped, Stop};
use crate::config::Config;
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use symtool_expr::ExprId;
use symtool_ir::{Func, Inputs};
use symtool_solver::{Model, SolverStats, Tri};

/// How often an input for one side is asked for: in a loop each turn may ask.
const TRIES: u32 = 32;

/// How often a path turns aside to the same side that others have taken, and how often all do together.
const DETOURS: u32 = 4;
const ALL_DETOURS: u32 = 64;

/// What a guided exploration knows.
#[derive(Debug, Default)]
pub(super) struct Guidance {
    /// The input that is followed.
    input: Inputs,
    /// By side: how often an input for it was asked for.
    tries: FxHashMap<(Func, u32), u32>,
    /// The state that follows it and turns aside to sides that others have taken, too, if one does.
    leader: Option<StateId>,
    /// By side: how often the leader has asked for an input that takes it.
    detours: FxHashMap<(Func, u32), u32>,
    /// How often all leaders did.
    all_detours: u32,
    /// Inputs that lead to something new, to be followed in their turn.
    found: VecDeque<Inputs>,
}

/// Follows inputs in the program that `reached` is of, and tells the observer ([`Observer::witness`]) inputs that take sides
/// of branches that are not reached yet. What it cost the solvers.
pub fn scout(
    entry: Func,
    config: &Config,
    inputs: Vec<Inputs>,
    reached: &Replayed<'_>,
    observer: &mut dyn Observer,
) -> SolverStats {
    // Where the answer is wanted soon, only what is cheap is done.
    let detours = !config.stop_at_first_bug;
    let config = &Config {
        tests: false,
        witnesses: true,
        stop_at_first_bug: false,
        all_errors: false,
        ..config.clone()
    };
    let mut engine = Engine::new(reached.module(), config, observer, None);
    engine.coverage = reached.coverage().clone();
    engine.guidance = Some(Guidance::default());
    for input in &inputs {
        engine.follow_input(entry, input, false);
    }
    let mut waiting = VecDeque::from(inputs);
    while let Some(input) = waiting.pop_front().filter(|_| detours) {
        engine.follow_input(entry, &input, true);
        if let Some(guidance) = &mut engine.guidance {
            waiting.append(&mut guidance.found);
        }
    }
    engine.conclude().stats.solver
}

impl Engine<'_> {
    /// Runs along an input. With detours, each side on the way is a way to sides that nobody has taken.
    fn follow_input(&mut self, entry: Func, input: &Inputs, detours: bool) {
        let spent = |guidance: &Guidance| guidance.all_detours >= ALL_DETOURS;
        let is_over =
            detours && (!self.has_open_sides() || self.guidance.as_ref().is_some_and(spent));
        if self.halt.is_some() || is_over {
            return;
        }
        let leader = detours.then_some(StateId(self.next_id));
        if let Some(guidance) = &mut self.guidance {
            guidance.input = input.clone();
            guidance.leader = leader;
            guidance.detours.clear();
        }
        self.run(Some(entry));
    }

    /// Is there a branch that was reached of which a side may be reached yet?
    fn has_open_sides(&self) -> bool {
        self.coverage.has_open_sides(self.program, &self.code)
    }

    /// An input that leads to something new, where known inputs are followed.
    pub(super) fn guided_input(&mut self, state: &State) -> Option<Inputs> {
        let guide = state.guide.as_ref().filter(|_| state.covers_new)?;
        let inputs = self.inputs_of(state, guide);
        if let Some(guidance) = &mut self.guidance {
            guidance.found.push_back(inputs.clone());
        }
        Some(inputs)
    }

    /// The guide of a state that has made no input yet.
    pub(super) fn first_guide(&self) -> Option<Rc<Model>> {
        self.guidance.as_ref().map(|_| Rc::default())
    }

    /// A new input has the value that the followed input gives it.
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

    /// Does a condition hold for the input that the state follows? `None` if it follows none.
    pub(super) fn holds_under_guide(&self, state: &State, cond: ExprId) -> Option<bool> {
        let guide = state.guide.as_ref()?;
        Some(guide.eval(&self.arena, cond).is_true())
    }

    /// Gives a state another guide if an assumption has excluded the one it had.
    pub(crate) fn keep_guide(&mut self, state: &mut State) {
        if !self.is_on_its_way(state)
            && let Some(model) = self.find_model(state, &[], false)
        {
            state.guide = Some(Rc::new(model));
        }
    }

    /// Is a state where its guide leads, if it has one?
    pub(super) fn is_on_its_way(&self, state: &State) -> bool {
        let guide = state.guide.as_ref();
        guide.is_none_or(|guide| guide.satisfies(&self.arena, state.path.conditions()))
    }

    /// Goes where the guide leads; sides that nobody has taken are followed, too, if an input for them is found.
    pub(super) fn guided(&mut self, state: &mut State, sides: &[(u32, ExprId)]) -> Stepped {
        let mut way = None;
        for &(edge, cond) in sides {
            if self.holds_under_guide(state, cond) == Some(true) {
                way = Some((edge, cond));
            } else if self.is_worth_a_try(state, edge) {
                self.turn_aside(state, edge, cond);
            }
        }
        let Some((edge, cond)) = way else {
            return Err(Stop::Noted);
        };
        self.assume(state, cond);
        Ok(Flow::Edge(edge))
    }

    fn is_worth_a_try(&mut self, state: &State, edge: u32) -> bool {
        let func = state.frame.func;
        let Some(guidance) = &mut self.guidance else {
            return false;
        };
        if self.halt.is_some() {
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

    fn give_up_side(&mut self, func: Func, edge: u32) {
        let is_detour = self.coverage.was_taken(func, edge);
        if let Some(guidance) = &mut self.guidance {
            // Where one is hard the others are, too.
            if is_detour {
                guidance.all_detours = ALL_DETOURS;
            }
            guidance.tries.insert((func, edge), TRIES);
        }
    }

    fn turn_aside(&mut self, state: &mut State, edge: u32, cond: ExprId) {
        match self.possible(state, cond) {
            Tri::Yes => {}
            Tri::No => return,
            // The next time it would take as long.
            Tri::Unknown => return self.give_up_side(state.frame.func, edge),
        }
        let Some(model) = self.find_model(state, &[cond], false) else {
            return;
        };
        let mut other = self.fork(state);
        other.guide = Some(Rc::new(model));
        self.assume(&mut other, cond);
        self.follow(&mut other, edge);
        self.forked.push(other);
    }
}

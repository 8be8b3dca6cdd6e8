//! Records the run of one input step by step: the source lines that the run reaches, and at each line the values of
//! the variables, both as concrete values and as expressions over the input.
//!
//! The run is concolic: it follows the input, and computes symbolic values on the way. The executed program is not
//! optimized, so most variables are in memory. The program is run twice. The first run counts the source lines that the
//! run reaches, and the accesses to each object by each type. The second run records only the last of these source
//! lines, each as a [`PlayedStep`], and shows each object as elements of its most frequent type.
//!
//! The conditions of the run are those that its branches, checks and assumptions add to the path condition. The input
//! satisfies these conditions, and they do not depend on the technique that found the input. Stores, calls, and
//! decisions that are the same for all inputs of the path are listed only if the failure depends on them
//! ([`dependences`]).
mod dependences;
mod events;
mod recorder;
mod slice;
mod values;

use super::concolic::Guidance;
use super::exploration::AcceptAll;
use super::{Executor, Flow, Stop};
use crate::code::Step;
use crate::config::{Config, TestCases};
use crate::profile::UserCode;
use crate::state::State;
use crate::state::frame::Frame;
use crate::value::Val;
use dependences::Dependences;
use recorder::Recorder;
use std::rc::Rc;
use symtool_ir::{Func, Inputs, Loc, Module, Type};

/// The maximum number of instructions of a run that is recorded. If a run has more instructions, nothing is recorded.
const MAX_INSTRUCTIONS: u64 = 2_000_000;
/// The maximum number of new values ([`PlayedChange`]) that are recorded in one playback.
const MAX_CHANGES: usize = 10_000;

/// The recorded run of one input, step by step.
#[derive(Clone, Debug, Default)]
pub struct Playback {
    /// The variables and heap blocks whose values are recorded.
    pub objects: Vec<PlayedObject>,
    /// The calls of the program's own functions. The first entry is a placeholder, so that the index 0 can mean "no
    /// call".
    pub calls: Vec<PlayedCall>,
    /// The recorded steps, in order.
    pub steps: Vec<PlayedStep>,
    /// The number of earlier source-line steps that are not recorded.
    pub omitted: u64,
    /// The last events of the path, in order: the decisions that depend on the input, and the other decisions and the
    /// stores on which the failure depends.
    pub events: Vec<PlayedEvent>,
    /// The number of earlier events that are not recorded.
    pub omitted_events: u64,
}

/// An event at one point of a path: a decision about the path, a check, a call, or a change of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedEvent {
    /// The location of the event in the program's own code; `None` if it is unknown.
    pub loc: Option<Loc>,
    /// The kind of event.
    pub kind: EventKind,
    /// For a decision, the condition on the input in the syntax of C; empty if the decision is the same for all inputs
    /// of the path. For a store, the stored value. For a call, the name of the called function.
    pub text: String,
    /// For a store, the symbolic expression of the value; empty if the value does not depend on the input.
    pub term: String,
    /// For the case of a switch, the location at which the run continues; `None` for other events.
    pub to: Option<Loc>,
    /// Whether the failing step depends on the event through data or control flow.
    pub is_needed: bool,
}

/// The kind of an event of a path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A store to memory.
    Store,
    /// A built-in function that writes or frees memory, such as `memcpy` or `free`.
    Memory,
    /// A call of a function of the program; the text is the name of the function.
    Call,
    /// A branch whose condition is true.
    Then,
    /// A branch whose condition is false.
    Else,
    /// The case of a switch.
    Case,
    /// A check whose condition is true.
    Holds,
    /// The check that fails.
    Fails,
    /// An assumption.
    Assumed,
    /// Any other decision: about the address of a memory access, for example, or in a library function.
    Other,
}

/// A call of one of the program's own functions.
#[derive(Clone, Debug, Default)]
pub struct PlayedCall {
    /// The name of the called function.
    pub function: String,
    /// The index, in [`Playback::calls`], of the call from which this call was made; 0 if there is none.
    pub caller: u32,
}

/// A variable or heap block.
#[derive(Clone, Debug)]
pub struct PlayedObject {
    /// The name of the variable or heap block.
    pub name: String,
    /// The kind of storage: `local`, `global` or `heap`.
    pub storage: &'static str,
    /// The index, in [`Playback::calls`], of the call to which a local variable belongs; 0 for other objects.
    pub call: u32,
    /// The number of elements whose values are recorded. A variable that is not an array has one element.
    pub cells: u32,
    /// The type of the elements.
    pub cell: Type,
    /// The size of the variable or heap block in bytes.
    pub bytes: u64,
}

/// A recorded step of the run: the program is about to execute a source line. One recorded step may consist of many
/// executed instructions.
#[derive(Clone, Debug)]
pub struct PlayedStep {
    /// The location of the source line that the program is about to execute.
    pub loc: Loc,
    /// The index, in [`Playback::calls`], of the call that executes the line.
    pub call: u32,
    /// The elements that have changed since the previous step.
    pub changes: Vec<PlayedChange>,
}

/// A new value of one element of a recorded object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedChange {
    /// The index of the object in [`Playback::objects`].
    pub object: u32,
    /// The index of the element in the object.
    pub cell: u32,
    /// The value in the syntax of C; empty if the value is not initialized, or if the lifetime of its object has
    /// ended.
    pub value: String,
    /// The expression of the value in the syntax of C; empty if the value does not depend on the input.
    pub term: String,
}

/// Runs a program on one input. Records the conditions of the run, and at most the last `steps` source lines that it
/// reaches. If the run has more than 2 million instructions (`MAX_INSTRUCTIONS`), records nothing.
pub fn play(
    program: &Module,
    entry: Func,
    config: &Config,
    input: &Inputs,
    steps: u64,
) -> Playback {
    let limits = config.limits.max_instructions.unwrap_or(u64::MAX);
    let config = Config::default()
        .checks(config.failures.checks)
        .test_cases(TestCases::None)
        .symbolic_sizes(config.memory.symbolic_sizes)
        .max_instructions(Some(limits.min(MAX_INSTRUCTIONS)))
        .spurious_handled(true);
    let run = |recorder: Recorder| {
        super::isolated(&mut AcceptAll, |observer| {
            let mut executor = Executor::new(program, &config, observer, None);
            executor.guidance = Some(Guidance::following(input));
            executor.play_all(entry, recorder)
        })
    };
    let (first, is_whole) = run(Recorder::counting());
    if !is_whole {
        return Playback::default();
    }
    if steps == 0 {
        return first.finish(program);
    }
    let skip = first.step.saturating_sub(steps);
    let (last, _) = run(Recorder::recording(skip, first.types));
    last.finish(program)
}

impl Executor<'_> {
    /// Runs the program. Returns the recorder, and whether the run has ended, by an exit or a failure, within the
    /// maximum number of instructions.
    fn play_all(&mut self, entry: Func, mut recorder: Recorder) -> (Recorder, bool) {
        let user = UserCode::of(self.program, &self.code);
        let id = self.new_id();
        let memory = self.fresh_memory();
        let first = Frame {
            func: entry,
            ..Frame::nothing()
        };
        let mut state = State {
            guide: self.first_guide(),
            ..State::new(id, first, memory)
        };
        let params = self.program.function_signature(entry).params.len();
        let Ok(frame) = self.enter(&mut state, entry, &vec![Val::ZERO; params], &[]) else {
            return (recorder, true);
        };
        state.frame = frame;
        recorder.graph = Some(Dependences::new(state.frame.regs.len()));
        let most = self.config.limits.max_instructions.unwrap_or(u64::MAX);
        while self.halt.is_none() && self.stats.instructions < most {
            self.observe(&state, &user, &mut recorder);
            let point = self.point(&state, &user);
            let known = state.path.conditions().len();
            let played = self.play_step(&mut state, &mut recorder);
            if played.is_err() {
                self.failing_condition(&state, &point, &mut recorder);
                self.write_events(&state, &mut recorder);
                return (recorder, true);
            }
            self.new_events(&state, &point, known, &mut recorder);
        }
        (recorder, false)
    }

    /// Executes one instruction, and adds its effects to the recording.
    fn play_step(&mut self, state: &mut State, recorder: &mut Recorder) -> Result<(), Stop> {
        let code = Rc::clone(&self.code);
        let body = code.of(state.frame.func);
        let step = &body.steps[state.frame.pc as usize];
        self.stats.instructions += 1;
        recorder.accessed(state, step);
        let place = (state.frame.func, state.callers.depth());
        let conditions = state.path.conditions().len();
        let executing = self.executing(state, step, recorder);
        let flow = self.step(state, step)?;
        if let Some(executing) = executing {
            self.executed(state, (step, executing), &flow, recorder);
        }
        let mut assigned = |reg| recorder.assigned(self.program, &code, place, reg);
        match step {
            Step::Pure(step) => assigned(step.dst),
            Step::Load(step) => assigned(step.value),
            Step::Call(step) => step.dst.into_iter().for_each(|(reg, _)| assigned(reg)),
            Step::Intrinsic(step) => step.dst.into_iter().for_each(|(reg, _)| assigned(reg)),
            Step::Store(_)
            | Step::SlotAddr { .. }
            | Step::FixedAddr { .. }
            | Step::Check(_)
            | Step::Terminator(_) => {}
        }
        match flow {
            Flow::Next | Flow::Stopped => state.frame.pc += 1,
            Flow::Edge(edge) => {
                let edge = &body.edges[edge as usize];
                self.move_arguments(state, edge);
                edge.moves.iter().for_each(|&(_, reg)| assigned(reg));
                state.frame.pc = edge.target;
            }
            Flow::Switched => recorder.entered(self.program, &code, state),
            Flow::Returned => recorder.leave(state.callers.depth()),
            Flow::EdgeTarget => {}
        }
        // If the step has forked states with different addresses or sizes, the run continues with the state whose path
        // condition the input satisfies.
        let mut forked = std::mem::take(&mut self.live.forked).into_iter();
        let has_changed = forked.len() > 0 || state.path.conditions().len() > conditions;
        if has_changed && !self.follows_guide_since(state, conditions) {
            // If the input satisfies the path condition of no state, the run has failed in this step.
            *state = forked
                .find(|other| self.follows_guide(other))
                .ok_or(Stop::Noted)?;
        }
        Ok(())
    }

    /// Records a [`PlayedStep`] if the state is about to execute another source line of the program's own code.
    fn observe(&mut self, state: &State, user: &UserCode, recorder: &mut Recorder) {
        let func = state.frame.func;
        if !user.contains(func) {
            return;
        }
        let Some(loc) = self.loc(state) else {
            return;
        };
        let call = recorder.call(func, state.callers.depth());
        let line = |loc: Loc| {
            let at = self.program.source.get(loc);
            (at.file, at.line)
        };
        let is_same = |&(known, at): &(u32, Loc)| known == call && line(at) == line(loc);
        if recorder.last.as_ref().is_some_and(is_same) {
            return;
        }
        recorder.last = Some((call, loc));
        recorder.step += 1;
        if recorder.step > recorder.skip && recorder.changes < MAX_CHANGES {
            let changes = self.changes(state, call, recorder);
            recorder.changes += changes.len();
            recorder.steps.push(PlayedStep { loc, call, changes });
        }
    }
}

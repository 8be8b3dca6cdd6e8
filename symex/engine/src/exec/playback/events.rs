//! The events that explain a failure: the conditions on the input under which a run takes its path, and the stores and
//! decisions on which the failing step depends.
use super::dependences::{Dependences, Node};
use super::recorder::Recorder;
use super::values::is_shown;
use super::{EventKind, Executor, PlayedEvent};
use crate::code::{IntrinsicStep, MemoryStep, Step, TerminatorStep};
use crate::profile::UserCode;
use crate::state::State;
use crate::value::Val;
use symtool_expr::ExprId;
use symtool_ir::intrinsic::Access;
use symtool_ir::layout::Region;
use symtool_ir::{Func, Intrinsic, Loc, Type};

/// The maximum number of recorded events with a condition. It is also the maximum number of events that the playback
/// lists. If there are more events, only the last ones are recorded or listed.
const MAX_EVENTS: usize = 300;
/// The maximum length, in bytes, of the text of a condition or expression.
const LENGTH: usize = 200;

/// An event of the recorded run: a decision about the path, a check, a call, or a change of memory.
#[derive(Debug)]
pub(super) struct Event {
    /// The latest node of the graph of dependences when the event was recorded; 0 if the graph was discarded because
    /// the run is too long.
    node: Node,
    loc: Option<Loc>,
    kind: EventKind,
    content: Content,
    /// For the case of a switch, the location at which the run continues; `None` for other events.
    to: Option<Loc>,
}

/// The condition or value of an event.
#[derive(Debug)]
enum Content {
    /// The condition on the input under which a decision is taken.
    Condition(ExprId),
    /// A decision that is the same for all inputs of the path.
    Decided,
    /// The called function.
    Callee(Func),
    /// The stored value.
    Value(Val, Type),
}

/// The step that a state is about to execute, as far as it is known before the execution. After the execution, the
/// events of the step are made from it.
pub(super) struct Point {
    /// The location in the program's own code: of the step, or of the call of the library function to which it belongs.
    loc: Option<Loc>,
    /// The kind of event. A branch counts as [`EventKind::Then`] until its side is known.
    kind: EventKind,
    /// For a branch, the step that follows if its condition is true; otherwise `None`.
    then_pc: Option<u32>,
    /// For a store in the program's own code, the value that is stored; otherwise `None`.
    stored: Option<(Val, Type)>,
    /// The depth of the call stack before the step.
    depth: usize,
}

impl Executor<'_> {
    /// Describes the step that `state` is about to execute.
    pub(super) fn point(&self, state: &State, user: &UserCode) -> Point {
        let mut frames = std::iter::once(&state.frame).chain(state.callers.iter());
        let own = frames.find(|frame| user.contains(frame.func));
        let loc = own.and_then(|frame| {
            let locs = &self.code.of(frame.func).locs;
            locs.get(frame.pc as usize).copied().flatten()
        });
        let body = self.code.of(state.frame.func);
        let is_own = user.contains(state.frame.func);
        let mut then_pc = None;
        let mut stored = None;
        let kind = match &body.steps[state.frame.pc as usize] {
            Step::Intrinsic(step) if step.intrinsic == Intrinsic::Assume => EventKind::Assumed,
            _ if !is_own => EventKind::Other,
            Step::Terminator(TerminatorStep::Branch { then_edge, .. }) => {
                then_pc = Some(body.edges[*then_edge as usize].target);
                EventKind::Then
            }
            Step::Terminator(TerminatorStep::Switch(_)) => EventKind::Case,
            Step::Check(_) => EventKind::Holds,
            Step::Call(_) => EventKind::Call,
            Step::Intrinsic(step) if changes_memory(step) => EventKind::Memory,
            Step::Store(access) => {
                stored = self.stored(state, access);
                EventKind::Store
            }
            _ => EventKind::Other,
        };
        Point {
            loc,
            kind,
            then_pc,
            stored,
            depth: state.callers.depth(),
        }
    }

    /// Returns the value that a store writes; `None` if the object belongs to the library or to the compiler.
    fn stored(&self, state: &State, access: &MemoryStep) -> Option<(Val, Type)> {
        let region = Region::of(self.known(state, access.addr)?);
        let is_own = is_shown(state.memory.object(region)?);
        is_own.then(|| (state.frame.regs[access.value as usize], access.ty))
    }

    /// Records one event for each condition that the step at `point` has added to the path condition, which had `known`
    /// conditions before the step. Also records a call, a change of memory, or a decision that added no condition,
    /// unless the graph of dependences was discarded because the run is too long.
    pub(super) fn new_events(
        &self,
        state: &State,
        point: &Point,
        known: usize,
        recorder: &mut Recorder,
    ) {
        let node = recorder.graph.as_ref().map_or(0, Dependences::latest);
        let kind = match point.then_pc {
            Some(then) if then != state.frame.pc => EventKind::Else,
            _ => point.kind,
        };
        let body = self.code.of(state.frame.func);
        let rest = body.locs.get(state.frame.pc as usize..);
        let next = rest.and_then(|rest| rest.iter().flatten().next().copied());
        let event = |content| Event {
            node,
            loc: point.loc,
            // The condition of a call decides the called function, and the condition of a memory access decides the
            // address. Therefore these conditions do not get the kind of the step.
            kind: match (&content, kind) {
                (Content::Condition(_), EventKind::Call | EventKind::Memory | EventKind::Store) => {
                    EventKind::Other
                }
                _ => kind,
            },
            content,
            to: next.filter(|_| kind == EventKind::Case),
        };
        let now = state.path.conditions().len();
        for at in known..now {
            if let Some(condition) = state.path.before_rewriting_at(at) {
                add(recorder, event(Content::Condition(condition)));
            }
        }
        let is_decision = matches!(
            kind,
            EventKind::Then | EventKind::Else | EventKind::Case | EventKind::Holds
        );
        if recorder.graph.is_none() {
            recorder.others = Vec::new();
        } else if kind == EventKind::Call {
            if state.callers.depth() > point.depth {
                let callee = event(Content::Callee(state.frame.func));
                recorder.others.push(callee);
            }
        } else if kind == EventKind::Memory {
            recorder.others.push(event(Content::Decided));
        } else if let Some((value, ty)) = point.stored {
            recorder.others.push(event(Content::Value(value, ty)));
        } else if is_decision && now <= known {
            recorder.others.push(event(Content::Decided));
        }
    }

    /// Records the condition under which the check at `point` fails, if it depends on the input.
    pub(super) fn failing_condition(
        &mut self,
        state: &State,
        point: &Point,
        recorder: &mut Recorder,
    ) {
        let body = self.code.of(state.frame.func);
        let Step::Check(step) = &body.steps[state.frame.pc as usize] else {
            return;
        };
        let (cond, guard) = (step.cond, step.guard);
        let cond = self.condition(state.frame.regs[cond as usize]);
        let mut bad = self.not(cond);
        if let Some(guard) = guard {
            let guard = self.condition(state.frame.regs[guard as usize]);
            bad = self.and(guard, bad);
        }
        if !self.arena.is_const(bad) {
            let event = Event {
                node: recorder.graph.as_ref().map_or(0, Dependences::latest),
                loc: point.loc,
                kind: EventKind::Fails,
                content: Content::Condition(bad),
                to: None,
            };
            add(recorder, event);
        }
    }

    /// Converts to text the events that the playback lists: those with a condition, and those on which the latest step
    /// (the failing one) depends.
    pub(super) fn write_events(&mut self, state: &State, recorder: &mut Recorder) {
        let graph = recorder.graph.take();
        let slice = graph.map(|graph| graph.slice(graph.latest()));
        let is_needed = |event: &Event| {
            let slice = slice.as_ref();
            slice.is_some_and(|slice| slice.get(event.node as usize) == Some(&true))
        };
        let mut events: Vec<Event> = std::mem::take(&mut recorder.others);
        events.retain(|event| is_needed(event));
        events.extend(std::mem::take(&mut recorder.conditions));
        events.sort_by_key(|event| event.node);
        let cut = events.len().saturating_sub(MAX_EVENTS);
        recorder.omitted += cut as u64;
        recorder.written = events
            .drain(cut..)
            .map(|event| {
                let (text, term) = self.text(state, &event.content);
                PlayedEvent {
                    loc: event.loc,
                    kind: event.kind,
                    text,
                    term,
                    to: event.to,
                    is_needed: is_needed(&event),
                }
            })
            .collect();
    }

    /// Returns the text of a condition or value, and the expression of a value that depends on the input.
    fn text(&mut self, state: &State, content: &Content) -> (String, String) {
        match *content {
            Content::Condition(condition) => (self.arena.c_text(condition, LENGTH), String::new()),
            Content::Decided => (String::new(), String::new()),
            Content::Callee(func) => {
                let name = self.program.functions[func].name.clone();
                (name, String::new())
            }
            Content::Value(value, ty) => {
                let term = match value {
                    Val::Expr(expr) if !self.arena.is_const(expr) => {
                        self.arena.c_text(expr, LENGTH)
                    }
                    Val::Expr(_) | Val::Const(_) => String::new(),
                };
                (self.shown(state, value, ty), term)
            }
        }
    }
}

/// Returns whether an intrinsic writes or frees memory.
fn changes_memory(step: &IntrinsicStep) -> bool {
    let mut accesses = step.intrinsic.info().accesses(&step.args);
    accesses.any(|(_, access)| matches!(access, Access::Writes(..) | Access::Frees | Access::Moves))
}

fn add(recorder: &mut Recorder, event: Event) {
    recorder.conditions.push_back(event);
    if recorder.conditions.len() > MAX_EVENTS {
        recorder.conditions.pop_front();
        recorder.omitted += 1;
    }
}

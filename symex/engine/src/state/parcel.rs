//! States in transit between workers.
//!
//! A state shares most of its data with other states, and its expressions are ids in the arena of its worker. Shared
//! data and ids cannot move to another thread. Therefore a parcel contains copies of the data, with the expressions as
//! [`Terms`] (expressions copied out of an arena). The transfer changes the id of a state. Conditions, memory and
//! inputs of the state do not change, nor does their order.
mod merging;

use super::frame::{CallStack, Frame};
use super::inputs::{MadeInput, MadeInputs};
use super::path::Path;
use super::regs::Regs;
use super::{State, StateId, Val};
use crate::memory::Memory;
use crate::memory::parcel::PackedMemory;
use merging::{Histories, PackedMerging, Rebuilt};
use std::rc::Rc;
use symtool_expr::parcel::{Packer, Terms, Unpacked};
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::InputNames;
use symtool_ir::jump::SavedPlaces;

/// A group of states in transit to another worker. The parcel shares no data with the states from which it was packed.
pub struct Parcel {
    terms: Terms,
    histories: Vec<Option<[(ExprId, usize); 2]>>,
    states: Vec<PackedState>,
}

struct PackedState {
    /// The call stack. The active frame is first.
    frames: Vec<Frame<Vec<Val>>>,
    saved: SavedPlaces,
    memory: PackedMemory,
    /// The path condition, as pairs of a condition and its form before the array transformations.
    path: Vec<(ExprId, ExprId)>,
    names: InputNames,
    made: Vec<PackedInput>,
    output: Vec<u8>,
    /// The preferences for test inputs, newest first.
    preferences: Vec<ExprId>,
    depth: u64,
    steps: u64,
    multiplicity: u128,
    exit_status: Option<ExprId>,
    covers_new: bool,
    merging: PackedMerging,
}

struct PackedInput {
    name: String,
    symbol: SymArray,
    len: u32,
    when: ExprId,
}

impl Parcel {
    /// Packs states of one worker. `fresh` is the initial memory of the program in this worker.
    pub fn pack(states: &[Box<State>], arena: &Arena, fresh: &Memory) -> Parcel {
        let mut packer = Packer::default();
        let mut histories = Histories::default();
        let mut pack = |state: &State| {
            let merge = PackedMerging::pack(&state.merge, arena, &mut histories, &mut packer);
            pack_state(state, (arena, fresh), merge, &mut packer)
        };
        Parcel {
            states: states.iter().map(|state| pack(state)).collect(),
            histories: histories.finish(),
            terms: packer.finish(arena),
        }
    }

    /// Returns the number of states in the parcel.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether the parcel contains no state.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Rebuilds the states in the receiving worker. `symbol` returns the symbolic array of the receiving worker for an
    /// input with the given name and size; `name` returns a new state id.
    pub fn unpack(
        self,
        arena: &mut Arena,
        fresh: &Memory,
        symbol: &mut dyn FnMut(&mut Arena, &str, u32) -> SymArray,
        name: &mut dyn FnMut() -> StateId,
    ) -> Vec<State> {
        let terms = self.terms.unpack(arena, symbol);
        let histories = Rebuilt::new(&self.histories, &terms);
        let states = self.states.into_iter();
        states
            .map(|packed| unpack_state(packed, fresh, (&terms, &histories), name()))
            .collect()
    }
}

fn pack_state(
    state: &State,
    (arena, fresh): (&Arena, &Memory),
    merging: PackedMerging,
    packer: &mut Packer,
) -> PackedState {
    let frames = std::iter::once(&state.frame).chain(state.callers.iter());
    let listed = |frame: &Frame| {
        let frame = frame.clone();
        frame.with_regs(|regs| regs.iter().copied().collect())
    };
    let frames: Vec<Frame<Vec<Val>>> = frames.map(listed).collect();
    for value in frames.iter().flat_map(|frame| &frame.regs) {
        if let Val::Expr(e) = *value {
            packer.expr(e);
        }
    }
    let path = state.path.conditions().to_vec();
    let before = state.path.before_rewriting();
    let preferences: Vec<ExprId> = state.preferences.iter().copied().collect();
    for &e in path
        .iter()
        .chain(&before)
        .chain(&preferences)
        .chain(&state.exit_status)
    {
        packer.expr(e);
    }
    let made = state.inputs.in_order();
    for input in &made {
        packer.input(input.symbol);
        packer.expr(input.when);
    }
    let made = made.into_iter().map(|input| PackedInput {
        name: input.name.to_string(),
        symbol: input.symbol,
        len: input.len,
        when: input.when,
    });
    PackedState {
        memory: state.memory.pack(arena, fresh, packer),
        frames,
        saved: state.saved.clone(),
        path: path.into_iter().zip(before).collect(),
        names: state.inputs.names().clone(),
        made: made.collect(),
        output: state.output_bytes(),
        preferences,
        depth: state.depth,
        steps: state.steps,
        multiplicity: state.multiplicity,
        exit_status: state.exit_status,
        covers_new: state.covers_new,
        merging,
    }
}

fn unpack_state(
    packed: PackedState,
    fresh: &Memory,
    (terms, histories): (&Unpacked, &Rebuilt),
    id: StateId,
) -> State {
    let mut frames = packed.frames;
    for value in frames.iter_mut().flat_map(|frame| &mut frame.regs) {
        if let Val::Expr(e) = value {
            *e = terms.expr(*e);
        }
    }
    let mut frames: Vec<Frame> = frames
        .into_iter()
        .map(|frame| frame.with_regs(Regs::from))
        .collect();
    let frame = frames.remove(0);
    let mut callers = CallStack::default();
    frames.into_iter().rev().for_each(|f| callers.push(f));
    let mut path = Path::default();
    for (condition, before) in packed.path {
        if condition == before {
            path.push(terms.expr(condition));
        } else {
            path.push_rewritten(terms.expr(condition), terms.expr(before));
        }
    }
    let mut inputs = MadeInputs::with_names(packed.names);
    for input in packed.made {
        inputs.push(MadeInput {
            name: Rc::from(input.name),
            symbol: terms.input(input.symbol),
            len: input.len,
            when: terms.expr(input.when),
        });
    }
    let mut output = rpds::List::new();
    if !packed.output.is_empty() {
        output.push_front_mut(Rc::from(packed.output));
    }
    let preferences = packed.preferences.iter().map(|&wish| terms.expr(wish));
    State {
        id,
        frame,
        callers,
        saved: packed.saved,
        memory: fresh.unpack(packed.memory, terms),
        path,
        inputs,
        output,
        preferences: preferences.collect(),
        depth: packed.depth,
        steps: packed.steps,
        multiplicity: packed.multiplicity,
        exit_status: packed.exit_status.map(|status| terms.expr(status)),
        // Concolic execution runs in a single thread. So a state in transit follows no concrete input (guide).
        guide: None,
        covers_new: packed.covers_new,
        merge: packed.merging.unpack(histories, terms),
    }
}

//! Removes redundant lifetime markers of stack slots (`scope_enter` and `scope_leave`), so that most functions
//! contain no markers.
//!
//! A slot needs its markers in two cases. In the first case, its address escapes: it is stored, or passed to a
//! function. In the second case, an access to the slot may come after the end of its lifetime. Otherwise every access
//! is within the lifetime, and the markers are redundant. If a slot needs markers, only those `scope_enter` markers are
//! removed at which the slot is always alive.
//!
//! In a function with a `setjmp`, all markers are removed. A `longjmp` may re-enter a block after its `scope_leave`
//! without executing a `scope_enter`. The markers would then report valid accesses as failures.
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{Block, Function, Inst, InstData, Intrinsic, StackSlot, Type, Value};

/// The effect of an instruction on a stack slot: the start or end of the slot's lifetime, or an access to the slot.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Event {
    /// The start of the slot's lifetime, with the instruction (`scope_enter`).
    Enter(Inst),
    /// The end of the slot's lifetime (`scope_leave`).
    Leave,
    /// An access to the slot.
    Access,
}

/// Removes the redundant lifetime markers of a function.
pub(super) fn prune(func: &mut Function) {
    let markers: Vec<(Inst, StackSlot)> = func
        .all_insts()
        .filter_map(|(_, inst)| Some((inst, marked_slot(func, inst)?)))
        .collect();
    if markers.is_empty() {
        return;
    }
    let mut unneeded: FxHashSet<Inst> = FxHashSet::default();
    if func.has_setjmp() {
        unneeded.extend(markers.iter().map(|&(inst, _)| inst));
    } else {
        let uses = Uses::of(func);
        let slots: FxHashSet<StackSlot> = markers.iter().map(|&(_, slot)| slot).collect();
        for slot in slots {
            let events = uses.events(func, slot);
            let own = markers.iter().filter(|&&(_, of)| of == slot);
            match events {
                Some(events) if !events.is_contained(func) => {
                    unneeded.extend(events.redundant_enters(func));
                }
                Some(_) => unneeded.extend(own.map(|&(inst, _)| inst)),
                None => {
                    let events = uses.markers(func, slot);
                    unneeded.extend(events.redundant_enters(func));
                }
            }
        }
    }
    for block in func.layout().to_vec() {
        let insts = func.insts(block);
        if insts.iter().any(|inst| unneeded.contains(inst)) {
            let kept = insts.iter().copied();
            let kept = kept.filter(|inst| !unneeded.contains(inst)).collect();
            func.set_insts(block, kept);
        }
    }
}

/// Returns the slot of a lifetime marker; `None` if the instruction is not a lifetime marker.
fn marked_slot(func: &Function, inst: Inst) -> Option<StackSlot> {
    match func.data(inst) {
        InstData::Intrinsic {
            intrinsic: Intrinsic::ScopeEnter | Intrinsic::ScopeLeave,
            args,
            ..
        } => slot_of(func, args[0]),
        _ => None,
    }
}

fn slot_of(func: &Function, address: Value) -> Option<StackSlot> {
    match func.def_data(address) {
        Some(InstData::StackAddr { slot }) => Some(*slot),
        _ => None,
    }
}

/// The uses of all values of a function.
struct Uses {
    /// Maps a value to its uses. A use is a basic block, and the index of an instruction in this block.
    of: FxHashMap<Value, Vec<(Block, usize)>>,
    /// Maps a stack slot to the values that contain the address of the slot.
    addresses: FxHashMap<StackSlot, Vec<Value>>,
}

impl Uses {
    fn of(func: &Function) -> Uses {
        let mut uses = Uses {
            of: FxHashMap::default(),
            addresses: FxHashMap::default(),
        };
        for &block in func.layout() {
            for (at, &inst) in func.insts(block).iter().enumerate() {
                if let (InstData::StackAddr { slot }, Some(value)) =
                    (func.data(inst), func.result(inst))
                {
                    uses.addresses.entry(*slot).or_default().push(value);
                }
                func.data(inst)
                    .for_each_arg(|arg| uses.of.entry(arg).or_default().push((block, at)));
            }
        }
        uses
    }

    /// Returns the events of a slot: its accesses and lifetime markers. Returns `None` if the slot's address
    /// escapes, because code outside of the function may then access the slot.
    fn events(&self, func: &Function, slot: StackSlot) -> Option<SlotEvents> {
        let mut events = SlotEvents::default();
        let mut worklist: Vec<Value> = self.addresses.get(&slot).cloned().unwrap_or_default();
        let mut seen: FxHashSet<Value> = worklist.iter().copied().collect();
        while let Some(value) = worklist.pop() {
            for &(block, at) in self.of.get(&value).map_or(&[][..], Vec::as_slice) {
                let inst = func.insts(block)[at];
                let mut carried = Vec::new();
                match func.data(inst) {
                    InstData::Store { value: stored, .. } if *stored == value => return None,
                    InstData::Call { .. } | InstData::CallIndirect { .. } => return None,
                    InstData::Load { .. } | InstData::Store { .. } => {
                        events.add(block, at, Event::Access);
                    }
                    InstData::Intrinsic { intrinsic, .. } => {
                        let event = match intrinsic {
                            Intrinsic::ScopeEnter => Event::Enter(inst),
                            Intrinsic::ScopeLeave => Event::Leave,
                            _ => Event::Access,
                        };
                        events.add(block, at, event);
                        carried.extend(func.result(inst));
                    }
                    InstData::Pure { .. } => carried.extend(func.result(inst)),
                    data => {
                        for target in data.targets() {
                            let params = func.params(target.block).iter();
                            let passed = params.zip(&target.args);
                            carried.extend(passed.filter(|(_, arg)| **arg == value).map(|p| *p.0));
                        }
                    }
                }
                // A value of type `i1` cannot contain the address of the slot.
                carried.retain(|&v| func.ty(v) != Type::I1 && seen.insert(v));
                worklist.extend(carried);
            }
        }
        Some(events)
    }

    /// Returns the lifetime markers of a slot as events. The accesses to the slot are not included.
    fn markers(&self, func: &Function, slot: StackSlot) -> SlotEvents {
        let mut events = SlotEvents::default();
        for address in self.addresses.get(&slot).into_iter().flatten() {
            for &(block, at) in self.of.get(address).map_or(&[][..], Vec::as_slice) {
                let inst = func.insts(block)[at];
                match func.data(inst) {
                    InstData::Intrinsic {
                        intrinsic: Intrinsic::ScopeEnter,
                        ..
                    } => events.add(block, at, Event::Enter(inst)),
                    InstData::Intrinsic {
                        intrinsic: Intrinsic::ScopeLeave,
                        ..
                    } => events.add(block, at, Event::Leave),
                    _ => {}
                }
            }
        }
        events
    }
}

/// The events of one slot: for each basic block, the events with the indices of their instructions, in no particular
/// order.
#[derive(Default)]
struct SlotEvents {
    events: FxHashMap<Block, Vec<(usize, Event)>>,
}

impl SlotEvents {
    fn add(&mut self, block: Block, at: usize, event: Event) {
        self.events.entry(block).or_default().push((at, event));
    }

    /// Returns the last start or end of the slot's lifetime in a block (`Enter` or `Leave`), if there is one.
    fn last(&self, block: Block) -> Option<Event> {
        let events = self.events.get(&block)?;
        let lives = events.iter().filter(|(_, e)| *e != Event::Access);
        lives.max_by_key(|(at, _)| *at).map(|(_, event)| *event)
    }

    /// Returns the basic blocks at whose start the slot's lifetime may have ended.
    fn possibly_ended(&self, func: &Function) -> FxHashSet<Block> {
        let mut found = FxHashSet::default();
        let mut worklist: Vec<Block> = self.events.keys().copied().collect();
        worklist.retain(|&block| self.last(block) == Some(Event::Leave));
        while let Some(block) = worklist.pop() {
            for next in func.successors(block) {
                if found.insert(next) && self.last(next).is_none() {
                    worklist.push(next);
                }
            }
        }
        found
    }

    /// Calls `visit` for each event (lifetime marker or access) of the slot. The second argument of `visit` is set if
    /// the slot's lifetime may have ended before the event.
    fn visit(&self, func: &Function, mut visit: impl FnMut(Event, bool)) {
        let ended_at_start = self.possibly_ended(func);
        for (block, events) in &self.events {
            let mut events = events.clone();
            events.sort_unstable_by_key(|(at, _)| *at);
            let mut left = ended_at_start.contains(block);
            for (_, event) in events {
                visit(event, left);
                match event {
                    Event::Enter(_) => left = false,
                    Event::Leave => left = true,
                    Event::Access => {}
                }
            }
        }
    }

    /// Returns whether every access is within the slot's lifetime.
    fn is_contained(&self, func: &Function) -> bool {
        let mut contained = true;
        self.visit(func, |event, left| {
            contained &= event != Event::Access || !left;
        });
        contained
    }

    /// Returns the `scope_enter` markers at which the slot is always alive. Such a marker has no effect.
    fn redundant_enters(&self, func: &Function) -> Vec<Inst> {
        let mut redundant = Vec::new();
        self.visit(func, |event, left| match event {
            Event::Enter(inst) if !left => redundant.push(inst),
            _ => {}
        });
        redundant
    }
}

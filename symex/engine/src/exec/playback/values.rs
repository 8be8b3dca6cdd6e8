//! The values of variables and objects during the playback of a run.
use super::recorder::Recorder;
use super::{Executor, PlayedChange, PlayedObject};
use crate::memory::object::{Kind, Object};
use crate::state::State;
use crate::value::Val;
use std::sync::Arc;
use symtool_ir::Type;
use symtool_ir::layout::{Region, function_at};

/// The maximum number of elements of an object that are recorded.
const MAX_CELLS: u64 = 128;
/// The maximum number of heap blocks and globals that are recorded, both kinds together.
const MAX_OBJECTS: usize = 24;
/// The maximum length, in bytes, of the text of an expression.
const TERM_LENGTH: usize = 120;

impl Executor<'_> {
    /// Returns the elements that have changed since the last recorded step.
    pub(super) fn changes(
        &mut self,
        state: &State,
        call: u32,
        recorder: &mut Recorder,
    ) -> Vec<PlayedChange> {
        let slots = state.frame.slots.0..state.frame.slots.0 + u64::from(state.frame.slot_count);
        let mut shown: Vec<(Region, &'static str, u32)> = slots
            .map(|region| (Region(region), "local", call))
            .collect();
        let is_known = |region: &Region| recorder.object_of.contains_key(region);
        let others = state.memory.regions().into_iter().filter(|&region| {
            let object = state.memory.object(region);
            object.is_some_and(is_shown)
        });
        let mut more = MAX_OBJECTS;
        for region in others.collect::<Vec<_>>() {
            let kind = state.memory.object(region).map(|object| object.kind);
            let storage = match kind {
                Some(Kind::Heap) => "heap",
                Some(Kind::Global) => "global",
                Some(Kind::Stack) if is_known(&region) => "local",
                Some(Kind::Stack | Kind::Const) | None => continue,
            };
            if storage != "local" && more > 0 {
                more -= 1;
                shown.push((region, storage, 0));
            } else if storage == "local" && !shown.iter().any(|&(other, ..)| other == region) {
                shown.push((region, storage, call));
            }
        }
        let mut changes = Vec::new();
        self.variable_changes(state, call, recorder, &mut changes);
        for (region, storage, call) in shown {
            self.object_changes(state, (region, storage, call), recorder, &mut changes);
        }
        ended(state, recorder, &mut changes);
        changes
    }

    fn object_changes(
        &mut self,
        state: &State,
        (region, storage, call): (Region, &'static str, u32),
        recorder: &mut Recorder,
        changes: &mut Vec<PlayedChange>,
    ) {
        let Some(object) = state.memory.object(region).filter(|object| object.size > 0) else {
            return;
        };
        let known = recorder.object_of.get(&region).copied();
        let at = known.unwrap_or_else(|| {
            let cell = recorder.cell_type(region, object.size);
            let at = recorder.objects.len() as u32;
            recorder.objects.push(PlayedObject {
                name: object.name.to_string(),
                storage,
                call,
                cells: (object.size / cell.bytes()).clamp(1, MAX_CELLS) as u32,
                cell,
                bytes: object.size,
            });
            recorder.object_of.insert(region, at);
            at
        });
        let played = &recorder.objects[at as usize];
        let (cells, cell) = (played.cells, played.cell);
        let width = cell.bytes() as u32;
        for number in 0..cells {
            let offset = u64::from(number * width);
            let now = match offset + u64::from(width) <= object.size {
                true => object.read(&mut self.arena, offset, width),
                false => None,
            };
            changes.extend(self.change(state, (at, number), (now, cell), recorder));
        }
    }

    /// Returns the change of one element to the value `now`; `None` if the value has not changed. A variable that is
    /// uninitialized when it is first examined is recorded with an empty value, so that the variable appears in the
    /// recording. An uninitialized element of an array is not recorded.
    fn change(
        &mut self,
        state: &State,
        (object, cell): (u32, u32),
        (now, ty): (Option<Val>, Type),
        recorder: &mut Recorder,
    ) -> Option<PlayedChange> {
        let before = recorder.values.insert((object, cell), now);
        let is_array = recorder.objects[object as usize].cells > 1;
        if before == Some(now) || (before.is_none() && now.is_none() && is_array) {
            return None;
        }
        let term = match now {
            Some(Val::Expr(expr)) if !self.arena.is_const(expr) => {
                self.arena.c_text(expr, TERM_LENGTH)
            }
            _ => String::new(),
        };
        Some(PlayedChange {
            object,
            cell,
            value: now.map_or_else(String::new, |now| self.shown(state, now, ty)),
            term,
        })
    }

    /// Adds the changes of those variables of a call that are in registers.
    fn variable_changes(
        &mut self,
        state: &State,
        call: u32,
        recorder: &mut Recorder,
        changes: &mut Vec<PlayedChange>,
    ) {
        for (name, reg, ty) in recorder.variables(state.callers.depth()) {
            let key = (call, Arc::clone(&name));
            let at = match recorder.variable_of.get(&key) {
                Some(&at) => at,
                None => {
                    let at = recorder.objects.len() as u32;
                    recorder.objects.push(PlayedObject {
                        name: name.to_string(),
                        storage: "local",
                        call,
                        cells: 1,
                        cell: ty,
                        bytes: ty.bytes(),
                    });
                    recorder.variable_of.insert(key, at);
                    at
                }
            };
            let now = Some(state.frame.regs[reg as usize]);
            changes.extend(self.change(state, (at, 0), (now, ty), recorder));
        }
    }

    /// Returns the value of an element under the input of the run, in the syntax of C.
    pub(super) fn shown(&mut self, state: &State, value: Val, ty: Type) -> String {
        let width = ty.bytes() as u32 * 8;
        let bits = match (value.bits(&self.arena, width), &state.guide) {
            (Some(bits), _) => bits,
            (None, Some(guide)) => {
                let expr = value.expr(&mut self.arena, width);
                guide.eval(&self.arena, expr)
            }
            (None, None) => return String::new(),
        };
        match ty {
            Type::F32 => f32::from_bits(bits.unsigned() as u32).to_string(),
            Type::F64 => f64::from_bits(bits.low_u64()).to_string(),
            Type::Ptr => self.pointer(state, bits.low_u64()),
            Type::I1 | Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128 => {
                bits.to_signed().to_string()
            }
        }
    }

    fn pointer(&self, state: &State, address: u64) -> String {
        let region = Region::of(address);
        let offset = address.wrapping_sub(region.base()) as i64;
        let name = match state.memory.object(region) {
            _ if address == 0 => return "NULL".to_owned(),
            Some(object) if object.kind == Kind::Heap => "heap block".to_owned(),
            Some(object) => format!("&{}", object.name),
            None => match function_at(self.program, address) {
                Some(func) => return format!("&{}", self.program.functions[func].name),
                None => return format!("{address:#x}"),
            },
        };
        match offset {
            0 => name,
            1.. => format!("{name} + {offset} bytes"),
            _ => format!("{name} - {} bytes", offset.unsigned_abs()),
        }
    }
}

/// Records the end of lifetimes: for each recorded object whose lifetime has ended since the last recorded step, adds
/// to `changes` an empty value for each element that had a value.
fn ended(state: &State, recorder: &mut Recorder, changes: &mut Vec<PlayedChange>) {
    let objects = recorder.object_of.iter();
    let gone = objects.filter(|&(&region, _)| state.memory.object(region).is_none());
    let mut gone: Vec<(u32, Region)> = gone.map(|(&region, &at)| (at, region)).collect();
    gone.sort_unstable();
    for (object, region) in gone {
        recorder.object_of.remove(&region);
        for cell in 0..recorder.objects[object as usize].cells {
            if recorder.values.remove(&(object, cell)).flatten().is_some() {
                let (value, term) = (String::new(), String::new());
                changes.push(PlayedChange {
                    object,
                    cell,
                    value,
                    term,
                });
            }
        }
    }
}

/// Returns whether an object is recorded: it has bytes, is not a constant, and does not belong to the library.
pub(super) fn is_shown(object: &Object) -> bool {
    let is_library = object.name.starts_with("__") || object.name.starts_with('.');
    object.kind != Kind::Const && !is_library && object.size > 0
}

//! Stops a prefix run before the first instruction that symbolic execution has to execute, for example one that depends
//! on an input. The state is saved, so that symbolic execution continues from this state.
//!
//! When a prefix run stops, each active call writes a *record*: its live values, in the order of their numbers, 16
//! bytes each. The innermost call saves the values that are live before the instruction at which it stops, and returns.
//! Then each caller in turn saves the values that are live after its call, and returns. The code that saves values is
//! placed away from the frequent path, so that a prefix run is as fast as a run without stops. *Fuel* is the number of
//! instructions that the run may still execute.
use super::call::spill;
use super::compile::clif_type;
use super::context::Context;
use super::function::{Translator, own};
use cranelift_codegen::ir::{self as clif, InstBuilder, types};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::mem::offset_of;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::liveness::Liveness;
use symtool_ir::bug::Checks;
use symtool_ir::{Function, InstData, Value};

/// The size of a value in a record, in bytes.
const VALUE: i32 = 16;

/// The values to save in one function: for each instruction before which a run may stop, the values that are live
/// there.
#[derive(Debug, Default)]
pub struct Needed {
    /// For each instruction before which a run may stop, by its number, the live values in the order of their numbers.
    before: FxHashMap<usize, Box<[Value]>>,
    /// For each call with a result, by the number of the call instruction, the value of this result. If the run stops
    /// in the callee, this value is not saved, because it is not known yet.
    results: FxHashMap<usize, Value>,
    /// The numbers of the instructions that are enabled checks, in ascending order.
    checks: Vec<usize>,
}

impl Needed {
    /// Determines the values to save in a function. `checks` are the enabled checks.
    pub fn new(function: &Function, checks: Checks) -> Needed {
        let cfg = Cfg::new(function);
        let liveness = Liveness::new(function, &cfg);
        let mut needed = Needed::default();
        let mut start = 0;
        for &block in function.layout() {
            let insts = function.insts(block);
            let mut live = liveness.live_out(block).to_vec();
            for (at, &inst) in insts.iter().enumerate().rev() {
                let pc = start + at;
                let data = function.data(inst);
                if let Some(result) = function.result(inst) {
                    if is_call(data) {
                        needed.results.insert(pc, result);
                    }
                    live.retain(|&value| value != result);
                }
                data.for_each_arg(|value| {
                    if function.as_const(value).is_none()
                        && let Err(place) = live.binary_search(&value)
                    {
                        live.insert(place, value);
                    }
                });
                // The live values are needed for each instruction before which the run may stop: an instruction that
                // can stop the run, and the first instruction of a block, at which the fuel can run out. The live
                // values are also needed for the first instruction after a call: if the run stops in the callee, the
                // caller saves the values that are live after the call.
                let begins = at == 0 || is_call(function.data(insts[at - 1]));
                if begins || may_stop(data) {
                    needed.before.insert(pc, live.clone().into());
                }
            }
            start += insts.len();
        }
        let steps = function.all_insts().enumerate();
        let enabled = steps.filter(|(_, (_, inst))| match function.data(*inst) {
            InstData::Check { kind, .. } => checks.has(kind.check()),
            _ => false,
        });
        needed.checks = enabled.map(|(pc, _)| pc).collect();
        needed
    }

    /// Returns the values to save for an active call that stops before instruction number `pc`. If `waits` is true,
    /// this instruction is a call that has not returned. In this case, returns the values that are live after the
    /// instruction, except its result.
    pub fn at(&self, pc: usize, waits: bool) -> Vec<Value> {
        let before = self.before.get(&(pc + usize::from(waits)));
        let result = self.results.get(&pc).filter(|_| waits);
        let values = before.map_or(&[][..], |values| values).iter();
        values
            .copied()
            .filter(|value| Some(value) != result)
            .collect()
    }

    /// Returns the number of values in all lists of live values. The compilation fails if there are too many.
    pub fn total(&self) -> usize {
        self.before.values().map(|values| values.len()).sum()
    }

    /// Returns the length of the longest list of live values, for which the memory of a record must have space.
    pub fn most(&self) -> usize {
        self.before
            .values()
            .map(|values| values.len())
            .max()
            .unwrap_or(0)
    }

    /// Returns the number of enabled checks in a range of instructions.
    pub fn checks(&self, steps: std::ops::Range<usize>) -> u64 {
        let below = |pc| self.checks.partition_point(|&at| at < pc);
        (below(steps.end) - below(steps.start)) as u64
    }
}

fn is_call(data: &InstData) -> bool {
    matches!(data, InstData::Call { .. } | InstData::CallIndirect { .. })
}

fn may_stop(data: &InstData) -> bool {
    !matches!(
        data,
        InstData::Pure { .. }
            | InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. }
            | InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. }
    )
}

/// The situation in which a compiled function returns early, because the run stops.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum StopKind {
    /// The function stops before an instruction. The remaining fuel (number of instructions) is not stored in the
    /// context of the run yet.
    Stops,
    /// The function stops before an instruction. The remaining fuel is already stored in the context of the run.
    Paused,
    /// The function stops within a call, because the callee has stopped.
    Waits,
}

impl Translator<'_, '_> {
    /// Returns the block that handles a stop of the given kind at the current instruction.
    pub fn stop_block(&mut self, kind: StopKind) -> clif::Block {
        let to = match kind {
            StopKind::Stops => self.stop,
            StopKind::Paused | StopKind::Waits => self.unwind,
        };
        if !self.plan.is_prefix() {
            return to;
        }
        let key = (self.pc, kind);
        if let Some(&block) = self.stop_blocks.get(&key) {
            return block;
        }
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        self.stop_blocks.insert(key, block);
        block
    }

    /// Emits the blocks that write the live values of the function to a record.
    pub fn records(&mut self) {
        let mut stops: Vec<_> = self
            .stop_blocks
            .iter()
            .map(|(&key, &block)| (block, key))
            .collect();
        stops.sort_unstable_by_key(|&(block, _)| block);
        for (block, (pc, kind)) in stops {
            self.b.switch_to_block(block);
            self.record(pc, kind == StopKind::Waits);
            let to = match kind {
                StopKind::Stops => self.stop,
                StopKind::Paused | StopKind::Waits => self.unwind,
            };
            self.b.ins().jump(to, &[]);
        }
    }

    fn record(&mut self, pc: usize, waits: bool) {
        let all = self.plan.needed.as_ref();
        let needed = all.and_then(|all| all[self.blocks.func.index()].as_ref());
        let values = needed.map_or_else(Vec::new, |needed| needed.at(pc, waits));
        let context = self.word(self.plan.places.context);
        let at = offset_of!(Context<'_>, record) as i32;
        let base = self.b.ins().load(types::I64, own(), context, at);
        for (index, &value) in values.iter().enumerate() {
            let ty = self.function.ty(value);
            let value = self.get(value);
            debug_assert_eq!(self.b.func.dfg.value_type(value), clif_type(ty));
            spill(&mut self.b, ty, value, base, VALUE * index as i32);
        }
        let size = self.word(VALUE as u64 * values.len() as u64);
        let next = self.b.ins().iadd(base, size);
        self.b.ins().store(own(), next, context, at);
    }
}

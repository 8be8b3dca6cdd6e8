//! Store-to-load forwarding and elimination of redundant loads within a block.
//!
//! A load is redundant if the same bytes were loaded or stored with the same type earlier in its block, and no
//! instruction in between may have changed the bytes. A redundant load cannot fail, because the earlier access
//! succeeded. A volatile access, or a guarded access (one that runs only if a condition is 1), is neither removed nor
//! used to remove a load. A call invalidates the known contents of the memory that it may write. An intrinsic that
//! writes memory invalidates all known contents, and so does a merge point, a `setjmp` or a `longjmp`.
use super::edit::keep_locs;
use crate::pass::{Changed, Pass, PassContext};
use rustc_hash::FxHashMap;
use symtool_analysis::alias::{Address, Alias, AliasAnalysis};
use symtool_analysis::cfg::Cfg;
use symtool_analysis::effects::Effects;
use symtool_ir::intrinsic::Control;
use symtool_ir::{Block, Function, Inst, InstData, Intrinsic, Type, Value};

/// The pass `forward`: store-to-load forwarding.
#[derive(Debug)]
pub struct Forward;

/// The maximum number of entries in the list of known memory contents. If there are more, the oldest entry is
/// forgotten.
const WINDOW: usize = 32;

impl Pass for Forward {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let mut removed = 0;
        // A removed load can be an address. The alias analysis then knows more, so that more loads can be redundant.
        loop {
            let removed_now = forward_function(func, ctx.facts.effects.as_ref());
            removed += removed_now;
            if removed_now == 0 {
                break;
            }
        }
        ctx.count("forward.loads", removed as u64);
        Changed::from_bool(removed > 0)
    }

    fn needs_effects(&self) -> bool {
        true
    }
}

/// Removes the redundant loads of a function. Returns their number.
fn forward_function(func: &mut Function, effects: Option<&Effects>) -> usize {
    let alias = AliasAnalysis::new(func, &Cfg::new(func));
    let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
    for block in func.layout().to_vec() {
        let mut memory = Memory {
            alias: &alias,
            effects,
            known: Vec::new(),
        };
        forward_block(func, block, &mut memory, &mut replaced);
    }
    func.replace_uses(&replaced);
    replaced.len()
}

fn forward_block(
    func: &mut Function,
    block: Block,
    memory: &mut Memory,
    replaced: &mut FxHashMap<Value, Value>,
) {
    let mut kept: Vec<Inst> = Vec::with_capacity(func.insts(block).len());
    let mut gone: Vec<(usize, Inst)> = Vec::new();
    for inst in func.insts(block).to_vec() {
        match (memory.step(func, inst), func.result(inst)) {
            (Some(value), Some(result)) => {
                replaced.insert(result, value);
                gone.push((kept.len(), inst));
            }
            _ => kept.push(inst),
        }
    }
    if gone.is_empty() {
        return;
    }
    for (at, inst) in gone {
        let locs = func.locs(inst).clone();
        keep_locs(func, &kept, at, &locs);
    }
    func.set_insts(block, kept);
}

/// A value that certain bytes of memory are known to hold.
struct Known {
    at: Address,
    ty: Type,
    value: Value,
}

/// The known contents of memory at a program point.
struct Memory<'a> {
    alias: &'a AliasAnalysis,
    effects: Option<&'a Effects>,
    known: Vec<Known>,
}

impl Memory<'_> {
    /// Updates the known contents for an instruction. Returns the loaded value if the instruction is a
    /// redundant load.
    fn step(&mut self, func: &Function, inst: Inst) -> Option<Value> {
        match func.data(inst) {
            InstData::Load {
                addr,
                guard: None,
                volatile: false,
                ..
            } => {
                let value = func.result(inst)?;
                let (at, ty) = (self.alias.address(*addr), func.ty(value));
                let same = |k: &&Known| k.ty == ty && k.at == at;
                if let Some(known) = self.known.iter().rev().find(same) {
                    return Some(known.value);
                }
                self.remember(at, ty, value);
            }
            InstData::Store {
                value,
                addr,
                guard,
                volatile,
                ..
            } => {
                let (at, ty) = (self.alias.address(*addr), func.ty(*value));
                let alias = self.alias;
                self.known.retain(|k| {
                    alias.alias_addresses(&k.at, k.ty.bytes(), &at, ty.bytes()) == Alias::No
                });
                if guard.is_none() && !volatile {
                    self.remember(at, ty, *value);
                }
            }
            InstData::Call { .. } | InstData::CallIndirect { .. } => {
                let (alias, data) = (self.alias, func.data(inst));
                match self.effects {
                    Some(effects) => self
                        .known
                        .retain(|k| !effects.call_may_write(data, alias, &k.at)),
                    None => self.known.clear(),
                }
            }
            InstData::Intrinsic {
                intrinsic, args, ..
            } => self.intrinsic(func, *intrinsic, args),
            _ => {}
        }
        None
    }

    fn remember(&mut self, at: Address, ty: Type, value: Value) {
        if self.known.len() == WINDOW {
            self.known.remove(0);
        }
        self.known.push(Known { at, ty, value });
    }

    fn intrinsic(&mut self, func: &Function, intrinsic: Intrinsic, args: &[Value]) {
        let info = intrinsic.info();
        let mut accesses = info.accesses(args);
        let writes = accesses.any(|(arg, access)| access.changes_memory(func.ty(arg) == Type::Ptr));
        let moves_control = match info.control {
            Control::Continues | Control::MayEnd | Control::Ends => false,
            Control::ReturnsTwice | Control::JumpsBack | Control::MergePoint => true,
        };
        if writes || moves_control {
            self.known.clear();
        }
    }
}

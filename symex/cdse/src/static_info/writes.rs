//! Mod/ref analysis: the objects that blocks and functions may write, and the objects with escaping addresses.
use super::conversions::conversions;
use super::relevance::literal;
use super::{NamedObject, ProgramInfo, named_object};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use symtool_ir::intrinsic::Access;
use symtool_ir::{
    Block, Func, Function, Global, Inst, InstData, Intrinsic, Module, Op, Type, Value,
};

/// The objects that some code may write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writes {
    /// The objects written through statically known addresses.
    pub objects: BTreeSet<NamedObject>,
    /// Whether the code contains a write through an unknown pointer.
    pub unknown: bool,
    /// Whether the code may free heap blocks.
    pub frees: bool,
    /// Whether the code may create heap blocks or variable-length arrays.
    pub allocates: bool,
}

/// The kinds of writes that may change some given bytes. When a memory read searches backward for the last store, it
/// skips code that contains no such write.
#[derive(Copy, Clone, Debug)]
pub struct Exposure {
    /// The object that contains the bytes, if a write through a statically known address may change them; otherwise
    /// `None`.
    pub object: Option<NamedObject>,
    /// Whether a write through an unknown pointer may change the bytes.
    pub by_pointers: bool,
    /// Whether freeing a heap block may change the bytes, because the bytes record whether a heap block is
    /// alive.
    pub by_free: bool,
    /// The code that may create the object. The creation of an object writes its first contents, and records that the
    /// object is alive.
    pub created: Creation,
}

/// The code that may create an object, relative to one call.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Creation {
    /// The object exists before the call begins.
    Before,
    /// This block of the called function may create the object.
    In(Block),
    /// Some other call may create the object.
    Elsewhere,
}

impl Writes {
    pub(super) fn add(&mut self, other: &Writes) {
        self.objects.extend(&other.objects);
        self.unknown |= other.unknown;
        self.frees |= other.frees;
        self.allocates |= other.allocates;
    }

    /// Returns whether the writes include one of a kind listed in `exposure`. Such a write may change the bytes
    /// for which `exposure` was computed.
    pub fn may_write(&self, exposure: &Exposure) -> bool {
        (exposure.by_pointers && self.unknown)
            || (exposure.by_free && self.frees)
            || (exposure.created == Creation::Elsewhere && self.allocates)
            || exposure
                .object
                .is_some_and(|object| self.objects.contains(&object))
    }

    /// Returns those writes of a function that its callers can observe: writes to its own stack slots are excluded.
    pub(super) fn outside(&self) -> Writes {
        let globals = self
            .objects
            .iter()
            .filter(|r| matches!(r, NamedObject::Global(_)));
        Writes {
            objects: globals.copied().collect(),
            unknown: self.unknown,
            frees: self.frees,
            allocates: self.allocates,
        }
    }
}

impl ProgramInfo {
    /// Computes the writes of all functions, by iteration to a fixed point.
    pub(super) fn find_writes(&mut self, module: &Module) {
        self.fixpoint(module, |infos, func, function| {
            infos.update_writes(module, (func, function))
        });
    }

    fn update_writes(&mut self, module: &Module, (func, function): (Func, &Function)) -> bool {
        let Some(info) = self.of(func) else {
            return false;
        };
        let mut all = Writes::default();
        let mut writes = FxHashMap::default();
        for &block in info.cfg.rpo() {
            let mut here = Writes::default();
            for &inst in function.insts(block) {
                self.writes_of(module, func, inst, &mut here);
            }
            all.add(&here);
            writes.insert(block, here);
        }
        let changed = info.writes != writes;
        if let Some(info) = &mut self.functions[func.as_u32() as usize] {
            info.writes = writes;
            info.writes_outside = all.outside();
        }
        changed
    }

    fn writes_of(&self, module: &Module, func: Func, inst: Inst, here: &mut Writes) {
        let function = &module.functions[func];
        let data = function.data(inst);
        let mut through = |address: Value| match named_object(function, address) {
            Some((object, _)) => {
                here.objects.insert(object);
            }
            None => here.unknown = true,
        };
        match data {
            InstData::Store { addr, .. } => through(*addr),
            InstData::Intrinsic {
                intrinsic, args, ..
            } => {
                here.allocates |= matches!(
                    intrinsic,
                    Intrinsic::Malloc
                        | Intrinsic::Calloc
                        | Intrinsic::Realloc
                        | Intrinsic::Alloca
                        | Intrinsic::LibraryBlock
                );
                let mut reaches = false;
                for (addr, access) in intrinsic.info().accesses(args) {
                    match access {
                        Access::Writes(..) | Access::Begins | Access::Ends => through(addr),
                        Access::Reaches => reaches = true,
                        Access::Frees | Access::Moves => here.frees = true,
                        // Only the conversion `%n` of a format writes to memory.
                        Access::Formatted if function.ty(addr) == Type::Ptr => {
                            if !is_formatted_without_writes(module, func, args) {
                                through(addr);
                            }
                        }
                        Access::None | Access::Reads(_) | Access::Formatted | Access::Escapes => {}
                    }
                }
                here.unknown |= reaches;
            }
            InstData::Call { func, .. } => match self.of(*func) {
                Some(callee) => here.add(&callee.writes_outside),
                None => here.unknown = true,
            },
            InstData::CallIndirect { signature, .. } => {
                here.unknown = true;
                for (callee, info) in module.functions.keys().zip(&self.functions) {
                    if let (true, Some(info)) = (module.may_call(callee, *signature), info) {
                        here.add(&info.writes_outside);
                    }
                }
            }
            InstData::Pure { .. }
            | InstData::Load { .. }
            | InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. }
            | InstData::Check { .. }
            | InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. }
            | InstData::Return { .. }
            | InstData::Unreachable => {}
        }
    }
}

/// Returns whether a format, the first argument of a `printf`, is a constant string without the conversion `%n`.
fn is_formatted_without_writes(module: &Module, func: Func, args: &[Value]) -> bool {
    let format = args
        .first()
        .and_then(|&format| literal(module, func, format));
    format.and_then(conversions).is_some()
}

/// Adds to `slots` and `globals` the objects whose addresses escape in a function, for example by a store or as an
/// argument.
pub(super) fn escapes(
    function: &Function,
    slots: &mut FxHashSet<u32>,
    globals: &mut FxHashSet<Global>,
) {
    let mut note = |value: Value| match named_object(function, value) {
        Some((NamedObject::Slot(slot), _)) => {
            slots.insert(slot);
        }
        Some((NamedObject::Global(global), _)) => {
            globals.insert(global);
        }
        None => {}
    };
    for (_, inst) in function.all_insts() {
        match function.data(inst) {
            InstData::Load { .. } => {}
            InstData::Store { value, .. } => note(*value),
            InstData::Pure {
                op: Op::PtrAdd,
                args,
            } => note(args[1]),
            InstData::Pure { op, .. } if op.class() == symtool_ir::OpClass::IntCompare => {}
            InstData::Intrinsic {
                intrinsic, args, ..
            } => {
                let accesses = intrinsic.info().accesses(args);
                let escaping = accesses.filter(|(_, access)| access.lets_escape());
                escaping.for_each(|(arg, _)| note(arg));
            }
            data => data.for_each_arg(&mut note),
        }
    }
}

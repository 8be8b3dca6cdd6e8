//! The objects with initialization marks, which record for each byte whether it is initialized. Objects have marks if a
//! read of indeterminate bytes is a failure, or if the program may copy indeterminate bytes. As in a concrete run, a
//! copy of an indeterminate byte is indeterminate anew, so it need not equal the original byte.
use super::{NamedObject, ProgramInfo, named_object};
use rustc_hash::FxHashSet;
use symtool_ir::bug::Checks;
use symtool_ir::{CheckKind, Function, Global, InstData, Intrinsic, Module, Value};

/// The objects that have initialization marks. The mark of a byte records whether the byte is initialized.
#[derive(Debug, Default)]
pub struct MarkedObjects {
    /// Whether the objects of the stack and the heap have marks.
    pub dynamic: bool,
    /// The globals to which the program may copy indeterminate bytes. Other globals are always initialized.
    globals: FxHashSet<Global>,
    /// Whether the program may copy indeterminate bytes to any global with an escaping address.
    escaped_globals: bool,
}

impl ProgramInfo {
    /// Determines the objects that have initialization marks, which record for each byte whether it is initialized.
    pub(super) fn find_marked(&mut self, module: &Module, checks: Checks) {
        let functions = module.functions.values();
        let copies: Vec<Option<(&Function, Value, Value)>> =
            functions.flat_map(copies_of).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &copy in &copies {
                let Some((function, to, from)) = copy else {
                    self.marked.dynamic = true;
                    continue;
                };
                if let Some((NamedObject::Global(global), _)) = named_object(function, from)
                    && !self.is_marked_global(global)
                {
                    continue;
                }
                self.marked.dynamic = true;
                changed |= match named_object(function, to) {
                    Some((NamedObject::Global(global), _)) => self.marked.globals.insert(global),
                    Some((NamedObject::Slot(_), _)) => false,
                    None => !std::mem::replace(&mut self.marked.escaped_globals, true),
                };
            }
        }
        self.marked.dynamic |= checks.has(CheckKind::Uninit);
    }

    /// Returns whether the bytes of a global have initialization marks. Without marks, they count as initialized.
    pub fn is_marked_global(&self, global: Global) -> bool {
        self.marked.globals.contains(&global)
            || (self.marked.escaped_globals && self.is_escaped(global))
    }

    /// Returns whether a read in `function` through the address `addr` may find indeterminate bytes.
    pub(super) fn may_be_indeterminate(&self, function: &Function, addr: Value) -> bool {
        match named_object(function, addr) {
            Some((NamedObject::Global(global), _)) => self.is_marked_global(global),
            Some((NamedObject::Slot(_), _)) | None => true,
        }
    }
}

/// Returns one entry for each instruction that copies bytes in `function`: the function, the destination and the
/// source. The entry is `None` for a reallocation, which copies bytes of the heap.
fn copies_of(function: &Function) -> Vec<Option<(&Function, Value, Value)>> {
    let mut all = Vec::new();
    for (_, inst) in function.all_insts() {
        if let InstData::Intrinsic {
            intrinsic, args, ..
        } = function.data(inst)
        {
            match intrinsic {
                Intrinsic::Copy => all.push(Some((function, args[0], args[1]))),
                Intrinsic::Realloc => all.push(None),
                _ => {}
            }
        }
    }
    all
}

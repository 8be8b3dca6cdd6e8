//! Relevance: the code from which a goal (a possible failure or an unsupported construct) is reachable. Irrelevant code
//! is not unrolled (slicing).
use super::conversions::conversions;
use super::{NamedObject, ProgramInfo, named_object};
use rustc_hash::FxHashSet;
use symtool_engine::code::FnCode;
use symtool_ir::bug::Checks;
use symtool_ir::intrinsic::{Access, Control, Extent};
use symtool_ir::own::FUNCTIONS;
use symtool_ir::{
    Bits, CheckKind, Func, Function, Inst, InstData, Intrinsic, Module, Op, RelocTarget, StackSlot,
    Type, Value, ValueDef,
};

impl ProgramInfo {
    /// Closes the goals of an instruction, so that they count as unreachable, and recomputes the relevant code. The
    /// last element of `chain` is the instruction. The other elements are the calls of check wrappers (functions such
    /// as `__VERIFIER_assert`) that lead to it, outermost call first. The goals of an instruction in a check wrapper
    /// are closed for these calls only. A call of a check wrapper counts as closed when all goals in the wrapper are
    /// closed for this call.
    pub fn close(&mut self, module: &Module, chain: &[(Func, Inst)], checks: Checks) {
        let Some(&outermost) = chain.first() else {
            return;
        };
        if chain.len() > 1 {
            self.closed_chains.insert(chain.to_vec());
            if !self.is_closed(module, &mut vec![outermost], checks) {
                return;
            }
        }
        self.closed.insert(outermost);
        self.may_fail.clear();
        for info in self.functions.iter_mut().flatten() {
            info.relevant.clear();
        }
        self.find_relevant(module, checks);
    }

    /// Returns whether all goals of the last instruction of `chain` are closed. This instruction is a check, or the
    /// call of a check wrapper. The other elements of `chain` are the calls that lead to it, outermost call first.
    fn is_closed(&self, module: &Module, chain: &mut Vec<(Func, Inst)>, checks: Checks) -> bool {
        if self.closed_chains.contains(chain) {
            return true;
        }
        let Some(&(func, inst)) = chain.last() else {
            return false;
        };
        let callee = match module.functions[func].data(inst) {
            InstData::Call { func, .. } if self.wrappers.contains(*func) => *func,
            _ => return false,
        };
        let (function, Some(info)) = (&module.functions[callee], self.of(callee)) else {
            return false;
        };
        let insts = info.cfg.rpo().iter();
        let mut insts = insts.flat_map(|&block| executed(function, function.insts(block)));
        insts.all(|&inst| {
            chain.push((callee, inst));
            let closed = !self.can_fail(module, (callee, inst), checks)
                || self.is_closed(module, chain, checks);
            chain.pop();
            closed
        })
    }

    pub(super) fn find_relevant(&mut self, module: &Module, checks: Checks) {
        self.fixpoint(module, |infos, func, function| {
            infos.update_relevant(module, (func, function), checks)
        });
    }

    fn update_relevant(
        &mut self,
        module: &Module,
        (func, function): (Func, &Function),
        checks: Checks,
    ) -> bool {
        let Some(info) = self.of(func) else {
            return false;
        };
        let mut relevant = FxHashSet::default();
        let mut any = false;
        // The number of passes over all blocks grows with the nesting depth of loops. A pass is cheap, because
        // functions are small.
        let mut grows = true;
        while grows {
            grows = false;
            for &block in info.cfg.rpo().iter().rev() {
                let own = executed(function, function.insts(block));
                let mut steps = own.iter();
                let fails = steps.any(|&i| self.can_fail(module, (func, i), checks));
                let ends = own.last().is_some_and(|&i| ends(function, i));
                let next = info.cfg.succs(block).iter().any(|b| relevant.contains(b));
                any |= fails;
                grows |= (fails || (next && !ends)) && relevant.insert(block);
            }
        }
        let mut changed = info.relevant != relevant;
        changed |= any && self.may_fail.insert(func);
        if let Some(info) = &mut self.functions[func.as_u32() as usize] {
            info.relevant = relevant;
        }
        changed
    }

    /// Returns whether a goal is reachable after the step `pc`, before the function returns.
    pub fn is_relevant_after(
        &self,
        module: &Module,
        func: Func,
        code: &FnCode,
        pc: u32,
        checks: Checks,
    ) -> bool {
        let Some(info) = self.of(func) else {
            return false;
        };
        let block = info.block_at(code, pc);
        let function = &module.functions[func];
        let behind = (pc - info.start(block) + 1) as usize;
        let rest = function.insts(block).get(behind..).unwrap_or_default();
        let rest = executed(function, rest);
        let next = info.cfg.succs(block).iter().any(|&b| info.is_relevant(b));
        let ends = rest.last().is_some_and(|&i| ends(function, i));
        (next && !ends)
            || rest
                .iter()
                .any(|&i| self.can_fail(module, (func, i), checks))
    }

    /// Returns whether a memory access is legal in every execution. The access must be in bounds and to a live
    /// object, and it must not write to a constant object.
    fn is_safe(&self, module: &Module, func: Func, addr: Value, len: u64, write: bool) -> bool {
        let function = &module.functions[func];
        let Some((root, Some(offset))) = named_object(function, addr) else {
            return false;
        };
        let (size, constant) = match root {
            NamedObject::Slot(slot) => {
                // The C scope of the stack slot may have ended before the access.
                let scoped = self.of(func).is_none_or(|info| info.scoped.contains(&slot));
                if scoped {
                    return false;
                }
                (function.slots[StackSlot::from_u32(slot)].size, false)
            }
            NamedObject::Global(global) => {
                let data = &module.globals[global];
                (data.size, data.constant)
            }
        };
        let fits = u64::try_from(offset).is_ok_and(|at| at <= size && len <= size - at);
        fits && !(write && constant)
    }

    /// Returns whether an access to `size` bytes may be illegal in some execution. If `size` is not constant,
    /// returns `true`.
    fn may_leave(
        &self,
        module: &Module,
        func: Func,
        (addr, size): (Value, Value),
        write: bool,
    ) -> bool {
        let size = module.functions[func].as_const(size);
        let safe = |size: Bits| self.is_safe(module, func, addr, size.low_u64(), write);
        !size.is_some_and(safe)
    }

    /// Returns whether an access of an intrinsic through an operand may be illegal.
    fn may_be_illegal(
        &self,
        module: &Module,
        func: Func,
        args: &[Value],
        (addr, access): (Value, Access),
    ) -> bool {
        match access {
            Access::Reads(Extent::Operand(size)) => {
                self.may_leave(module, func, (addr, args[size]), false)
            }
            Access::Writes(Extent::Operand(size), _) => {
                self.may_leave(module, func, (addr, args[size]), true)
            }
            Access::Reads(Extent::String) => !is_string(module, func, addr),
            Access::None | Access::Begins | Access::Ends | Access::Escapes => false,
            Access::Reads(Extent::Unknown)
            | Access::Writes(Extent::String | Extent::Unknown, _)
            | Access::Formatted
            | Access::Reaches
            | Access::Frees
            | Access::Moves => true,
        }
    }

    /// Returns whether an instruction may fail or may be unsupported.
    fn can_fail(&self, module: &Module, at: (Func, Inst), checks: Checks) -> bool {
        let function = &module.functions[at.0];
        match function.data(at.1) {
            _ if self.closed.contains(&at) => false,
            InstData::Check { kind, .. } => checks.has(kind.check()),
            InstData::Unreachable => true,
            InstData::Call { func, .. } => self.of(*func).is_none() || self.may_fail.contains(func),
            InstData::CallIndirect { .. } => true,
            InstData::Load { addr, .. } => {
                let len = function.result(at.1).map_or(16, |v| function.ty(v).bytes());
                (checks.has(CheckKind::Uninit) && self.may_be_indeterminate(function, *addr))
                    || !self.is_safe(module, at.0, *addr, len, false)
            }
            InstData::Store { addr, value, .. } => {
                let len = function.ty(*value).bytes();
                !self.is_safe(module, at.0, *addr, len, true)
            }
            InstData::Intrinsic {
                intrinsic,
                args,
                text,
                ..
            } => match intrinsic {
                Intrinsic::Own => text
                    .as_deref()
                    .is_none_or(|name| FUNCTIONS.find(name).is_none()),
                Intrinsic::Printf => !prints(module, at.0, args),
                Intrinsic::Exit => self.leaking_entry.is_some(),
                Intrinsic::MakeSymbolic
                | Intrinsic::Output
                | Intrinsic::Fill
                | Intrinsic::Copy
                | Intrinsic::Symbolic
                | Intrinsic::Uninit
                | Intrinsic::Assume
                | Intrinsic::Abort
                | Intrinsic::SilentExit
                | Intrinsic::ScopeEnter
                | Intrinsic::ScopeLeave
                | Intrinsic::MayBe
                | Intrinsic::MergeOpen
                | Intrinsic::MergeClose
                | Intrinsic::PreferCex => {
                    let mut accesses = intrinsic.info().accesses(args);
                    accesses.any(|(addr, access)| {
                        let reads = checks.has(CheckKind::Uninit)
                            && *intrinsic == Intrinsic::Output
                            && access.reads_memory();
                        (reads && self.may_be_indeterminate(function, addr))
                            || self.may_be_illegal(module, at.0, args, (addr, access))
                    })
                }
                // The following intrinsics are not supported, or are supported for some operands only.
                Intrinsic::Malloc
                | Intrinsic::Calloc
                | Intrinsic::Realloc
                | Intrinsic::Free
                | Intrinsic::Alloca
                | Intrinsic::VaArea
                | Intrinsic::IsSymbolic
                | Intrinsic::GetValue
                | Intrinsic::PrintExpr
                | Intrinsic::Warning
                | Intrinsic::Math
                | Intrinsic::Missing
                | Intrinsic::PrintfList
                | Intrinsic::FormatFloat
                | Intrinsic::LibraryBlock
                | Intrinsic::ObjectSize
                | Intrinsic::IsMapped
                | Intrinsic::Setjmp
                | Intrinsic::Longjmp
                | Intrinsic::Rounded => true,
            },
            InstData::Pure { op, args } => {
                let addresses = self.of(at.0).map(|info| &info.addresses);
                let is_exposed = match op {
                    Op::PtrToInt => addresses.is_none_or(|uses| !uses.is_harmless(at.1)),
                    _ => addresses.is_some_and(|uses| uses.difference(at.1).is_some()),
                };
                is_exposed || args.first().is_some_and(|&v| function.ty(v) == Type::Ptr)
            }
            InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. }
            | InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. } => false,
            InstData::Return { .. } => self.leaking_entry == Some(at.0),
        }
    }
}

/// Returns whether a `printf` is supported for all values of its arguments.
fn prints(module: &Module, func: Func, args: &[Value]) -> bool {
    let format = literal(module, func, args[0]).and_then(conversions);
    format.is_some_and(|conversions| {
        let mut fits = conversions.iter().enumerate();
        fits.all(|(at, &conversion)| {
            let arg = args.get(at + 1).copied();
            arg.is_some_and(|arg| conversion != b's' || is_string(module, func, arg))
        })
    })
}

/// Returns the bytes of a constant string, without the terminator; `None` if the value is no constant string.
pub(super) fn literal(module: &Module, func: Func, value: Value) -> Option<&[u8]> {
    let (NamedObject::Global(global), Some(offset)) = named_object(&module.functions[func], value)?
    else {
        return None;
    };
    let data = &module.globals[global];
    let from = usize::try_from(offset).ok()?;
    let bytes = data.bytes.get(from..)?;
    let end = bytes.iter().position(|&byte| byte == 0)?;
    (data.constant && data.relocs.is_empty()).then_some(&bytes[..end])
}

/// Returns `true` if a value is the address of a terminated string in every execution, and `false` if this is
/// unknown. For a parameter, the result is `true` if every caller passes the address of a terminated string.
fn is_string(module: &Module, func: Func, value: Value) -> bool {
    let function = &module.functions[func];
    if literal(module, func, value).is_some() {
        return true;
    }
    match function.def(value) {
        ValueDef::Param(block, at) if Some(&block) == function.layout().first() => {
            given_strings(module, func, at as usize)
        }
        _ => false,
    }
}

/// Returns whether every call of `callee` passes the address of a terminated string for parameter `at`. Returns
/// `false` if `callee` may be called through a pointer.
fn given_strings(module: &Module, callee: Func, at: usize) -> bool {
    let named = |name: &InstData| match name {
        InstData::FuncAddr { func } => *func == callee,
        _ => false,
    };
    let in_data = module.globals.values().flat_map(|data| &data.relocs);
    let mut in_data = in_data.map(|reloc| reloc.target);
    if in_data.any(|target| target == RelocTarget::Func(callee)) {
        return false;
    }
    // A parameter of a function without callers is unknown, because the function may be the entry function.
    let mut called = false;
    let all = module.functions.iter().all(|(func, function)| {
        function
            .all_insts()
            .all(|(_, inst)| match function.data(inst) {
                InstData::Call { func: to, args } if *to == callee => {
                    called = true;
                    func != callee
                        && named_object(function, args[at]).is_some()
                        && is_string(module, func, args[at])
                }
                data => !named(data),
            })
    });
    all && called
}

/// Returns the instructions of a block up to and including the first instruction that ends the program.
fn executed<'f>(function: &Function, insts: &'f [Inst]) -> &'f [Inst] {
    let end = insts.iter().position(|&inst| ends(function, inst));
    &insts[..end.map_or(insts.len(), |end| end + 1)]
}

/// Returns whether an instruction ends the program.
fn ends(function: &Function, inst: Inst) -> bool {
    let data = function.data(inst);
    matches!(data, InstData::Intrinsic { intrinsic, .. } if intrinsic.control() == Control::Ends)
}

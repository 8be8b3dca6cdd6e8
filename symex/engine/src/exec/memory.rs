//! Execution of loads and stores.
use super::resolve::{Access, Target};
use super::{Executor, Flow, Stepped, Stop};
use crate::code::MemoryStep;
use crate::memory::object::Object;
use crate::memory::symbolic;
use crate::state::State;
use crate::value::Val;
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::input::uninit_memory_name;
use symtool_ir::layout::Region;
use symtool_ir::{BugKind, CheckKind, Op, Type};

/// The maximum size, in bytes, of an object whose indeterminate bytes may become a symbolic input. A path that reads
/// indeterminate bytes of a larger object ends as unsupported.
const MAX_INPUT: u64 = 1 << 24;
/// The maximum size, in bytes, of an object that may become a symbolic array, because the program accesses the object
/// at a symbolic offset. Each byte of the object then becomes an expression. All these expressions are built in one
/// step, which no time limit interrupts: for 16 MiB, this takes several seconds and a gigabyte of memory.
const MAX_ARRAY: u64 = 1 << 20;

impl Executor<'_> {
    #[inline]
    pub(super) fn memory(&mut self, state: &mut State, step: &MemoryStep) -> Stepped {
        let guard = match step.guard.map(|g| state.frame.regs[g as usize]) {
            None | Some(Val::Const(1)) => Arena::TRUE,
            Some(Val::Expr(guard)) => guard,
            Some(Val::Const(_)) => Arena::FALSE,
        };
        let addr = state.frame.regs[step.addr as usize];
        let before = self.arena.len();
        if step.write {
            if guard != Arena::FALSE {
                let value = state.frame.regs[step.value as usize];
                let value = self.memory_value(value, step.ty);
                self.store(state, guard, addr, step.ty.bytes() as u32, value)?;
            }
        } else {
            let value = if guard == Arena::FALSE {
                Val::ZERO
            } else {
                self.load(state, guard, addr, step.ty.bytes() as u32)?
            };
            let value = self.register_value(value, step.ty, guard);
            state.frame.regs[step.value as usize] = value;
        }
        if guard != Arena::TRUE && guard != Arena::FALSE {
            self.created_ites((state.frame.func, state.frame.pc), before);
        }
        Ok(Flow::Next)
    }

    /// Returns a value in the form in which memory stores it: a truth value of one bit is extended to a byte.
    #[inline]
    pub fn memory_value(&mut self, value: Val, ty: Type) -> Val {
        match value {
            Val::Expr(expr) if ty == Type::I1 => Val::Expr(self.arena.zext(expr, 8)),
            value => value,
        }
    }

    #[inline]
    fn register_value(&mut self, value: Val, ty: Type, guard: ExprId) -> Val {
        match (value, ty) {
            (Val::Const(value), Type::I1) => Val::Const(value & 1),
            (Val::Expr(expr), Type::I1) => {
                let bit = self.arena.extract(expr, 0, 1);
                Val::of(&self.arena, bit)
            }
            // The guard is false, so the result of the load is the constant 0. A 128-bit register always
            // contains an expression, so the constant becomes an expression.
            (Val::Const(_), Type::I128) if guard == Arena::FALSE => {
                Val::Expr(value.expr(&mut self.arena, 128))
            }
            _ => value,
        }
    }

    /// Loads `len` bytes at an address if `guard` is true; otherwise the result is 0.
    pub fn load(
        &mut self,
        state: &mut State,
        guard: ExprId,
        addr: Val,
        len: u32,
    ) -> Result<Val, Stop> {
        if let (Val::Const(address), Arena::TRUE) = (addr, guard)
            && let Ok((region, offset)) = state.memory.find(address, u64::from(len), false)
            && let Some(object) = state.memory.object(region)
            && let Some(value) = object.read(&mut self.arena, offset, len)
        {
            return Ok(value);
        }
        let access = Access {
            len: u64::from(len),
            write: false,
        };
        let targets = self.resolve(state, guard, addr, access)?;
        self.load_from(state, guard, &targets, 0, len)
    }

    /// Loads `len` bytes if `guard` is true; otherwise the result is 0. `targets` are the objects and offsets to which
    /// the address may point ([`resolve`](Self::resolve)). The loaded bytes begin `shift` bytes after the offset of a
    /// target.
    pub fn load_from(
        &mut self,
        state: &mut State,
        guard: ExprId,
        targets: &[Target],
        shift: u64,
        len: u32,
    ) -> Result<Val, Stop> {
        let mut values = Vec::with_capacity(targets.len());
        for target in targets {
            let target = self.shifted(target, shift);
            values.push(self.read_target(state, &target, len)?);
        }
        let zero = self.arena.int(len * 8, 0);
        // Whether every input accesses one of the targets. An input may access none of them if the access has a
        // guard or if the memory check is disabled.
        let total = guard == Arena::TRUE && self.checks(CheckKind::Memory);
        let mut result = None;
        for (target, value) in targets.iter().zip(values).rev() {
            let value = value.expr(&mut self.arena, len * 8);
            result = Some(match result {
                None if total => value,
                rest => {
                    let rest = rest.unwrap_or(zero);
                    self.arena.ite(target.cond, value, rest)
                }
            });
        }
        Ok(Val::of(&self.arena, result.unwrap_or(zero)))
    }

    fn shifted(&mut self, target: &Target, shift: u64) -> Target {
        let offset = match target.offset {
            offset if shift == 0 => offset,
            Val::Const(offset) => Val::Const(offset + shift),
            Val::Expr(offset) => {
                let shift = self.arena.int(64, u128::from(shift));
                let offset = self.arena.op(Op::Add, 64, &[offset, shift]);
                Val::of(&self.arena, offset)
            }
        };
        Target { offset, ..*target }
    }

    /// Stores `len` bytes at an address if `guard` is true; otherwise the memory does not change.
    pub fn store(
        &mut self,
        state: &mut State,
        guard: ExprId,
        addr: Val,
        len: u32,
        value: Val,
    ) -> Result<(), Stop> {
        if let (Val::Const(address), Arena::TRUE) = (addr, guard)
            && let Ok((region, offset)) = state.memory.find(address, u64::from(len), true)
            && let Some(object) = state.memory.object_mut(region)
        {
            object.write(&mut self.arena, offset, len, value);
            return Ok(());
        }
        let access = Access {
            len: u64::from(len),
            write: true,
        };
        let mut targets = self.resolve(state, guard, addr, access)?;
        if self.checks(CheckKind::Uninit) {
            for target in &mut targets {
                self.concretize_target(state, target, u64::from(len))?;
            }
        }
        self.store_to(state, &targets, 0, len, value)
    }

    /// Makes the offset of a write constant if the set of initialized bytes would otherwise depend on the input. A
    /// state is forked for each feasible offset, up to `Limits::max_resolutions` offsets.
    fn concretize_target(
        &mut self,
        state: &mut State,
        target: &mut Target,
        len: u64,
    ) -> Result<(), Stop> {
        const WHAT: &str = "the address of a write to uninitialized memory";
        let offsets = match target.offset {
            Val::Const(offset) => vec![offset],
            Val::Expr(offset) => {
                let limit = self.config.limits.max_resolutions;
                match self.candidate_offsets(state, target, offset, len as u32, limit) {
                    Some(offsets) => offsets,
                    None => return Ok(()),
                }
            }
        };
        let uninit = |at| self.uninit(state, target.region, at, len);
        if !offsets.into_iter().any(uninit) {
            return Ok(());
        }
        if target.cond != Arena::TRUE {
            let goes_here = self.fork_values(state, target.cond, WHAT, |_, _, _| {})?;
            target.cond = self.arena.constant(goes_here);
        }
        if let (Val::Expr(offset), Arena::TRUE) = (target.offset, target.cond) {
            let offset = self.fork_values(state, offset, WHAT, |_, _, _| {})?;
            target.offset = Val::Const(offset.low_u64());
        }
        Ok(())
    }

    /// Stores `len` bytes. `targets` are the objects and offsets to which the address may point
    /// ([`resolve`](Self::resolve)). The stored bytes begin `shift` bytes after the offset of a target.
    pub fn store_to(
        &mut self,
        state: &mut State,
        targets: &[Target],
        shift: u64,
        len: u32,
        value: Val,
    ) -> Result<(), Stop> {
        for target in targets.iter().filter(|t| t.cond != Arena::FALSE) {
            let target = self.shifted(target, shift);
            self.write_target(state, &target, len, value)?;
        }
        Ok(())
    }

    fn read_target(&mut self, state: &mut State, target: &Target, len: u32) -> Result<Val, Stop> {
        match target.offset {
            Val::Const(offset) => {
                if self.uninit(state, target.region, offset, u64::from(len)) {
                    self.handle_uninit(state, target, &[offset], u64::from(len))?;
                }
                let object = state.memory.object(target.region);
                let value = object.and_then(|o| o.read(&mut self.arena, offset, len));
                Ok(value.unwrap_or(Val::ZERO))
            }
            Val::Expr(offset) => self.read_symbolic(state, target, offset, len),
        }
    }

    /// Returns an error if an access would turn a very large object into a symbolic array, because every byte of
    /// the object would become an expression.
    fn small_enough(&self, state: &State, target: &Target, as_array: bool) -> Result<(), Stop> {
        let size = (state.memory.object(target.region)).map_or(0, |object| object.size);
        if as_array && size > MAX_ARRAY {
            let text = format!("an object of {size} bytes is accessed at a symbolic offset");
            return Err(self.unsupported(state, text));
        }
        Ok(())
    }

    /// Returns the offsets in the target object at which an access may begin; `None` if there are more than
    /// `limit`.
    fn candidate_offsets(
        &mut self,
        state: &State,
        target: &Target,
        offset: ExprId,
        len: u32,
        limit: usize,
    ) -> Option<Vec<u64>> {
        let object = state.memory.object(target.region)?;
        let domain = self.arena.domain(offset);
        symbolic::candidates(&domain, object.size, u64::from(len), limit)
    }

    fn read_symbolic(
        &mut self,
        state: &mut State,
        target: &Target,
        offset: ExprId,
        len: u32,
    ) -> Result<Val, Stop> {
        let offsets = self.candidate_offsets(state, target, offset, len, self.max_ite_cells());
        self.small_enough(state, target, offsets.is_none())?;
        let Some(object) = state.memory.object(target.region) else {
            return Ok(Val::ZERO);
        };
        if may_be_uninit(object, offsets.as_deref(), len) {
            let size = object.size;
            let all: Vec<u64>;
            let looked_at = match &offsets {
                Some(offsets) => offsets,
                None => {
                    all = (0..(size + 1).saturating_sub(u64::from(len))).collect();
                    &all
                }
            };
            self.handle_uninit(state, target, looked_at, u64::from(len))?;
        }
        let Some(object) = state.memory.object_mut(target.region) else {
            return Ok(Val::ZERO);
        };
        let built = built_array(object, offsets.as_deref());
        let value = match offsets {
            Some(offsets) if offsets.is_empty() => Val::ZERO,
            Some(offsets) => symbolic::read_cells(&mut self.arena, object, offset, len, &offsets),
            None => symbolic::read_array(&mut self.arena, object, offset, len),
        };
        self.count_moved_bytes(built);
        if self.config.memory.explain.is_some() {
            let name = self.object_name(state, target.region);
            self.explain_read(state, &name, offset, value);
        }
        Ok(value)
    }

    fn write_target(
        &mut self,
        state: &mut State,
        target: &Target,
        len: u32,
        value: Val,
    ) -> Result<(), Stop> {
        let symbolic = match target.offset {
            Val::Const(offset) if target.cond == Arena::TRUE => {
                if let Some(object) = state.memory.object_mut(target.region) {
                    object.write(&mut self.arena, offset, len, value);
                }
                return Ok(());
            }
            Val::Const(offset) => Ok(offset),
            Val::Expr(offset) => Err(offset),
        };
        // A store at a symbolic offset or under a condition may leave each candidate byte unchanged. Then the new
        // value of the byte is an `ite` with the old value as an operand, so the old value must not be indeterminate.
        let offsets = match symbolic {
            Ok(offset) => Some(vec![offset]),
            Err(offset) => self.candidate_offsets(state, target, offset, len, self.max_ite_cells()),
        };
        self.small_enough(state, target, offsets.is_none())?;
        let Some(object) = state.memory.object(target.region) else {
            return Ok(());
        };
        if may_be_uninit(object, offsets.as_deref(), len) {
            if self.checks(CheckKind::Uninit) {
                self.incomplete_here(state, "the set of initialized bytes depends on the input");
            }
            self.determine(state, target.region)?;
        }
        let value = match symbolic {
            _ if target.cond == Arena::TRUE => value,
            Ok(offset) => {
                let object = state.memory.object(target.region);
                let old = object.and_then(|o| o.read(&mut self.arena, offset, len));
                self.choose(target.cond, value, old.unwrap_or(Val::ZERO), len)
            }
            Err(_) => {
                let old = self.read_target(state, target, len)?;
                self.choose(target.cond, value, old, len)
            }
        };
        let Some(object) = state.memory.object_mut(target.region) else {
            return Ok(());
        };
        let built = match symbolic {
            Ok(_) => 0,
            Err(_) => built_array(object, offsets.as_deref()),
        };
        match (symbolic, offsets) {
            (Ok(offset), _) => object.write(&mut self.arena, offset, len, value),
            (Err(offset), Some(offsets)) => {
                symbolic::write_cells(&mut self.arena, object, offset, len, value, &offsets);
            }
            (Err(offset), None) => {
                symbolic::write_array(&mut self.arena, object, offset, len, value);
            }
        }
        self.count_moved_bytes(built);
        Ok(())
    }

    fn choose(&mut self, cond: ExprId, then: Val, other: Val, len: u32) -> Val {
        let then = then.expr(&mut self.arena, len * 8);
        let other = other.expr(&mut self.arena, len * 8);
        let value = self.arena.ite(cond, then, other);
        Val::of(&self.arena, value)
    }

    // ---- indeterminate bytes

    pub fn uninit(&self, state: &State, region: Region, offset: u64, len: u64) -> bool {
        let object = state.memory.object(region);
        object.is_some_and(|object| object.has_uninit(offset, len))
    }

    /// Handles a load at one of `offsets` that may read indeterminate bytes. If the check for uninitialized reads is
    /// enabled, reports a failure with the condition that the load reads such bytes. Otherwise all indeterminate bytes
    /// of the object become a symbolic input.
    fn handle_uninit(
        &mut self,
        state: &mut State,
        target: &Target,
        offsets: &[u64],
        len: u64,
    ) -> Result<(), Stop> {
        if !self.checks(CheckKind::Uninit) {
            return self.determine(state, target.region);
        }
        let mut bad = target.cond;
        if let Val::Expr(offset) = target.offset {
            let mut any = Arena::FALSE;
            for &at in offsets {
                if self.uninit(state, target.region, at, len) {
                    let at = self.arena.int(64, u128::from(at));
                    let here = self.arena.op(Op::Eq, 1, &[offset, at]);
                    any = self.or(any, here);
                }
            }
            bad = self.and(bad, any);
        }
        let name = self.object_name(state, target.region);
        let text = match target.offset {
            Val::Const(offset) => {
                format!("read of indeterminate bytes at offset {offset} of {name}")
            }
            Val::Expr(_) => format!("read of indeterminate bytes of {name}"),
        };
        self.require_not(state, bad, BugKind::Uninit, |_, _| text)
    }

    /// Replaces the indeterminate bytes of an object by the bytes of a symbolic input. The path creates this input when
    /// it is first needed.
    pub fn determine(&mut self, state: &mut State, region: Region) -> Result<(), Stop> {
        let Some(object) = state.memory.object(region) else {
            return Ok(());
        };
        let size = object.size;
        let name = uninit_memory_name(&object.name, region, object.life);
        if size > MAX_INPUT {
            let text = format!("an indeterminate object of {size} bytes is read");
            return Err(self.unsupported(state, text));
        }
        let input: SymArray = match state.inputs.named(&name) {
            Some(made) => made.symbol,
            None => self.make_input(state, name, size as u32),
        };
        if let Some(object) = state.memory.object_mut(region) {
            object.determine(&mut self.arena, input);
        }
        Ok(())
    }
}

/// Returns the number of elements of the symbolic array that an access at a symbolic offset must build from the bytes
/// of `object`. The number is 0 in two cases: no array is needed, because `offsets` lists the possible offsets; or the
/// array exists already.
fn built_array(object: &Object, offsets: Option<&[u64]>) -> u64 {
    match offsets.is_some() || object.has_array() {
        true => 0,
        false => object.size,
    }
}

/// Returns whether an access of `len` bytes at one of `offsets`, or at any offset, may touch indeterminate bytes.
fn may_be_uninit(object: &Object, offsets: Option<&[u64]>, len: u32) -> bool {
    match offsets {
        Some(offsets) => {
            let mut offsets = offsets.iter();
            offsets.any(|&offset| object.has_uninit(offset, u64::from(len)))
        }
        None => object.has_uninit(0, object.size),
    }
}

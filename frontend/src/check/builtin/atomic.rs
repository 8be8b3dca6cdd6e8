//! Checks `__sync_*` and `__atomic_*` built-ins. symtool executes programs with one thread only, so it replaces an
//! atomic operation by the corresponding non-atomic operation. The replacement has no overflow check: atomic
//! arithmetic wraps.
//!
//! Operands are evaluated once, in order, into hidden locals (local variables that symtool adds to the function).
//! Memory orders are evaluated and ignored.
use super::Args;
use crate::check::Checker;
use crate::ctypes::{QTy, Ty};
use crate::program::Checked;
use crate::typed::{Arith, Compare, Expr, ExprKind, LocalId};
use lang_c::span::Span;

/// The arithmetic or logical operation of a read-modify-write built-in.
#[derive(Copy, Clone)]
enum Operation {
    Arith(Arith),
    Nand,
}

/// The effect of an atomic built-in on the object to which its first argument points.
#[derive(Copy, Clone)]
enum Action {
    /// Reads, modifies and writes an object. If the flag is set, the built-in returns the new value, else the old
    /// value.
    Fetch(Operation, bool),
    /// The `__sync_` form of compare-and-exchange: compares the object with an expected value, passed by value, and, if
    /// they are equal, stores a new value. If the flag is set, the built-in returns whether the new value was stored,
    /// else the old value.
    Swap(bool),
    /// Stores a new value, and returns the old value.
    Exchange,
    /// Stores a new value in the object, and the old value at the address in the last operand. All operands are
    /// addresses.
    ExchangeInto,
    /// Stores zero in the object, which has the type of the pointer's target (`__sync_lock_release`).
    Release,
    /// Returns the value of the object.
    Load,
    /// Stores the value of the object at the address in the second operand.
    LoadInto,
    /// Stores a value. If the flag is set, the new value is passed by address, as for `__atomic_store`; otherwise it is
    /// passed by value, as for `__atomic_store_n`.
    Store(bool),
    /// The `__atomic_` form of compare-and-exchange: like [`Action::Swap`] with the flag set, but the expected value is
    /// passed by address, and the old value replaces it if nothing was stored. If the flag is set, the new value is
    /// passed by address, too, otherwise by value.
    CompareExchange(bool),
    /// Sets a byte to 1, and returns whether it was nonzero before.
    TestAndSet,
    /// Sets one byte to 0, whatever the type of the pointer's target is (`__atomic_clear`).
    Clear,
    /// Has no effect, because the program has one thread only.
    Fence,
    /// Returns whether operations on an object of the given size in bytes are lock-free.
    LockFree,
}

impl Action {
    /// Returns the number of operands. Memory orders are not counted.
    fn operands(self) -> usize {
        match self {
            Action::Fence => 0,
            Action::Release | Action::Load | Action::TestAndSet | Action::Clear => 1,
            Action::Fetch(..)
            | Action::Exchange
            | Action::LoadInto
            | Action::Store(_)
            | Action::LockFree => 2,
            Action::Swap(_) | Action::ExchangeInto | Action::CompareExchange(_) => 3,
        }
    }

    /// Returns the number of memory-order arguments that follow the operands of an `__atomic_` built-in.
    fn orders(self) -> usize {
        match self {
            Action::LockFree => 0,
            Action::CompareExchange(_) => 3,
            Action::Fetch(..)
            | Action::Swap(_)
            | Action::Exchange
            | Action::ExchangeInto
            | Action::Release
            | Action::Load
            | Action::LoadInto
            | Action::Store(_)
            | Action::TestAndSet
            | Action::Clear
            | Action::Fence => 1,
        }
    }
}

fn sync(name: &str) -> Option<Action> {
    if let Some(operation) = name.strip_prefix("fetch_and_").and_then(operation) {
        return Some(Action::Fetch(operation, false));
    }
    if let Some(operation) = name.strip_suffix("_and_fetch").and_then(operation) {
        return Some(Action::Fetch(operation, true));
    }
    Some(match name {
        "bool_compare_and_swap" => Action::Swap(true),
        "val_compare_and_swap" => Action::Swap(false),
        "lock_test_and_set" => Action::Exchange,
        "lock_release" => Action::Release,
        "synchronize" => Action::Fence,
        _ => return None,
    })
}

fn atomic(name: &str) -> Option<Action> {
    if let Some(operation) = name.strip_prefix("fetch_").and_then(operation) {
        return Some(Action::Fetch(operation, false));
    }
    if let Some(operation) = name.strip_suffix("_fetch").and_then(operation) {
        return Some(Action::Fetch(operation, true));
    }
    Some(match name {
        "load_n" => Action::Load,
        "load" => Action::LoadInto,
        "store_n" => Action::Store(false),
        "store" => Action::Store(true),
        "exchange_n" => Action::Exchange,
        "exchange" => Action::ExchangeInto,
        "compare_exchange_n" => Action::CompareExchange(false),
        "compare_exchange" => Action::CompareExchange(true),
        "test_and_set" => Action::TestAndSet,
        "clear" => Action::Clear,
        "thread_fence" | "signal_fence" => Action::Fence,
        "always_lock_free" | "is_lock_free" => Action::LockFree,
        _ => return None,
    })
}

/// Hidden local variables, each with the expression for its initial value, in order of evaluation.
type Bindings = Vec<(LocalId, Expr)>;

fn operation(name: &str) -> Option<Operation> {
    Some(match name {
        "add" => Operation::Arith(Arith::Add),
        "sub" => Operation::Arith(Arith::Sub),
        "and" => Operation::Arith(Arith::And),
        "or" => Operation::Arith(Arith::Or),
        "xor" => Operation::Arith(Arith::Xor),
        "nand" => Operation::Nand,
        _ => return None,
    })
}

impl Checker<'_> {
    /// Checks a call of the atomic built-in `name`; `None` if no atomic built-in has this name.
    pub(super) fn atomic_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let sized = name
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .strip_suffix('_');
        let name = sized.filter(|_| !name.ends_with('_')).unwrap_or(name);
        let (action, in_sync) = match name.strip_prefix("__sync_") {
            Some(rest) => (sync(rest)?, true),
            None => (atomic(name.strip_prefix("__atomic_")?)?, false),
        };
        let (operands, orders) = (action.operands(), action.orders());
        // As in gcc, a call of a `__sync_` built-in may have further arguments: the variables that the memory barrier
        // protects. These arguments are not evaluated.
        let count = match in_sync {
            true => operands..=usize::MAX,
            false => operands + orders..=operands + orders,
        };
        if let Err(reported) = self.check_arg_count(args, &count, span) {
            return Some(Err(reported));
        }
        let (operands, rest) = args.split_at(operands);
        let result = self.perform(action, operands, span);
        if in_sync {
            return Some(result);
        }
        Some(result.and_then(|result| self.prepend_effects(rest, result)))
    }

    fn perform(&mut self, action: Action, args: Args<'_>, span: Span) -> Checked<Expr> {
        match action {
            Action::Fetch(operation, new) => self.fetch(operation, new, args, span),
            Action::Swap(returns_success) => self.sync_swap(returns_success, args, span),
            Action::Exchange => self.exchange(args, span),
            Action::ExchangeInto => self.exchange_into(args, span),
            Action::Release => self.release(args, span),
            Action::Load => self.atomic_load(args, span),
            Action::LoadInto => self.atomic_load_into(args, span),
            Action::Store(by_address) => self.atomic_store(by_address, args, span),
            Action::CompareExchange(by_address) => self.compare_exchange(by_address, args, span),
            Action::TestAndSet => self.test_and_set(args, span),
            Action::Clear => self.clear(args, span),
            Action::Fence => Ok(self.nothing(span)),
            Action::LockFree => self.lock_free(args, span),
        }
    }

    // ---- Hidden locals and operands.

    /// Adds a hidden local with the initial value `value` to `lets`, and returns the local.
    fn bind(&mut self, value: Expr, lets: &mut Bindings) -> Checked<LocalId> {
        let local = self.new_local(value.span, "atomic operand", value.ty().into())?;
        lets.push((local, value));
        Ok(local)
    }

    /// Returns the value of a hidden local.
    fn bound(&mut self, local: LocalId, span: Span) -> Expr {
        let ty = self.local(local).map(|l| l.qty.ty);
        let ty = ty.unwrap_or_else(|| self.int_ty());
        let place = Expr::new(ExprKind::Local(local), ty, span);
        self.as_value(place)
    }

    /// Returns an expression that sets the hidden locals in `lets` and then has the value of `rest`, which reads them.
    fn wrap(lets: Bindings, mut rest: Expr) -> Expr {
        for (local, value) in lets.into_iter().rev() {
            let (ty, span) = (rest.ty(), rest.span);
            rest = Expr::new(
                ExprKind::Let(local, Box::new(value), Box::new(rest)),
                ty,
                span,
            );
        }
        rest
    }

    /// Stores the value of the argument at `index`, a pointer to the accessed object, in a hidden local. Returns the
    /// local and the type of the object.
    fn object(
        &mut self,
        args: Args<'_>,
        index: usize,
        lets: &mut Bindings,
    ) -> Checked<(LocalId, QTy)> {
        let node = &args[index];
        let pointer = self.value(node)?;
        let Some(to) = self.program.types.pointee(pointer.ty()) else {
            let name = self.type_name(pointer.ty());
            let message = format!("expected a pointer argument, found `{name}`");
            return Err(self.error(node.span, "type", message));
        };
        if !self.program.types.is_complete(to.ty) || self.program.types.is_function(to.ty) {
            let name = self.type_name(to);
            let message = format!("atomic operation on incomplete or function type `{name}`");
            return Err(self.error(node.span, "type", message));
        }
        Ok((self.bind(pointer, lets)?, to))
    }

    /// Does the same as [`Self::object`], but reports an error if the object is not a scalar.
    fn scalar_object(
        &mut self,
        args: Args<'_>,
        index: usize,
        lets: &mut Bindings,
    ) -> Checked<(LocalId, QTy)> {
        let (pointer, to) = self.object(args, index, lets)?;
        if self.program.types.is_scalar(to.ty) {
            return Ok((pointer, to));
        }
        let name = self.type_name(to);
        let message = format!("this atomic operation on type `{name}` is");
        Err(self.unsupported(args[index].span, &message))
    }

    fn atomic_place(&mut self, pointer: LocalId, to: QTy, span: Span) -> Expr {
        let pointer = self.bound(pointer, span);
        Expr::new(ExprKind::Deref(Box::new(pointer)), to, span)
    }

    fn read(&mut self, pointer: LocalId, to: QTy, span: Span) -> Expr {
        let place = self.atomic_place(pointer, to, span);
        self.as_value(place)
    }

    fn write(&mut self, pointer: LocalId, to: QTy, value: Expr, span: Span) -> Expr {
        let place = self.atomic_place(pointer, to, span);
        let kind = ExprKind::Assign(Box::new(place), Box::new(value));
        Expr::new(kind, to.ty, span)
    }

    /// Checks the operand at `index` of `args` and converts it to `to`, the type of the accessed object.
    fn operand_for(&mut self, args: Args<'_>, index: usize, to: Ty, span: Span) -> Checked<Expr> {
        let node = self.arg(args, index, span)?;
        let value = self.value(node)?;
        let types = &self.program.types;
        if types.is_scalar(to) && types.is_scalar(value.ty()) {
            return Ok(self.convert_unchecked(value, to));
        }
        self.assign_to(value, to.into(), node.span, "argument")
    }

    fn then(&mut self, first: Expr, second: Expr, span: Span) -> Expr {
        let ty = second.ty();
        Expr::new(ExprKind::Comma(Box::new(first), Box::new(second)), ty, span)
    }

    fn no_result(&mut self, value: Expr) -> Expr {
        let void = self.program.types.void();
        self.convert_unchecked(value, void)
    }

    // ---- Operations.

    fn fetch(&mut self, op: Operation, new: bool, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.scalar_object(args, 0, &mut lets)?;
        let types = &mut self.program.types;
        let compute = match types.int_kind(to.ty) {
            Some(kind) => types.int_of(kind.to_unsigned()),
            None if types.is_pointer(to.ty) => types.ulong(),
            None => {
                let name = self.type_name(to);
                let message = format!("this atomic operation on type `{name}` is");
                return Err(self.unsupported(span, &message));
            }
        };
        let operand = self.arg(args, 1, span)?;
        let operand = self.value(operand)?;
        let operand = self.convert_unchecked(operand, compute);
        let operand = self.bind(operand, &mut lets)?;
        let old = self.read(pointer, to, span);
        let old = self.bind(old, &mut lets)?;
        let x = self.bound(old, span);
        let x = self.convert_unchecked(x, compute);
        let y = self.bound(operand, span);
        let result = match op {
            Operation::Arith(arith) => self.arith(arith, x, y, compute, span),
            Operation::Nand => {
                let both = self.arith(Arith::And, x, y, compute, span);
                Expr::new(ExprKind::BitNot(Box::new(both)), compute, span)
            }
        };
        let result = self.convert_unchecked(result, to.ty);
        let result = self.bind(result, &mut lets)?;
        let stored = self.bound(result, span);
        let write = self.write(pointer, to, stored, span);
        let value = self.bound(if new { result } else { old }, span);
        let all = self.then(write, value, span);
        Ok(Self::wrap(lets, all))
    }

    fn sync_swap(&mut self, returns_success: bool, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.scalar_object(args, 0, &mut lets)?;
        let expected = self.operand_for(args, 1, to.ty, span)?;
        let expected = self.bind(expected, &mut lets)?;
        let desired = self.operand_for(args, 2, to.ty, span)?;
        let desired = self.bind(desired, &mut lets)?;
        let old = self.read(pointer, to, span);
        let old = self.bind(old, &mut lets)?;
        let same = self.same(old, expected, span);
        let same = self.bind(same, &mut lets)?;
        let value = self.bound(desired, span);
        let write = self.write(pointer, to, value, span);
        let (write, nothing) = (self.no_result(write), self.nothing(span));
        let condition = self.bound(same, span);
        let swap = self.choose(condition, write, nothing, span);
        let result = self.bound(if returns_success { same } else { old }, span);
        let result = match returns_success {
            true => self.as_bool(result),
            false => result,
        };
        let all = self.then(swap, result, span);
        Ok(Self::wrap(lets, all))
    }

    fn same(&mut self, a: LocalId, b: LocalId, span: Span) -> Expr {
        let (a, b) = (self.bound(a, span), self.bound(b, span));
        let int = self.int_ty();
        let kind = ExprKind::Compare(Compare::Eq, Box::new(a), Box::new(b));
        Expr::new(kind, int, span)
    }

    fn choose(&mut self, condition: Expr, yes: Expr, no: Expr, span: Span) -> Expr {
        let ty = yes.ty();
        let kind = ExprKind::Cond(Box::new(condition), Box::new(yes), Box::new(no));
        Expr::new(kind, ty, span)
    }

    fn as_bool(&mut self, value: Expr) -> Expr {
        let bool = self.program.types.bool();
        self.convert_unchecked(value, bool)
    }

    fn exchange(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.scalar_object(args, 0, &mut lets)?;
        let value = self.operand_for(args, 1, to.ty, span)?;
        let value = self.bind(value, &mut lets)?;
        let old = self.read(pointer, to, span);
        let old = self.bind(old, &mut lets)?;
        let value = self.bound(value, span);
        let write = self.write(pointer, to, value, span);
        let result = self.bound(old, span);
        let all = self.then(write, result, span);
        Ok(Self::wrap(lets, all))
    }

    /// Checks `__atomic_exchange(object, from, result, order)`. The first three arguments are addresses. The built-in
    /// stores the value at `from` in the object, and the old value of the object at `result`.
    fn exchange_into(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.scalar_object(args, 0, &mut lets)?;
        let (from, from_ty) = self.scalar_object(args, 1, &mut lets)?;
        let (result, result_ty) = self.scalar_object(args, 2, &mut lets)?;
        let value = self.read(from, from_ty, span);
        let value = self.convert_unchecked(value, to.ty);
        let value = self.bind(value, &mut lets)?;
        let old = self.read(pointer, to, span);
        let old = self.convert_unchecked(old, result_ty.ty);
        let old = self.bind(old, &mut lets)?;
        let value = self.bound(value, span);
        let write = self.write(pointer, to, value, span);
        let old = self.bound(old, span);
        let second = self.write(result, result_ty, old, span);
        let all = self.then(write, second, span);
        let all = self.no_result(all);
        Ok(Self::wrap(lets, all))
    }

    fn release(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.scalar_object(args, 0, &mut lets)?;
        let zero = self.int_const(0, span);
        let zero = self.convert_unchecked(zero, to.ty);
        let write = self.write(pointer, to, zero, span);
        let write = self.no_result(write);
        Ok(Self::wrap(lets, write))
    }

    fn atomic_load(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.object(args, 0, &mut lets)?;
        let value = self.read(pointer, to, span);
        Ok(Self::wrap(lets, value))
    }

    fn atomic_load_into(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.object(args, 0, &mut lets)?;
        let (result, result_ty) = self.object(args, 1, &mut lets)?;
        let value = self.read(pointer, to, span);
        let value = self.assign_to(value, result_ty, span, "argument")?;
        let write = self.write(result, result_ty, value, span);
        let write = self.no_result(write);
        Ok(Self::wrap(lets, write))
    }

    fn atomic_store(&mut self, by_address: bool, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.object(args, 0, &mut lets)?;
        let value = if by_address {
            let (from, from_ty) = self.object(args, 1, &mut lets)?;
            let value = self.read(from, from_ty, span);
            self.assign_to(value, to, span, "argument")?
        } else {
            self.operand_for(args, 1, to.ty, span)?
        };
        let write = self.write(pointer, to, value, span);
        let write = self.no_result(write);
        Ok(Self::wrap(lets, write))
    }

    /// Checks a compare-and-exchange, `__atomic_compare_exchange(object, expected, desired, …)`. The first two operands
    /// are addresses. If the values there are equal, the built-in stores the new value in the object. Otherwise it
    /// copies the object's value to `expected`. If `by_address` is set, `desired` is the address of the new value,
    /// otherwise the new value itself.
    fn compare_exchange(&mut self, by_address: bool, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.scalar_object(args, 0, &mut lets)?;
        let (expected_at, expected_ty) = self.scalar_object(args, 1, &mut lets)?;
        let desired = if by_address {
            let (from, from_ty) = self.scalar_object(args, 2, &mut lets)?;
            let value = self.read(from, from_ty, span);
            self.convert_unchecked(value, to.ty)
        } else {
            self.operand_for(args, 2, to.ty, span)?
        };
        if self.program.types.is_float(to.ty) {
            // A compare-and-exchange compares bytes. A comparison of floating-point numbers would differ for zeros
            // and NaNs.
            return Err(self.unsupported(span, "compare-and-exchange of floating-point values is"));
        }
        let desired = self.bind(desired, &mut lets)?;
        let old = self.read(pointer, to, span);
        let old = self.bind(old, &mut lets)?;
        let expected = self.read(expected_at, expected_ty, span);
        let expected = self.convert_unchecked(expected, to.ty);
        let expected = self.bind(expected, &mut lets)?;
        let same = self.same(old, expected, span);
        let same = self.bind(same, &mut lets)?;
        let value = self.bound(desired, span);
        let write = self.write(pointer, to, value, span);
        let write = self.no_result(write);
        let found = self.bound(old, span);
        let found = self.convert_unchecked(found, expected_ty.ty);
        let update_expected = self.write(expected_at, expected_ty, found, span);
        let update_expected = self.no_result(update_expected);
        let condition = self.bound(same, span);
        let swap = self.choose(condition, write, update_expected, span);
        let result = self.bound(same, span);
        let result = self.as_bool(result);
        let all = self.then(swap, result, span);
        Ok(Self::wrap(lets, all))
    }

    /// Stores the value of the first argument, a pointer to the accessed byte, in a hidden local. Returns the local
    /// and the type `unsigned char`. The argument may be a pointer to any type.
    fn byte(&mut self, args: Args<'_>, lets: &mut Bindings, span: Span) -> Checked<(LocalId, QTy)> {
        let node = self.arg(args, 0, span)?;
        let pointer = self.value(node)?;
        let types = &mut self.program.types;
        let byte = types.int_of(crate::ctypes::IntKind::UChar);
        let ty = types.pointer_to(byte);
        if !types.is_pointer(pointer.ty()) {
            let name = self.type_name(pointer.ty());
            let message = format!("expected a pointer argument, found `{name}`");
            return Err(self.error(node.span, "type", message));
        }
        let pointer = self.convert_unchecked(pointer, ty);
        Ok((self.bind(pointer, lets)?, byte.into()))
    }

    fn test_and_set(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.byte(args, &mut lets, span)?;
        let old = self.read(pointer, to, span);
        let old = self.bind(old, &mut lets)?;
        let one = self.int_const(1, span);
        let one = self.convert_unchecked(one, to.ty);
        let write = self.write(pointer, to, one, span);
        let result = self.bound(old, span);
        let result = self.as_bool(result);
        let all = self.then(write, result, span);
        Ok(Self::wrap(lets, all))
    }

    fn clear(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut lets = Vec::new();
        let (pointer, to) = self.byte(args, &mut lets, span)?;
        let zero = self.int_const(0, span);
        let zero = self.convert_unchecked(zero, to.ty);
        let write = self.write(pointer, to, zero, span);
        let write = self.no_result(write);
        Ok(Self::wrap(lets, write))
    }

    fn lock_free(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let size = self.arg(args, 0, span)?;
        let size = self.constant_expression(size)?;
        let is_free = matches!(size, 1 | 2 | 4 | 8);
        let bool = self.program.types.bool();
        let result = self.int_expr(i128::from(is_free), bool, span);
        self.prepend_effects(&args[1..], result)
    }
}

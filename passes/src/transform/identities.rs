//! Algebraic identities that hold for all operands, bit for bit.
//!
//! The result of an identity never has more operations than the original, so folding terminates. Constants are moved to
//! the right of commutative operators and comparisons, so that one rule covers both orders.
use symtool_ir::inst::Args;
use symtool_ir::{Bits, Function, InstData, Op, OpClass, Type, Value, eval};

/// The result of simplifying an operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Folded {
    /// The operation cannot be simplified.
    Same,
    /// The result equals an existing value.
    Value(Value),
    /// The result is a constant of the operation's type.
    Const(Bits),
    /// The result equals the result of another operation, which has the same type.
    Op(Op, Args),
}

/// Simplifies the operation `op` on `args` by one step. `ty` is the type of its result. New constants may be added to
/// the function.
pub(crate) fn fold(func: &mut Function, op: Op, args: &[Value], ty: Type) -> Folded {
    let consts: Option<Vec<Bits>> = args.iter().map(|&v| func.as_const(v)).collect();
    if let Some(consts) = consts {
        return Folded::Const(eval(op, ty.bits(), &consts));
    }
    match op.class() {
        OpClass::IntUnary => unary(func, op, args[0]),
        OpClass::FloatUnary if op == Op::FNeg => undo(func, op, args[0]),
        OpClass::FloatUnary => Folded::Same,
        OpClass::IntBinary => binary(func, op, args[0], args[1], ty),
        OpClass::IntCompare => compare(func, op, args[0], args[1]),
        OpClass::Cast => cast(func, op, args[0], ty),
        OpClass::Select => select(func, args, ty),
        OpClass::PtrAdd => reassociate(func, op, args[0], args[1]),
        OpClass::FloatBinary | OpClass::FloatCompare => Folded::Same,
    }
}

fn operation(func: &Function, value: Value) -> Option<(Op, &[Value])> {
    match func.def_data(value) {
        Some(InstData::Pure { op, args }) => Some((*op, args)),
        _ => None,
    }
}

fn op(op: Op, args: &[Value]) -> Folded {
    Folded::Op(op, Args::from_slice(args))
}

/// Simplifies `op(op(x))` to x, for an operator that is its own inverse.
fn undo(func: &Function, outer: Op, arg: Value) -> Folded {
    match operation(func, arg) {
        Some((inner, args)) if inner == outer => Folded::Value(args[0]),
        _ => Folded::Same,
    }
}

fn unary(func: &Function, outer: Op, arg: Value) -> Folded {
    if outer == Op::Not
        && let Some((inner, args)) = operation(func, arg)
        && let Some(inverse) = inner.inverse_compare()
    {
        return op(inverse, args);
    }
    undo(func, outer, arg)
}

fn binary(func: &mut Function, outer: Op, a: Value, b: Value, ty: Type) -> Folded {
    if a == b {
        return same_operands(outer, a, ty);
    }
    match (func.as_const(a), func.as_const(b)) {
        (Some(_), None) if outer.info().commutative => op(outer, &[b, a]),
        (Some(left), None) => constant_left(outer, left),
        (None, Some(right)) => match constant_right(outer, a, right, ty) {
            Folded::Same => reassociate(func, outer, a, b),
            folded => folded,
        },
        _ => Folded::Same,
    }
}

fn same_operands(outer: Op, a: Value, ty: Type) -> Folded {
    match outer {
        Op::And | Op::Or => Folded::Value(a),
        Op::Xor | Op::Sub => Folded::Const(Bits::zero(ty.bits())),
        _ => Folded::Same,
    }
}

fn constant_left(outer: Op, left: Bits) -> Folded {
    match outer {
        Op::Shl | Op::LShr if left.is_zero() => Folded::Const(left),
        Op::AShr if left.is_zero() || left.is_ones() => Folded::Const(left),
        _ => Folded::Same,
    }
}

fn constant_right(outer: Op, a: Value, right: Bits, ty: Type) -> Folded {
    let one = right.unsigned() == 1;
    let width = ty.bits();
    match outer {
        Op::Add | Op::Sub | Op::Or | Op::Xor | Op::Shl | Op::LShr | Op::AShr if right.is_zero() => {
            Folded::Value(a)
        }
        Op::Mul | Op::And if right.is_zero() => Folded::Const(right),
        Op::And if right.is_ones() => Folded::Value(a),
        Op::Or if right.is_ones() => Folded::Const(right),
        Op::Xor if right.is_ones() => op(Op::Not, &[a]),
        Op::Mul | Op::UDiv if one => Folded::Value(a),
        // A constant 1 of one bit means -1 in a signed division, so the rule needs at least two bits.
        Op::SDiv if one && width > 1 => Folded::Value(a),
        Op::URem if one => Folded::Const(Bits::zero(width)),
        Op::SRem if one => Folded::Const(Bits::zero(width)),
        Op::Shl | Op::LShr if right.unsigned() >= u128::from(width) => {
            Folded::Const(Bits::zero(width))
        }
        _ => Folded::Same,
    }
}

/// Simplifies `op(op(x, K), L)` to `op(x, K op L)` for an associative `op` and constants K and L. For `ptr_add`, the
/// new constant is `K + L`.
fn reassociate(func: &mut Function, outer: Op, a: Value, b: Value) -> Folded {
    let Some(right) = func.as_const(b) else {
        return Folded::Same;
    };
    if outer == Op::PtrAdd && right.is_zero() {
        return Folded::Value(a);
    }
    let combine = match outer {
        Op::Add | Op::PtrAdd => Op::Add,
        Op::And | Op::Or | Op::Xor | Op::Mul => outer,
        _ => return Folded::Same,
    };
    let Some((inner, args)) = operation(func, a) else {
        return Folded::Same;
    };
    match (inner == outer, func.as_const(args[args.len() - 1])) {
        (true, Some(left)) => {
            let x = args[0];
            let sum = eval(combine, right.width(), &[left, right]);
            let sum = func.constant(func.ty(b), sum);
            op(outer, &[x, sum])
        }
        _ => Folded::Same,
    }
}

fn compare(func: &mut Function, outer: Op, a: Value, b: Value) -> Folded {
    if a == b {
        let holds = matches!(outer, Op::Eq | Op::Ule | Op::Uge | Op::Sle | Op::Sge);
        return Folded::Const(Bits::bool(holds));
    }
    if func.as_const(a).is_some() {
        return match outer.swapped_compare() {
            Some(swapped) => op(swapped, &[b, a]),
            None => Folded::Same,
        };
    }
    let Some(right) = func.as_const(b) else {
        return Folded::Same;
    };
    if !matches!(outer, Op::Eq | Op::Ne) {
        return bounds(outer, right);
    }
    if func.ty(a) == Type::I1 {
        return match right.is_true() == (outer == Op::Eq) {
            true => Folded::Value(a),
            false => op(Op::Not, &[a]),
        };
    }
    equal_to_constant(func, outer, a, right)
}

/// Simplifies a comparison with the constant `right` to a constant, if it has the same result for all left operands.
/// For example, the unsigned comparison `x < 0` is false for all x.
fn bounds(outer: Op, right: Bits) -> Folded {
    match outer {
        Op::Ult if right.is_zero() => Folded::Const(Bits::bool(false)),
        Op::Uge if right.is_zero() => Folded::Const(Bits::bool(true)),
        Op::Ugt if right.is_ones() => Folded::Const(Bits::bool(false)),
        Op::Ule if right.is_ones() => Folded::Const(Bits::bool(true)),
        _ => Folded::Same,
    }
}

/// Replaces an equality test of `zext x` with a constant by an equality test of `x`: `zext x == 1` becomes `x == 1`. So
/// the conversion of a truth value to `int` in C code disappears. If the constant does not fit in the type of `x`, the
/// result is constant.
fn equal_to_constant(func: &mut Function, outer: Op, a: Value, right: Bits) -> Folded {
    let Some((Op::Zext, args)) = operation(func, a) else {
        return Folded::Same;
    };
    let narrow = args[0];
    let ty = func.ty(narrow);
    let cut = Bits::new(ty.bits(), right.unsigned());
    if cut.unsigned() != right.unsigned() {
        return Folded::Const(Bits::bool(outer == Op::Ne));
    }
    let cut = func.constant(ty, cut);
    op(outer, &[narrow, cut])
}

fn cast(func: &Function, outer: Op, arg: Value, ty: Type) -> Folded {
    let Some((inner, args)) = operation(func, arg) else {
        return Folded::Same;
    };
    let from = args[0];
    let from_ty = func.ty(from);
    match (outer, inner) {
        (Op::IntToPtr, Op::PtrToInt) | (Op::PtrToInt, Op::IntToPtr) => Folded::Value(from),
        (Op::Bitcast, Op::Bitcast) if from_ty == ty => Folded::Value(from),
        (Op::Zext, Op::Zext) | (Op::Sext, Op::Sext) | (Op::Trunc, Op::Trunc) => op(outer, &[from]),
        // The sign bit of a zero-extended value is 0, so its sign extension equals a zero extension.
        (Op::Sext, Op::Zext) => op(Op::Zext, &[from]),
        (Op::Trunc, Op::Zext | Op::Sext) => match from_ty.bits().cmp(&ty.bits()) {
            std::cmp::Ordering::Equal => Folded::Value(from),
            std::cmp::Ordering::Less => op(inner, &[from]),
            std::cmp::Ordering::Greater => op(Op::Trunc, &[from]),
        },
        _ => Folded::Same,
    }
}

fn select(func: &Function, args: &[Value], ty: Type) -> Folded {
    let (cond, a, b) = (args[0], args[1], args[2]);
    if let Some(bits) = func.as_const(cond) {
        return Folded::Value(if bits.is_true() { a } else { b });
    }
    if a == b {
        return Folded::Value(a);
    }
    if let Some((Op::Not, inner)) = operation(func, cond) {
        return op(Op::Select, &[inner[0], b, a]);
    }
    if ty == Type::I1
        && let (Some(a), Some(b)) = (func.as_const(a), func.as_const(b))
    {
        return match (a.is_true(), b.is_true()) {
            (true, false) => Folded::Value(cond),
            _ => op(Op::Not, &[cond]),
        };
    }
    Folded::Same
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::ops::OPS;
    use symtool_ir::{Module, SignatureData, ValueDef};

    /// Evaluates `value`, which depends on at most one block parameter, for the value `x` of this parameter.
    fn value_of(func: &Function, value: Value, x: Bits) -> Bits {
        match func.def(value) {
            ValueDef::Const(bits) => bits,
            ValueDef::Param(..) => x,
            ValueDef::Inst(inst) => match func.data(inst) {
                InstData::Pure { op, args } => {
                    let args: Vec<Bits> = args.iter().map(|&a| value_of(func, a, x)).collect();
                    eval(*op, func.ty(value).bits(), &args)
                }
                _ => panic!("only pure operations are created here"),
            },
        }
    }

    /// Checks, for all values of the parameter, that the simplification of an operation has the same result
    /// as the operation. Returns whether the operation was simplified.
    fn check(func: &mut Function, op: Op, args: &[Value], ty: Type, width: u32) -> bool {
        let folded = fold(func, op, args, ty);
        for x in 0..1u128 << width {
            let x = Bits::new(width, x);
            let of = |v: &Value| value_of(func, *v, x);
            let before = eval(op, ty.bits(), &args.iter().map(of).collect::<Vec<_>>());
            let after = match &folded {
                Folded::Same => return false,
                Folded::Value(v) => {
                    assert_eq!(func.ty(*v), ty);
                    of(v)
                }
                Folded::Const(bits) => *bits,
                Folded::Op(op, args) => {
                    let types: Vec<Type> = args.iter().map(|&v| func.ty(v)).collect();
                    assert_eq!(
                        op.result_type(&types, ty),
                        Some(ty),
                        "{} {types:?}",
                        op.name()
                    );
                    eval(*op, ty.bits(), &args.iter().map(of).collect::<Vec<_>>())
                }
            };
            assert_eq!(
                before,
                after,
                "{} of {args:?} with {x} gives {folded:?}",
                op.name()
            );
        }
        true
    }

    /// Returns operands for the test: a parameter, constants, and operations on the parameter.
    fn operands(func: &mut Function, ty: Type) -> Vec<Value> {
        let block = func.add_block();
        let x = func.add_param(block, ty);
        let mut all = vec![x];
        for k in [0, 1, 2, 3, 7, -1, -2, 100] {
            all.push(func.constant(ty, Bits::signed(ty.bits(), k)));
        }
        for row in OPS {
            let constant = all[3];
            let args = match row.op.arity() {
                1 => vec![x],
                2 => vec![x, constant],
                _ => continue,
            };
            for to in [Type::I1, Type::I8, Type::I16, Type::I32] {
                let types: Vec<Type> = args.iter().map(|&v| func.ty(v)).collect();
                if let Some(result) = row.op.result_type(&types, to) {
                    let data = InstData::pure(row.op, &args);
                    let inst = func.append(block, data, Some(result), Default::default());
                    all.extend(func.result(inst));
                }
            }
        }
        all
    }

    #[test]
    fn every_fold_preserves_the_value() {
        let mut module = Module::new();
        let signature = module.signature(SignatureData {
            params: vec![],
            result: None,
            variadic: false,
        });
        let mut folds = 0;
        for ty in [Type::I1, Type::I8] {
            let mut func = Function::new("f", signature);
            let mut all = operands(&mut func, ty);
            for wide in [Type::I16, Type::I32] {
                for k in [0, 1, 255, 256, -1] {
                    all.push(func.constant(wide, Bits::signed(wide.bits(), k)));
                }
            }
            for row in OPS {
                let of_float = matches!(row.op, Op::SToF | Op::UToF | Op::FToS | Op::FToU);
                if of_float {
                    continue;
                }
                for &a in &all {
                    for to in [Type::I1, Type::I8, Type::I16, Type::I32] {
                        if let Some(result) = row.op.result_type(&[func.ty(a)], to) {
                            folds += usize::from(check(&mut func, row.op, &[a], result, ty.bits()));
                        }
                    }
                    for &b in &all {
                        let types = [func.ty(a), func.ty(b)];
                        if let Some(result) = row.op.result_type(&types, Type::I1) {
                            folds +=
                                usize::from(check(&mut func, row.op, &[a, b], result, ty.bits()));
                        }
                        let cond = *all.iter().find(|&&v| func.ty(v) == Type::I1).unwrap_or(&a);
                        let types = [func.ty(cond), func.ty(a), func.ty(b)];
                        if let Some(result) = row.op.result_type(&types, Type::I1) {
                            let args = [cond, a, b];
                            folds +=
                                usize::from(check(&mut func, row.op, &args, result, ty.bits()));
                        }
                    }
                }
            }
        }
        assert!(folds > 1000, "{folds}");
    }
}

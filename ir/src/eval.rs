//! The semantics of every pure operator.
//!
//! Constant folding, the concrete interpreter, the tests of the rewrite rules for expressions, and the evaluation of
//! models all call [`eval`], so they have the same semantics. The interpreter computes operations on integers of at
//! most 64 bits by a fast path of its own; a debug assertion and a test compare this path with [`eval`].
use crate::bits::Bits;
use crate::ops::{Op, OpClass};

/// Returns the value of `op` on constants. `width`, the width of the result in bits, is used for casts only; for all
/// other operators, the operands determine the width of the result. Floats are IEEE bit patterns of 32 or 64 bits.
///
/// # Panics
/// If the number or widths of the operands do not fit the operator. In a verified module, they fit.
/// ```
/// use symtool_ir::{Bits, Op, eval};
///
/// let (a, b) = (Bits::new(8, 200), Bits::new(8, 100));
/// assert_eq!(eval(Op::Add, 8, &[a, b]), Bits::new(8, 44));
/// assert_eq!(eval(Op::Slt, 1, &[a, b]), Bits::bool(true));
/// assert_eq!(eval(Op::Zext, 32, &[a]), Bits::new(32, 200));
/// ```
pub fn eval(op: Op, width: u32, args: &[Bits]) -> Bits {
    assert_eq!(
        args.len(),
        op.arity(),
        "{} expects {} operands",
        op.name(),
        op.arity()
    );
    match op.class() {
        OpClass::IntUnary => int_unary(op, args[0]),
        OpClass::IntBinary => int_binary(op, args[0], args[1]),
        OpClass::IntCompare => Bits::bool(int_compare(op, args[0], args[1])),
        OpClass::FloatUnary => float_unary(op, args[0]),
        OpClass::FloatBinary => float_binary(op, args[0], args[1]),
        OpClass::FloatCompare => Bits::bool(float_compare(op, to_f64(args[0]), to_f64(args[1]))),
        OpClass::Cast => cast(op, width, args[0]),
        OpClass::Select => {
            if args[0].is_true() {
                args[1]
            } else {
                args[2]
            }
        }
        OpClass::PtrAdd => Bits::new(64, args[0].unsigned().wrapping_add(args[1].unsigned())),
    }
}

fn int_unary(op: Op, a: Bits) -> Bits {
    match op {
        Op::Not => Bits::new(a.width(), !a.unsigned()),
        Op::Neg => Bits::new(a.width(), a.unsigned().wrapping_neg()),
        _ => unreachable!("{} is not a unary integer operator", op.name()),
    }
}

fn int_binary(op: Op, a: Bits, b: Bits) -> Bits {
    let width = a.width();
    assert_eq!(
        width,
        b.width(),
        "{}: operands of {width} and {} bits",
        op.name(),
        b.width()
    );
    let (x, y) = (a.unsigned(), b.unsigned());
    let (sx, sy) = (a.to_signed(), b.to_signed());
    let too_far = y >= u128::from(width);
    Bits::new(
        width,
        match op {
            Op::Add => x.wrapping_add(y),
            Op::Sub => x.wrapping_sub(y),
            Op::Mul => x.wrapping_mul(y),
            Op::UDiv => x.checked_div(y).unwrap_or(u128::MAX),
            Op::URem => x.checked_rem(y).unwrap_or(x),
            Op::SDiv if y == 0 => {
                if sx < 0 {
                    1
                } else {
                    u128::MAX
                }
            }
            Op::SDiv => sx.wrapping_div(sy) as u128,
            Op::SRem if y == 0 => x,
            Op::SRem => sx.wrapping_rem(sy) as u128,
            Op::And => x & y,
            Op::Or => x | y,
            Op::Xor => x ^ y,
            Op::Shl => {
                if too_far {
                    0
                } else {
                    x << y
                }
            }
            Op::LShr => {
                if too_far {
                    0
                } else {
                    x >> y
                }
            }
            Op::AShr => (sx >> if too_far { 127 } else { y }) as u128,
            _ => unreachable!("{} is not a binary integer operator", op.name()),
        },
    )
}

fn int_compare(op: Op, a: Bits, b: Bits) -> bool {
    assert_eq!(
        a.width(),
        b.width(),
        "{}: operands of different widths",
        op.name()
    );
    let unsigned = a.unsigned().cmp(&b.unsigned());
    let signed = a.to_signed().cmp(&b.to_signed());
    match op {
        Op::Eq => unsigned.is_eq(),
        Op::Ne => unsigned.is_ne(),
        Op::Ult => unsigned.is_lt(),
        Op::Ule => unsigned.is_le(),
        Op::Ugt => unsigned.is_gt(),
        Op::Uge => unsigned.is_ge(),
        Op::Slt => signed.is_lt(),
        Op::Sle => signed.is_le(),
        Op::Sgt => signed.is_gt(),
        Op::Sge => signed.is_ge(),
        _ => unreachable!("{} is not an integer comparison", op.name()),
    }
}

/// Converts a float of 32 or 64 bits to a double. Each conversion is exact.
fn to_f64(a: Bits) -> f64 {
    if a.width() == 32 {
        f64::from(f32::from_bits(a.unsigned() as u32))
    } else {
        f64::from_bits(a.low_u64())
    }
}

fn from_f32(value: f32) -> Bits {
    Bits::new(32, u128::from(value.to_bits()))
}

fn from_f64(value: f64) -> Bits {
    Bits::new(64, u128::from(value.to_bits()))
}

fn float_unary(op: Op, a: Bits) -> Bits {
    macro_rules! apply {
        ($x:expr) => {
            match op {
                Op::FSqrt => $x.sqrt(),
                Op::FNearest => $x.round_ties_even(),
                Op::FAway => $x.round(),
                Op::FFloor => $x.floor(),
                Op::FCeil => $x.ceil(),
                Op::FWhole => $x.trunc(),
                _ => unreachable!("{} is not a unary float operator", op.name()),
            }
        };
    }
    let width = a.width();
    if op == Op::FNeg {
        Bits::new(width, a.unsigned() ^ (1 << (width - 1)))
    } else if width == 32 {
        from_f32(apply!(f32::from_bits(a.unsigned() as u32)))
    } else {
        from_f64(apply!(to_f64(a)))
    }
}

fn float_binary(op: Op, a: Bits, b: Bits) -> Bits {
    macro_rules! apply {
        ($x:expr, $y:expr) => {
            match op {
                Op::FAdd => $x + $y,
                Op::FSub => $x - $y,
                Op::FMul => $x * $y,
                Op::FDiv => $x / $y,
                _ => unreachable!("{} is not a binary float operator", op.name()),
            }
        };
    }
    if a.width() == 32 {
        let (x, y) = (
            f32::from_bits(a.unsigned() as u32),
            f32::from_bits(b.unsigned() as u32),
        );
        from_f32(apply!(x, y))
    } else {
        from_f64(apply!(to_f64(a), to_f64(b)))
    }
}

fn float_compare(op: Op, x: f64, y: f64) -> bool {
    match op {
        Op::FEq => x == y,
        Op::FNe => x != y,
        Op::FLt => x < y,
        Op::FLe => x <= y,
        Op::FGt => x > y,
        Op::FGe => x >= y,
        _ => unreachable!("{} is not a float comparison", op.name()),
    }
}

fn cast(op: Op, width: u32, a: Bits) -> Bits {
    match op {
        Op::Trunc | Op::Zext | Op::PtrToInt | Op::IntToPtr | Op::Bitcast => {
            Bits::new(width, a.unsigned())
        }
        Op::Sext => Bits::signed(width, a.to_signed()),
        Op::FToS => float_to_signed(width, to_f64(a)),
        Op::FToU => float_to_unsigned(width, to_f64(a)),
        Op::SToF if width == 32 => from_f32(a.to_signed() as f32),
        Op::SToF => from_f64(a.to_signed() as f64),
        Op::UToF if width == 32 => from_f32(a.unsigned() as f32),
        Op::UToF => from_f64(a.unsigned() as f64),
        Op::FExt => from_f64(to_f64(a)),
        Op::FTrunc => from_f32(to_f64(a) as f32),
        _ => unreachable!("{} is not a cast", op.name()),
    }
}

/// Converts a double to a signed integer as the instruction `cvttsd2si` of x86-64 does. A value out of range gives the
/// smallest integer of the type, which Intel calls the "integer indefinite" value. For a target narrower than 32 bits,
/// the value is converted to 32 bits, and the result is truncated: 1e10 becomes -2^31, which is 0 in 8 bits.
fn float_to_signed(width: u32, x: f64) -> Bits {
    let through = width.max(32);
    let limit = 2f64.powi(through as i32 - 1);
    let fits = x > -limit - 1.0 && x < limit && x.trunc() >= -limit;
    let value = if fits {
        x as i128
    } else {
        i128::MIN >> (128 - through)
    };
    Bits::signed(width, value)
}

/// Converts a double to an unsigned integer as gcc does. For a target narrower than 64 bits, the value is converted to
/// a wider signed integer, and the result is truncated. `unsigned long` is converted in two ranges, below and above
/// 2^63. For 128 bits, a negative value or NaN gives 0, and a value that is too large gives the largest integer.
fn float_to_unsigned(width: u32, x: f64) -> Bits {
    match width {
        ..=16 => Bits::new(width, float_to_signed(32, x).unsigned()),
        17..=32 => Bits::new(width, float_to_signed(64, x).unsigned()),
        33..=64 => {
            let half = 2f64.powi(63);
            if x >= half {
                Bits::new(width, float_to_signed(64, x - half).unsigned() ^ (1 << 63))
            } else {
                Bits::new(width, float_to_signed(64, x).unsigned())
            }
        }
        _ => Bits::new(width, if x > -1.0 { x as u128 } else { 0 }),
    }
}

#[cfg(test)]
mod tests;

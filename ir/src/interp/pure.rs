//! Executes pure operations: a fast path for integers of at most 64 bits, [`eval`] for all others.
use super::machine::Machine;
use crate::bits::Bits;
use crate::decode::PureStep;
use crate::eval::eval;
use crate::ops::{Op, OpClass};

impl Machine<'_> {
    #[inline]
    pub(super) fn pure(&mut self, step: &PureStep) {
        let a = self.get(step.args[0]);
        let value = match step.op {
            Op::Select => self.get(step.args[if a != 0 { 1 } else { 2 }]),
            _ => {
                // The second operand of a unary operator is register 0, which exists in every call; its value is not
                // used.
                let b = self.get(step.args[1]);
                match fast(step.op, u32::from(step.from), u32::from(step.to), a, b) {
                    Some(value) => value,
                    None => slow(step, a, b),
                }
            }
        };
        self.set(step.dst, value);
    }
}

#[cold]
fn slow(step: &PureStep, a: u128, b: u128) -> u128 {
    let width = u32::from(step.from);
    let operands = [Bits::new(width, a), Bits::new(width, b)];
    eval(
        step.op,
        u32::from(step.to),
        &operands[..usize::from(step.arity)],
    )
    .unsigned()
}

/// Returns the value of an integer operation on operands of `width <= 64` bits, truncated to `to` bits; `None` if
/// [`eval`] must compute it. The caller has truncated `a` and `b` to `width` bits.
#[inline]
pub(super) fn fast(op: Op, width: u32, to: u32, a: u128, b: u128) -> Option<u128> {
    if width > 64 || to > 64 {
        return None;
    }
    let (x, y) = (a as u64, b as u64);
    let value = match op {
        Op::Add | Op::PtrAdd => x.wrapping_add(y),
        Op::Sub => x.wrapping_sub(y),
        Op::Mul => x.wrapping_mul(y),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Not => !x,
        Op::Neg => x.wrapping_neg(),
        Op::Shl => {
            if y < u64::from(width) {
                x << y
            } else {
                0
            }
        }
        Op::LShr => {
            if y < u64::from(width) {
                x >> y
            } else {
                0
            }
        }
        Op::AShr => (signed(x, width) >> y.min(63)) as u64,
        Op::UDiv => x.checked_div(y)?,
        Op::URem => x.checked_rem(y)?,
        Op::SDiv => signed(x, width).checked_div(signed(y, width))? as u64,
        Op::SRem => signed(x, width).checked_rem(signed(y, width))? as u64,
        Op::Eq => u64::from(x == y),
        Op::Ne => u64::from(x != y),
        Op::Ult => u64::from(x < y),
        Op::Ule => u64::from(x <= y),
        Op::Ugt => u64::from(x > y),
        Op::Uge => u64::from(x >= y),
        Op::Slt => u64::from(signed(x, width) < signed(y, width)),
        Op::Sle => u64::from(signed(x, width) <= signed(y, width)),
        Op::Sgt => u64::from(signed(x, width) > signed(y, width)),
        Op::Sge => u64::from(signed(x, width) >= signed(y, width)),
        Op::Trunc | Op::Zext | Op::PtrToInt | Op::IntToPtr | Op::Bitcast => x,
        Op::Sext => signed(x, width) as u64,
        _ => {
            debug_assert!(op.class() != OpClass::IntBinary);
            return None;
        }
    };
    Some(u128::from(value & (u64::MAX >> (64 - to))))
}

/// Returns the value of the low `width` bits as a two's complement number.
#[inline]
fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

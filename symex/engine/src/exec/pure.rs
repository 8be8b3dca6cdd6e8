//! Execution of operators without side effects. Operators on constants are folded, with a fast path for integers of
//! at most 64 bits. Other operators become expressions in the arena.
use super::Executor;
use crate::code::PureStep;
use crate::state::State;
use crate::value::Val;
use smallvec::SmallVec;
use symtool_ir::{Bits, Op, eval};

impl Executor<'_> {
    #[inline]
    pub(super) fn pure(&mut self, state: &mut State, step: &PureStep) {
        let regs = &mut state.frame.regs;
        let a = regs[step.args[0] as usize];
        let b = regs[step.args[1] as usize];
        let value = match (a, b) {
            (Val::Const(a), _) if step.op == Op::Select => {
                regs[step.args[if a != 0 { 1 } else { 2 }] as usize]
            }
            (Val::Const(a), Val::Const(b)) if step.to <= 64 => {
                match fast(step.op, u32::from(step.from), u32::from(step.to), a, b) {
                    Some(value) => Val::Const(value),
                    None => constant(step, a, b),
                }
            }
            _ => self.symbolic(state, step),
        };
        state.frame.regs[step.dst as usize] = value;
    }

    #[cold]
    fn symbolic(&mut self, state: &State, step: &PureStep) -> Val {
        let args: SmallVec<[_; 3]> = step.args[..usize::from(step.arity)]
            .iter()
            .enumerate()
            .map(|(position, &reg)| {
                let width = match (step.op, position) {
                    // A `select` has operands of two widths: the condition has one bit, and the two values have
                    // the width of the result. All other operators have operands of one width; an offset has
                    // the width of its address.
                    (Op::Select, 1 | 2) => step.to,
                    _ => step.from,
                };
                state.frame.regs[reg as usize].expr(&mut self.arena, u32::from(width))
            })
            .collect();
        let before = self.arena.len();
        let value = self.arena.op(step.op, u32::from(step.to), &args);
        // Melding writes a select of truth values as `and` or `or`, so these operators count as selects.
        let is_choice = matches!(step.op, Op::And | Op::Or) && step.to == 1;
        if step.op == Op::Select || is_choice {
            self.created_ites((state.frame.func, state.frame.pc), before);
        }
        self.profile_built(state);
        Val::of(&self.arena, value)
    }
}

#[cold]
fn constant(step: &PureStep, a: u64, b: u64) -> Val {
    let width = u32::from(step.from);
    let operands = [
        Bits::new(width, u128::from(a)),
        Bits::new(width, u128::from(b)),
    ];
    let value = eval(
        step.op,
        u32::from(step.to),
        &operands[..usize::from(step.arity)],
    );
    Val::Const(value.low_u64())
}

fn sign_extend(value: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

/// Returns the value of an integer operation on operands of `width` bits, truncated to `to` bits. Returns `None`
/// for an operation that [`eval`](mod@symtool_ir::eval) must compute.
#[inline]
fn fast(op: Op, width: u32, to: u32, a: u64, b: u64) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    let value = match op {
        Op::Add | Op::PtrAdd => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not => !a,
        Op::Neg => a.wrapping_neg(),
        Op::Shl if b < u64::from(width) => a << b,
        Op::LShr if b < u64::from(width) => a >> b,
        Op::AShr if b < u64::from(width) => (sa >> b) as u64,
        Op::Eq => u64::from(a == b),
        Op::Ne => u64::from(a != b),
        Op::Ult => u64::from(a < b),
        Op::Ule => u64::from(a <= b),
        Op::Ugt => u64::from(a > b),
        Op::Uge => u64::from(a >= b),
        Op::Slt => u64::from(sa < sb),
        Op::Sle => u64::from(sa <= sb),
        Op::Sgt => u64::from(sa > sb),
        Op::Sge => u64::from(sa >= sb),
        Op::UDiv if b != 0 => a / b,
        Op::URem if b != 0 => a % b,
        Op::SDiv if b != 0 => sa.wrapping_div(sb) as u64,
        Op::SRem if b != 0 => sa.wrapping_rem(sb) as u64,
        Op::Trunc | Op::Zext | Op::PtrToInt | Op::IntToPtr | Op::Bitcast => a,
        Op::Sext => sa as u64,
        _ => return None,
    };
    Some(if to == 64 {
        value
    } else {
        value & ((1 << to) - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use symtool_ir::{OpClass, ops::OPS};

    proptest! {
        #[test]
        fn the_fast_path_agrees_with_eval(
            a: u64, b in prop_oneof![any::<u64>(), 0u64..70],
            width in prop::sample::select(vec![1u32, 8, 16, 32, 64]),
            to in prop::sample::select(vec![1u32, 8, 16, 32, 64]),
        ) {
            let cut = |v: u64| Bits::new(width, u128::from(v));
            let (a, b) = (cut(a), cut(b));
            for row in OPS {
                let to = match row.class {
                    OpClass::IntUnary | OpClass::IntBinary => width,
                    OpClass::IntCompare => 1,
                    OpClass::PtrAdd if width == 64 => 64,
                    OpClass::Cast if matches!(row.op, Op::Trunc) && to < width => to,
                    OpClass::Cast if matches!(row.op, Op::Zext | Op::Sext) && to > width => to,
                    _ => continue,
                };
                let operands = [a, b];
                let expected = eval(row.op, to, &operands[..row.op.arity()]);
                if let Some(value) = fast(row.op, width, to, a.low_u64(), b.low_u64()) {
                    prop_assert_eq!(Bits::new(to, u128::from(value)), expected, "{}", row.name);
                    prop_assert_eq!(value, expected.low_u64());
                }
            }
        }
    }
}

//! Checks that a step of `long double` arithmetic, which is executed as `double`, is *exact*. A step is exact if its
//! result in `double` equals its result in `long double` for all inputs of the path.
//!
//! If all operands are constants, [`Step::is_exact`] decides. Otherwise a condition is built that implies exactness.
//! Where possible, the condition constrains only bits of the operands, because the solver decides such conditions
//! faster than floating-point operations. If the solver does not prove the condition, the run becomes incomplete at the
//! source location of the step. Later steps at this location are not checked, because the run is incomplete anyway.
use super::{done, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stepped};
use crate::state::State;
use symtool_expr::{Arena, ExprId};
use symtool_ir::long_double::{self, Step};
use symtool_ir::{Bits, Op};
use symtool_solver::Tri;

/// The number of stored fraction bits of a `double`.
const FRACTION: u32 = 52;
/// The maximum difference between the biased exponent of a factor and that of 1.0. If the exponents of both factors are
/// within this distance, their product neither overflows nor underflows.
const REACH: u128 = 450;
/// The biased exponent of 1.0.
const BIAS: u128 = 1023;

pub(super) fn rounded(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let name = step.text.as_deref().unwrap_or("");
    let reason = long_double::reason(name);
    let location = executor.user_loc(state);
    if !executor.is_noted(&reason, location) && !is_exact(executor, state, step, Step::named(name))
    {
        executor.incomplete(reason, location);
    }
    done()
}

fn is_exact(
    executor: &mut Executor<'_>,
    state: &State,
    step: &IntrinsicStep,
    kind: Option<Step>,
) -> bool {
    let Some(kind) = kind else {
        return false;
    };
    let values = (0..step.args.len()).map(|i| (operand(state, step, i), step.args[i].1.bits()));
    let values: Vec<_> = values.collect();
    let known: Option<Vec<Bits>> = values
        .iter()
        .map(|(value, width)| value.bits(&executor.arena, *width))
        .collect();
    if let Some(known) = known {
        return kind.is_exact(&known);
    }
    let args: Vec<ExprId> = values
        .iter()
        .map(|(value, width)| value.expr(&mut executor.arena, *width))
        .collect();
    let mut builder = Builder(&mut executor.arena);
    let Some(exact) = builder.exact(kind, &args, &values_widths(step)) else {
        return false;
    };
    let inexact = executor.not(exact);
    executor.possible(state, inexact) == Tri::No
}

fn values_widths(step: &IntrinsicStep) -> Vec<u32> {
    step.args.iter().map(|(_, ty)| ty.bits()).collect()
}

/// Builds conditions that imply that a floating-point step is exact: it has the same result in `double` and in
/// `long double`.
struct Builder<'a>(&'a mut Arena);

impl Builder<'_> {
    fn exact(&mut self, kind: Step, args: &[ExprId], widths: &[u32]) -> Option<ExprId> {
        Some(match (kind, args) {
            (Step::Sum, &[x, y]) => self.sum(x, y),
            (Step::Difference, &[x, y]) => {
                let minus = self.float(Op::FNeg, &[y]);
                self.sum(x, minus)
            }
            (Step::Product, &[x, y]) => self.product(x, y),
            (Step::Quotient, &[x, y]) => self.quotient(x, y),
            (Step::Root, &[x]) => {
                let root = self.float(Op::FSqrt, &[x]);
                self.factors(root, root, x)
            }
            (Step::Signed, &[x]) => self.integer(x, widths[0], 1 << (FRACTION + 1)),
            (Step::Unsigned, &[x]) => self.integer(x, widths[0], 0),
            (Step::Memory, &[low, high]) => self.memory(low, high),
            _ => return None,
        })
    }

    // ---- terms

    fn float(&mut self, op: Op, args: &[ExprId]) -> ExprId {
        self.0.op(op, 64, args)
    }

    fn truth(&mut self, op: Op, x: ExprId, y: ExprId) -> ExprId {
        self.0.op(op, 1, &[x, y])
    }

    fn both(&mut self, x: ExprId, y: ExprId) -> ExprId {
        self.truth(Op::And, x, y)
    }

    fn either(&mut self, x: ExprId, y: ExprId) -> ExprId {
        self.truth(Op::Or, x, y)
    }

    fn has_zeros(&mut self, x: ExprId, mask: u128) -> ExprId {
        let mask = self.0.int(64, mask);
        let bits = self.0.op(Op::And, 64, &[x, mask]);
        let zero = self.0.int(64, 0);
        self.truth(Op::Eq, bits, zero)
    }

    /// Returns the condition that `x` is `+0.0` or `-0.0`.
    fn is_zero(&mut self, x: ExprId) -> ExprId {
        self.has_zeros(x, u128::from(u64::MAX >> 1))
    }

    /// Returns the condition `least <= x <= most` on `x`, an unsigned field of `width` bits of a float.
    fn within(&mut self, x: ExprId, width: u32, least: u128, most: u128) -> ExprId {
        let start = self.0.int(width, least);
        let from = self.0.op(Op::Sub, width, &[x, start]);
        let room = self.0.int(width, most - least);
        self.truth(Op::Ule, from, room)
    }

    /// Returns the exponent field of a float, zero-extended.
    fn exponent(&mut self, x: ExprId) -> ExprId {
        let by = self.0.int(64, u128::from(FRACTION));
        let down = self.0.op(Op::LShr, 64, &[x, by]);
        let mask = self.0.int(64, 0x7ff);
        self.0.op(Op::And, 64, &[down, mask])
    }

    /// Returns the condition that `x` is zero or *moderate*. The exponent of a moderate number differs from that of
    /// 1 by at most [`REACH`].
    fn moderate(&mut self, x: ExprId) -> ExprId {
        let exponent = self.exponent(x);
        let moderate = self.within(exponent, 64, BIAS - REACH, BIAS + REACH);
        let zero = self.is_zero(x);
        self.either(moderate, zero)
    }

    // ---- steps

    /// Returns the condition that the sum of `x` and `y` is exact. Knuth's TwoSum algorithm computes the rounding error
    /// of the sum, and the condition is that this error is zero.
    fn sum(&mut self, x: ExprId, y: ExprId) -> ExprId {
        let sum = self.float(Op::FAdd, &[x, y]);
        let part = self.float(Op::FSub, &[sum, x]);
        let other = self.float(Op::FSub, &[sum, part]);
        let low = self.float(Op::FSub, &[x, other]);
        let high = self.float(Op::FSub, &[y, part]);
        let rest = self.float(Op::FAdd, &[low, high]);
        let zero = self.0.int(64, 0);
        self.truth(Op::FEq, rest, zero)
    }

    /// Returns a condition that implies that the product of `x` and `y` is exact. The condition is that the factors
    /// have few significant binary digits, and that their exponents differ from the exponent of 1.0 by at most
    /// [`REACH`]. Together the factors may have as many digits as a `double`. If one factor is constant, the other
    /// factor may have the remaining digits; otherwise each factor may have half of the digits.
    fn product(&mut self, x: ExprId, y: ExprId) -> ExprId {
        let (for_x, for_y) = match (self.digits(x), self.digits(y)) {
            (Some(used), _) => (FRACTION + 1, FRACTION + 1 - used),
            (_, Some(used)) => (FRACTION + 1 - used, FRACTION + 1),
            (None, None) => (FRACTION / 2, FRACTION / 2),
        };
        let x = self.short(x, for_x);
        let y = self.short(y, for_y);
        self.both(x, y)
    }

    /// Returns the number of significant binary digits of a constant; `None` if `x` is not a constant. For a power of
    /// 2 the result is 0, because a product with a power of 2 has the same digits as the other factor.
    fn digits(&self, x: ExprId) -> Option<u32> {
        let bits = self.0.as_const(x)?.low_u64();
        let fraction = bits & ((1 << FRACTION) - 1);
        Some(match fraction {
            0 => 0,
            _ => FRACTION + 1 - fraction.trailing_zeros(),
        })
    }

    /// Returns the condition that `x` is zero or moderate (see `moderate`) and has at most `digits` significant
    /// binary digits. If `digits` is 0, the condition is that `x` is zero.
    fn short(&mut self, x: ExprId, digits: u32) -> ExprId {
        let unused = FRACTION + 1 - digits.max(1);
        let rest = self.has_zeros(x, (1 << unused) - 1);
        let moderate = self.moderate(x);
        match digits {
            0 => self.is_zero(x),
            _ => self.both(rest, moderate),
        }
    }

    fn quotient(&mut self, x: ExprId, y: ExprId) -> ExprId {
        if self.digits(y) == Some(0) {
            // The divisor `y` is a power of 2, zero or an infinity. For an infinity, `moderate(y)` is false.
            let (x, y) = (self.moderate(x), self.moderate(y));
            return self.both(x, y);
        }
        let quotient = self.float(Op::FDiv, &[x, y]);
        self.factors(quotient, y, x)
    }

    /// Returns a condition that implies that `whole` is the exact product of `x` and `y`.
    fn factors(&mut self, x: ExprId, y: ExprId, whole: ExprId) -> ExprId {
        let product = self.float(Op::FMul, &[x, y]);
        let same = self.truth(Op::FEq, product, whole);
        let exact = self.product(x, y);
        self.both(same, exact)
    }

    /// Returns the condition `-below <= x <= 2^53` on the integer `x` of `width` bits. For an unsigned integer
    /// `below` is 0.
    fn integer(&mut self, x: ExprId, width: u32, below: u128) -> ExprId {
        let start = self.0.int(width, below);
        let from = self.0.op(Op::Add, width, &[x, start]);
        let room = self.0.int(width, (1u128 << (FRACTION + 1)) + below);
        self.truth(Op::Ule, from, room)
    }

    /// Returns the condition that a `long double` in memory is zero, or equals a normal number of `double`. `low` is
    /// the significand; `high` contains the sign and the exponent.
    fn memory(&mut self, low: ExprId, high: ExprId) -> ExprId {
        let mask = self.0.int(16, 0x7fff);
        let exponent = self.0.op(Op::And, 16, &[high, mask]);
        let normal = self.within(exponent, 16, 16383 - 1022, 16383 + 1023);
        let rest = self.has_zeros(low, 0x7ff);
        let (zero, none) = (self.0.int(64, 0), self.0.int(16, 0));
        let first = self.truth(Op::Slt, low, zero);
        let digits = self.both(rest, first);
        let number = self.both(digits, normal);
        let (low, exponent) = (
            self.truth(Op::Eq, low, zero),
            self.truth(Op::Eq, exponent, none),
        );
        let zero = self.both(low, exponent);
        self.either(number, zero)
    }
}

//! Abstract domain of floats: an interval of numbers that excludes NaN. It decides comparisons of floats that were
//! computed from integers, such as `isnan(x)` for a number read from text, without a solver.
//!
//! A float operator rounds the exact result to the nearest float. Rounding is monotonic, and so is each operator here
//! in each operand (on the intervals for which a range is returned). So the least and the greatest result occur at
//! bounds of the operands. The results at these bounds are computed by [`symtool_ir::eval`], with the rounding of the
//! program.
use super::Arena;
use crate::domain::Domain;
use crate::node::{BinOp, ExprId, Node, UnOp};
use std::cell::Cell;
use symtool_ir::{Bits, Op};

/// The maximum number of nodes that are visited to compute one range. Shared operands are visited several times.
const MAX_NODES: u32 = 48;

/// An interval of floats of one format (binary32 or binary64). A value in it is no NaN, and is in `low ..= high`. The
/// bounds may be infinite.
#[derive(Copy, Clone, Debug, PartialEq)]
struct FloatRange {
    low: f64,
    high: f64,
}

impl FloatRange {
    /// Returns the interval that contains all of `values`; `None` if one of them is a NaN.
    fn around(values: impl IntoIterator<Item = f64>) -> Option<FloatRange> {
        let mut range: Option<FloatRange> = None;
        for value in values {
            if value.is_nan() {
                return None;
            }
            range = Some(match range {
                None => FloatRange {
                    low: value,
                    high: value,
                },
                Some(FloatRange { low, high }) => FloatRange {
                    low: low.min(value),
                    high: high.max(value),
                },
            });
        }
        range
    }

    fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    fn bounds(self) -> [f64; 2] {
        [self.low, self.high]
    }
}

/// Returns the value of the comparison `lhs op rhs` of two floats if their ranges decide it. The function `of` returns
/// the abstract value of an expression that is no float. `op` is one of the three float comparisons; for another
/// operator, returns `None`.
pub(super) fn compare(
    arena: &Arena,
    op: BinOp,
    (lhs, rhs): (ExprId, ExprId),
    of: &dyn Fn(ExprId) -> Domain,
) -> Option<bool> {
    let ranges = Ranges::new(arena, of);
    let a = ranges.of(lhs)?;
    if lhs == rhs {
        return match op {
            BinOp::FEq | BinOp::FLe => Some(true),
            BinOp::FLt => Some(false),
            _ => None,
        };
    }
    let b = ranges.of(rhs)?;
    let is_apart = a.high < b.low || b.high < a.low;
    match op {
        BinOp::FEq if is_apart => Some(false),
        BinOp::FEq if a.low == a.high && b.bounds() == a.bounds() => Some(true),
        BinOp::FLt if a.high < b.low => Some(true),
        BinOp::FLt if a.low >= b.high => Some(false),
        BinOp::FLe if a.high <= b.low => Some(true),
        BinOp::FLe if a.low > b.high => Some(false),
        _ => None,
    }
}

/// Returns the abstract value of the integer of `width` bits to which `op` converts the float `arg`: an unsigned
/// integer for `FToU`, otherwise a signed one. The abstract value is unconstrained if the range of the float is
/// unknown, has negative numbers, or has numbers above the greatest integer.
pub(super) fn to_integer(
    arena: &Arena,
    (op, arg, width): (UnOp, ExprId, u32),
    of: &dyn Fn(ExprId) -> Domain,
) -> Domain {
    let bits = match op {
        UnOp::FToU => width,
        _ => width - 1,
    };
    // A float below this power of two is at most the greatest integer after rounding toward zero.
    let beyond = 2f64.powi(bits.min(64) as i32);
    match Ranges::new(arena, of).of(arg) {
        Some(range) if range.low >= 0.0 && range.high < beyond => {
            Domain::range(width, range.low as u64, range.high as u64)
        }
        _ => Domain::any(width),
    }
}

/// The computation of the ranges of one comparison or conversion.
struct Ranges<'a> {
    arena: &'a Arena,
    of: &'a dyn Fn(ExprId) -> Domain,
    /// The number of nodes that may still be visited.
    left: Cell<u32>,
}

impl<'a> Ranges<'a> {
    fn new(arena: &'a Arena, of: &'a dyn Fn(ExprId) -> Domain) -> Ranges<'a> {
        Ranges {
            arena,
            of,
            left: Cell::new(MAX_NODES),
        }
    }

    /// Returns the range of the float with the bit pattern `e`; `None` if it may be a NaN, or if the range is unknown.
    fn of(&self, e: ExprId) -> Option<FloatRange> {
        let left = self.left.get();
        self.left.set(left.checked_sub(1)?);
        let width = self.arena.width(e);
        if width != 32 && width != 64 {
            return None;
        }
        match self.arena.node(e) {
            Node::Const { .. } => FloatRange::around([number(self.arena.as_const(e)?)]),
            Node::Un { op, arg, .. } => self.unary(op, arg, width),
            Node::Bin { op, lhs, rhs } => self.binary(op, (lhs, rhs), width),
            Node::Ite { cond, then, other } => match (self.of)(cond).single() {
                Some(0) => self.of(other),
                Some(_) => self.of(then),
                None => {
                    let (then, other) = (self.of(then)?, self.of(other)?);
                    FloatRange::around(then.bounds().into_iter().chain(other.bounds()))
                }
            },
            Node::Byte { .. } | Node::ForAll { .. } | Node::Read { .. } | Node::Extract { .. } => {
                None
            }
        }
    }

    fn unary(&self, op: UnOp, arg: ExprId, width: u32) -> Option<FloatRange> {
        let from = self.arena.width(arg);
        let rounded = |value: Bits| number(symtool_ir::eval(op.op(), width, &[value]));
        match op {
            UnOp::SToF | UnOp::UToF if from > 64 => None,
            UnOp::SToF => {
                let (low, high) = (self.of)(arg).signed_range(from);
                let bounds = [low, high].map(|bound| Bits::signed(from, bound.into()));
                FloatRange::around(bounds.map(rounded))
            }
            UnOp::UToF => {
                let Domain { min, max, .. } = (self.of)(arg);
                let bounds = [min, max].map(|bound| Bits::new(from, bound.into()));
                FloatRange::around(bounds.map(rounded))
            }
            UnOp::FNeg
            | UnOp::FSqrt
            | UnOp::FNearest
            | UnOp::FAway
            | UnOp::FFloor
            | UnOp::FCeil
            | UnOp::FWhole
            | UnOp::FExt
            | UnOp::FTrunc => {
                let range = self.of(arg)?;
                FloatRange::around(range.bounds().map(|bound| rounded(pattern(from, bound))))
            }
            UnOp::Not | UnOp::Zext | UnOp::Sext | UnOp::FToS | UnOp::FToU => None,
        }
    }

    fn binary(&self, op: BinOp, (lhs, rhs): (ExprId, ExprId), width: u32) -> Option<FloatRange> {
        let of_float: Op = match op {
            BinOp::FAdd => Op::FAdd,
            BinOp::FSub => Op::FSub,
            BinOp::FMul => Op::FMul,
            BinOp::FDiv => Op::FDiv,
            BinOp::And => return self.absolute((lhs, rhs), width),
            _ => return None,
        };
        let (a, b) = (self.of(lhs)?, self.of(rhs)?);
        // An operation on an infinity can have the result NaN, and so can a division by zero.
        let divides_by_zero = op == BinOp::FDiv && b.low <= 0.0 && b.high >= 0.0;
        if !a.is_finite() || !b.is_finite() || divides_by_zero {
            return None;
        }
        let corners = a
            .bounds()
            .into_iter()
            .flat_map(|x| b.bounds().map(|y| (x, y)));
        FloatRange::around(corners.map(|(x, y)| {
            let operands = [pattern(width, x), pattern(width, y)];
            number(symtool_ir::eval(of_float, width, &operands))
        }))
    }

    /// Returns the range of the absolute value of a float, if one of the two operands of `and` is the mask that clears
    /// the sign bit.
    fn absolute(&self, (lhs, rhs): (ExprId, ExprId), width: u32) -> Option<FloatRange> {
        let mask = u128::from(u64::MAX >> (65 - width.min(64)));
        let is_mask = |e: ExprId| {
            self.arena
                .as_const(e)
                .is_some_and(|it| it.unsigned() == mask)
        };
        let arg = match (is_mask(lhs), is_mask(rhs)) {
            (true, _) => rhs,
            (_, true) => lhs,
            (false, false) => return None,
        };
        let FloatRange { low, high } = self.of(arg)?;
        let least = if low <= 0.0 && high >= 0.0 {
            0.0
        } else {
            low.abs().min(high.abs())
        };
        FloatRange::around([least, low.abs().max(high.abs())])
    }
}

/// Returns the number with a bit pattern of 32 or 64 bits. Each binary32 number is also a binary64 number.
fn number(bits: Bits) -> f64 {
    match bits.width() {
        32 => f32::from_bits(bits.low_u64() as u32).into(),
        _ => f64::from_bits(bits.low_u64()),
    }
}

/// Returns the bit pattern, of 32 or 64 bits, of a number of this format.
fn pattern(width: u32, number: f64) -> Bits {
    match width {
        32 => Bits::new(32, u128::from((number as f32).to_bits())),
        _ => Bits::new(64, u128::from(number.to_bits())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use symtool_ir::random::SplitMix;

    /// Builds a random float expression over the bytes in `bytes`, of the format with `width` bits. Half of the leaves
    /// are constants.
    fn term(
        arena: &mut Arena,
        random: &mut SplitMix,
        bytes: &[ExprId],
        (width, depth): (u32, u32),
    ) -> ExprId {
        if depth == 0 {
            let constants = [0.0, -0.0, 1.0, -3.5, 0.1, 1e10, 1e300, f64::INFINITY];
            if random.index(2) == 0 {
                return arena.constant(pattern(width, constants[random.index(constants.len())]));
            }
            let byte = bytes[random.index(bytes.len())];
            let wide = match random.index(2) {
                0 => arena.zext(byte, 32),
                _ => arena.sext(byte, 32),
            };
            let op = [Op::SToF, Op::UToF][random.index(2)];
            return arena.op(op, width, &[wide]);
        }
        let mut next = |arena: &mut Arena, width| {
            let mut more = SplitMix::new(random.draw());
            term(arena, &mut more, bytes, (width, depth - 1))
        };
        let x = next(arena, width);
        let y = next(arena, width);
        let narrow = next(arena, 96 - width);
        let ops = [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv];
        match random.index(9) {
            at @ 0..4 => arena.op(ops[at], width, &[x, y]),
            4 => arena.op(Op::FNeg, width, &[x]),
            5 => {
                let op = [Op::FSqrt, Op::FFloor, Op::FNearest, Op::FWhole][random.index(4)];
                arena.op(op, width, &[x])
            }
            6 => {
                let op = if width == 64 { Op::FExt } else { Op::FTrunc };
                arena.op(op, width, &[narrow])
            }
            7 => {
                let mask = arena.constant(Bits::new(width, u128::from(u64::MAX >> (65 - width))));
                arena.and(x, mask)
            }
            _ => {
                let zero = arena.int(8, 7);
                let cond = arena.ult(bytes[0], zero);
                arena.ite(cond, x, y)
            }
        }
    }

    /// Each value of a random expression is in its range, and each decided comparison has the same result as the
    /// comparison of the operands' values.
    #[test]
    fn ranges_contain_all_values() {
        let mut random = SplitMix::new(7);
        let (mut ranges, mut decided) = (0, 0);
        for _ in 0..3_000 {
            let mut arena = Arena::without_simplification();
            let input = arena.symbol("x", 3);
            let bytes: Vec<ExprId> = (0..3).map(|at| arena.byte(input, at)).collect();
            let width = [32, 64][random.index(2)];
            let pair = [0; 2].map(|_| term(&mut arena, &mut random, &bytes, (width, 3)));
            let of = |e: ExprId| arena.domain(e);
            let found = pair.map(|e| Ranges::new(&arena, &of).of(e));
            ranges += found.iter().flatten().count();
            let compares = [BinOp::FEq, BinOp::FLt, BinOp::FLe]
                .map(|op| compare(&arena, op, (pair[0], pair[1]), &of));
            decided += compares.iter().flatten().count();
            for _ in 0..20 {
                let corners = [0, 1, 6, 7, 127, 128, 255];
                let values = [0; 3].map(|_| match random.index(2) {
                    0 => random.draw() as u8,
                    _ => corners[random.index(corners.len())],
                });
                let assignment = |_, index: u32| values[index as usize];
                let mut evaluator = Evaluator::new(&arena, &assignment);
                let [x, y] = pair.map(|e| number(evaluator.eval(e)));
                for (range, value) in found.into_iter().zip([x, y]) {
                    let holds = |it: FloatRange| it.low <= value && value <= it.high;
                    assert!(range.is_none_or(holds), "{value} is not in {range:?}");
                }
                let results = [x == y, x < y, x <= y];
                for (decided, result) in compares.into_iter().zip(results) {
                    assert!(decided.is_none_or(|it| it == result), "{x} and {y}");
                }
            }
        }
        assert!(
            ranges > 1_000 && decided > 300,
            "{ranges} ranges, {decided} decided comparisons"
        );
    }

    #[test]
    fn a_conversion_to_an_integer_keeps_the_range() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 1);
        let byte = arena.byte(input, 0);
        let float = arena.op(Op::UToF, 64, &[byte]);
        let half = arena.constant(Bits::new(64, u128::from(2.5f64.to_bits())));
        let sum = arena.op(Op::FAdd, 64, &[float, half]);
        let back = arena.op(Op::FToS, 32, &[sum]);
        let domain = arena.domain(back);
        assert_eq!((domain.min, domain.max), (2, 257));
        // A NaN is not equal to itself, but this sum is no NaN.
        let same = arena.op(Op::FEq, 1, &[sum, sum]);
        assert!(arena.is_true(same));
    }
}

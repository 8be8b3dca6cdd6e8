//! Transfer functions of the abstract values: what the operands' domains say of the result.
//!
//! Known bits of addition follow the carry argument of Regehr & Duongsaa ("Deriving abstract transfer
//! functions for analyzing embedded software", LCTES 2006); the rest is interval arithmetic that gives up
//! when it wraps.
use super::ArrayNode;
use super::arena::Arena;
use super::domain::{Domain, mask64};
use super::node::{ArrayId, BinOp, ExprId, Node, UnOp};

/// How many cells of an array version are looked at for the domain of one read.
const MAX_CELLS: u64 = 64;

/// The domain of a node of `width <= 64` bits, from the cached domains of its operands.
pub(crate) fn domain_of(arena: &Arena, node: &Node, width: u32) -> Domain {
    domain_with(arena, node, width, &|e| arena.domain(e))
}

/// The same with other domains for the operands (those of a path's facts, for instance).
pub(crate) fn domain_with(
    arena: &Arena,
    node: &Node,
    width: u32,
    of: &dyn Fn(ExprId) -> Domain,
) -> Domain {
    match *node {
        Node::Const { limbs, .. } => {
            Domain::constant(width, u64::from(limbs[0]) | (u64::from(limbs[1]) << 32))
        }
        Node::Byte { .. } => Domain::any(width),
        Node::Read { array, index } => read(arena, array, of(index)),
        Node::Un { op, arg, .. } => unary(op, of(arg), arena.width(arg), width),
        Node::Extract { low, arg, .. } => match arena.width(arg) {
            from @ ..=64 => extract(of(arg), from, u32::from(low), width),
            _ => Domain::any(width),
        },
        Node::Ite { then, other, .. } => of(then).join(&of(other)),
        Node::Bin { op, lhs, rhs } if op.is_float() || arena.width(lhs) > 64 => {
            let _ = rhs;
            Domain::any(width)
        }
        Node::Bin { op, lhs, rhs } => {
            binary(op, of(lhs), of(rhs), arena.width(lhs), arena.width(rhs))
        }
    }
}

fn read(arena: &Arena, array: ArrayId, index: Domain) -> Domain {
    let len = u64::from(arena.array_len(array));
    let ArrayNode::Cells(cells) = arena.array(array) else {
        return Domain::any(8);
    };
    if index.max >= len || index.max - index.min >= MAX_CELLS {
        return Domain::any(8);
    }
    (index.min..=index.max)
        .filter(|&i| index.contains(i))
        .map(|i| arena.domain(cells[i as usize]))
        .reduce(|a, b| a.join(&b))
        .unwrap_or(Domain::any(8))
}

fn unary(op: UnOp, a: Domain, from: u32, width: u32) -> Domain {
    match op {
        UnOp::Not => {
            let all = mask64(width);
            Domain {
                zeros: a.ones,
                ones: a.zeros,
                min: all - a.max,
                max: all - a.min,
            }
        }
        UnOp::Zext if from <= 64 => Domain {
            zeros: a.zeros | (mask64(width) & !mask64(from)),
            ones: a.ones,
            min: a.min,
            max: a.max,
        },
        UnOp::Sext if from <= 64 => sext(a, from, width),
        _ => Domain::any(width),
    }
}

fn sext(a: Domain, from: u32, width: u32) -> Domain {
    let high = mask64(width) & !mask64(from);
    let sign = 1u64 << (from - 1);
    if a.zeros & sign != 0 {
        Domain {
            zeros: a.zeros | high,
            ones: a.ones,
            min: a.min,
            max: a.max,
        }
    } else if a.ones & sign != 0 {
        Domain {
            zeros: a.zeros,
            ones: a.ones | high,
            min: a.min | high,
            max: a.max | high,
        }
    } else {
        Domain::bits(width, a.zeros, a.ones)
    }
}

fn extract(a: Domain, from: u32, low: u32, width: u32) -> Domain {
    let keep = mask64(width);
    let (zeros, ones) = ((a.zeros >> low) & keep, (a.ones >> low) & keep);
    // The range survives if the bits cut off at the top are the same in all values.
    let (min, max) = (a.min >> low, a.max >> low);
    if low + width >= from || (min & !keep) == (max & !keep) {
        Domain {
            zeros,
            ones,
            min: min & keep,
            max: max & keep,
        }
        .refine(width)
    } else {
        Domain::bits(width, zeros, ones)
    }
}

fn binary(op: BinOp, a: Domain, b: Domain, width: u32, rhs_width: u32) -> Domain {
    match op {
        BinOp::Add => add(a, b, width),
        BinOp::Sub => sub(a, b, width),
        BinOp::Mul => mul(a, b, width),
        BinOp::UDiv if b.min > 0 => Domain::range(width, a.min / b.max, a.max / b.min),
        BinOp::URem => urem(a, b, width),
        BinOp::SDiv | BinOp::SRem if a.max < sign(width) && b.min > 0 && b.max < sign(width) => {
            if op == BinOp::SDiv {
                Domain::range(width, a.min / b.max, a.max / b.min)
            } else {
                urem(a, b, width)
            }
        }
        BinOp::And => {
            let bits = Domain::bits(width, a.zeros | b.zeros, a.ones & b.ones);
            bits.meet(&Domain::range(width, 0, a.max.min(b.max)), width)
        }
        BinOp::Or => {
            let bits = Domain::bits(width, a.zeros & b.zeros, a.ones | b.ones);
            bits.meet(
                &Domain::range(width, a.min.max(b.min), mask64(width)),
                width,
            )
        }
        BinOp::Xor => Domain::bits(
            width,
            (a.zeros & b.zeros) | (a.ones & b.ones),
            (a.zeros & b.ones) | (a.ones & b.zeros),
        ),
        BinOp::LShr => {
            let shift = |v: u64, by: u64| if by >= 64 { 0 } else { v >> by };
            Domain::range(width, shift(a.min, b.max), shift(a.max, b.min))
        }
        BinOp::Concat => concat(a, b, width, rhs_width),
        BinOp::Eq | BinOp::Ult | BinOp::Slt => match compare(op, a, b, width) {
            Some(value) => Domain::constant(1, u64::from(value)),
            None => Domain::any(1),
        },
        _ => Domain::any(width),
    }
}

fn sign(width: u32) -> u64 {
    1 << (width - 1)
}

fn concat(a: Domain, b: Domain, high_width: u32, low_width: u32) -> Domain {
    let width = high_width + low_width;
    if width > 64 {
        return Domain::any(64);
    }
    Domain {
        zeros: (a.zeros << low_width) | b.zeros,
        ones: (a.ones << low_width) | b.ones,
        min: (a.min << low_width) | b.min,
        max: (a.max << low_width) | b.max,
    }
}

fn add(a: Domain, b: Domain, width: u32) -> Domain {
    let all = mask64(width);
    // Sums with all unknown bits 0, and all 1; a result bit is known where both operand bits and the carry are.
    let low = a.ones.wrapping_add(b.ones);
    let high = (all & !a.zeros).wrapping_add(all & !b.zeros);
    let carry_zero = !(high ^ a.zeros ^ b.zeros);
    let carry_one = low ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one) & all;
    let bits = Domain::bits(width, !low & known, low & known);
    let (min, max) = (
        u128::from(a.min) + u128::from(b.min),
        u128::from(a.max) + u128::from(b.max),
    );
    let limit = 1u128 << width;
    // No sum wraps, or all do.
    if max < limit || min >= limit {
        bits.meet(
            &Domain::range(width, min as u64 & all, max as u64 & all),
            width,
        )
    } else {
        bits
    }
}

fn sub(a: Domain, b: Domain, width: u32) -> Domain {
    let all = mask64(width);
    if a.min >= b.max || a.max < b.min {
        return Domain::range(
            width,
            a.min.wrapping_sub(b.max) & all,
            a.max.wrapping_sub(b.min) & all,
        );
    }
    Domain::any(width)
}

fn mul(a: Domain, b: Domain, width: u32) -> Domain {
    let low_zeros = (a.zeros.trailing_ones() + b.zeros.trailing_ones()).min(width);
    let bits = Domain::bits(width, mask64(low_zeros), 0);
    let max = u128::from(a.max) * u128::from(b.max);
    if max <= u128::from(mask64(width)) {
        let min = u128::from(a.min) * u128::from(b.min);
        bits.meet(&Domain::range(width, min as u64, max as u64), width)
    } else {
        bits
    }
}

fn urem(a: Domain, b: Domain, width: u32) -> Domain {
    if b.min == 0 {
        Domain::range(width, 0, a.max)
    } else if a.max < b.min {
        a
    } else {
        Domain::range(width, 0, a.max.min(b.max - 1))
    }
}

/// What the operands' domains decide of a comparison.
pub(crate) fn compare(op: BinOp, a: Domain, b: Domain, width: u32) -> Option<bool> {
    match op {
        BinOp::Eq => {
            if a.max < b.min || b.max < a.min || a.zeros & b.ones != 0 || a.ones & b.zeros != 0 {
                return Some(false);
            }
            (a.single().is_some() && a.single() == b.single()).then_some(true)
        }
        BinOp::Ult if a.max < b.min => Some(true),
        BinOp::Ult if a.min >= b.max => Some(false),
        BinOp::Slt => {
            let ((a_min, a_max), (b_min, b_max)) = (a.signed_range(width), b.signed_range(width));
            if a_max < b_min {
                Some(true)
            } else if a_min >= b_max {
                Some(false)
            } else {
                None
            }
        }
        _ => None,
    }
}

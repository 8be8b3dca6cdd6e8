//! Computes the abstract value (domain) of a node from the abstract values of its operands. An array *version* is the
//! contents of an array after some stores.
use super::{Arena, ArrayNode, float_range};
use crate::domain::{Domain, mask64};
use crate::node::{ArrayId, ExprId, Node, UnOp};
use crate::transfer;

/// The maximum number of array elements that are joined to the domain of a read. If the index of a read may select at
/// most this number of elements, the domain of the read is the join of the domains of these elements and of the stored
/// values. Otherwise the domain is unconstrained.
const MAX_CELLS: u64 = 64;

/// Returns the domain of a node of at most 64 bits, computed from the cached domains of its operands.
pub(super) fn domain_of(arena: &Arena, node: &Node, width: u32) -> Domain {
    domain_with(arena, node, width, &|e| arena.domain(e))
}

/// Returns the domain of a node of at most 64 bits. The function `of` returns the domain of an operand: for
/// example, the domain that follows from a path condition.
pub(super) fn domain_with(
    arena: &Arena,
    node: &Node,
    width: u32,
    of: &dyn Fn(ExprId) -> Domain,
) -> Domain {
    match *node {
        Node::Const { limbs, .. } => {
            Domain::constant(width, u64::from(limbs[0]) | (u64::from(limbs[1]) << 32))
        }
        Node::Byte { .. } | Node::ForAll { .. } => Domain::any(width),
        Node::Read { array, index } => read(arena, array, of(index)),
        Node::Un {
            op: op @ (UnOp::FToS | UnOp::FToU),
            arg,
            ..
        } => float_range::to_integer(arena, (op, arg, width), of),
        Node::Un { op, arg, .. } => transfer::unary(op, of(arg), arena.width(arg), width),
        Node::Extract { low, arg, .. } => match arena.width(arg) {
            from @ ..=64 => transfer::extract(of(arg), from, u32::from(low), width),
            _ => Domain::any(width),
        },
        Node::Ite { cond, then, other } => choice(
            arena,
            (cond, of(cond)),
            (then, of(then)),
            (other, of(other)),
        ),
        Node::Bin { op, lhs, rhs } if op.is_float() => {
            match float_range::compare(arena, op, (lhs, rhs), of) {
                Some(holds) => Domain::constant(width, holds.into()),
                None => Domain::any(width),
            }
        }
        Node::Bin { lhs, .. } if arena.width(lhs) > 64 => Domain::any(width),
        Node::Bin { op, lhs, rhs } => {
            transfer::binary(op, of(lhs), of(rhs), arena.width(lhs), arena.width(rhs))
        }
    }
}

/// Transfer function of `ite`. If the condition compares an arm with a constant, the condition refines the
/// interval of the arm: in `x < 5 ? x : y`, the arm `x` is at most 4.
fn choice(
    arena: &Arena,
    (cond, taken): (ExprId, Domain),
    then: (ExprId, Domain),
    other: (ExprId, Domain),
) -> Domain {
    let ((then, mut yes), (other, mut no)) = (then, other);
    match taken.single() {
        _ if taken.is_empty() => {}
        Some(0) => return no,
        Some(_) => return yes,
        None => {}
    }
    let width = arena.width(then);
    if let Some((x, low, high)) = arena.as_interval(cond).filter(|_| width <= 64) {
        if x == then {
            yes = meet_or_first(yes, Domain::range(width, low as u64, high as u64), width);
        } else if x == other {
            let top = mask64(width);
            let outside = match (low as u64, high as u64) {
                (0, high) if high < top => Domain::range(width, high + 1, top),
                (low, high) if high == top && low > 0 => Domain::range(width, 0, low - 1),
                _ => no,
            };
            no = meet_or_first(no, outside, width);
        }
    }
    yes.join(&no)
}

/// Returns the meet of the domains `a` and `b`, or `a` if the meet is empty. An empty meet means that the arm
/// with this domain is never selected, so any domain is sound.
fn meet_or_first(a: Domain, b: Domain, width: u32) -> Domain {
    let both = a.meet(&b, width);
    if both.is_empty() { a } else { both }
}

fn read(arena: &Arena, mut array: ArrayId, index: Domain) -> Domain {
    let len = u64::from(arena.array_len(array));
    // The domain of a read is the join of the domains of the stored values and of the elements that the index may
    // select. If the index may be out of bounds, the constant 0 is joined, too.
    let mut result = (index.max >= len).then(|| Domain::constant(8, 0));
    let mut add = |domain: Domain| result = Some(result.map_or(domain, |r| r.join(&domain)));
    let cells = loop {
        match arena.array(array) {
            ArrayNode::Cells(cells) => break cells,
            ArrayNode::Store { base, value, .. } => {
                add(arena.domain(*value));
                array = *base;
            }
        }
    };
    let last = index.max.min(len.saturating_sub(1));
    if index.min <= last && len > 0 {
        if last - index.min >= MAX_CELLS {
            return Domain::any(8);
        }
        let inside = (index.min..=last).filter(|&i| index.contains(i));
        inside.for_each(|i| add(arena.domain(cells[i as usize])));
    }
    result.unwrap_or(Domain::any(8))
}

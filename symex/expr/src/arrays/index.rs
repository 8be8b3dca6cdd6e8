//! Index-based transformation: rewrites a condition on reads of constant arrays to a condition on the index.
//!
//! The condition is evaluated at every possible value of the index, and replaced by the ranges of index values that
//! satisfy it. For example, `table[i] == 5` becomes `2 <= i <= 4`. A condition on two indices i and j has one set of
//! ranges of j for each value of i. Values of i with the same set form a group, which becomes a condition such as `a <=
//! i <= b and c <= j <= d`. If too many index values must be evaluated, or too many ranges result, the operands of the
//! Boolean connectives in the condition are transformed separately.
use super::{Job, walk};
use crate::{Arena, BinOp, ExprId, Node, UnOp};

/// The maximum nesting depth of Boolean connectives whose operands are transformed separately.
const MAX_DEPTH: u32 = 16;

pub(super) fn apply(job: &mut Job, arena: &mut Arena, cond: ExprId) -> ExprId {
    part(job, arena, cond, MAX_DEPTH)
}

fn part(job: &mut Job, arena: &mut Arena, cond: ExprId, fuel: u32) -> ExprId {
    if !arena.has_reads(cond) {
        return cond;
    }
    if let Some(new) = whole(job, arena, cond) {
        return new;
    }
    if fuel == 0 {
        return cond;
    }
    match arena.node(cond) {
        Node::Un {
            op: UnOp::Not, arg, ..
        } => {
            let arg = part(job, arena, arg, fuel - 1);
            arena.not(arg)
        }
        Node::Bin { op, lhs, rhs } if matches!(op, BinOp::And | BinOp::Xor) => {
            let lhs = part(job, arena, lhs, fuel - 1);
            let rhs = part(job, arena, rhs, fuel - 1);
            if op == BinOp::And {
                arena.and(lhs, rhs)
            } else {
                arena.xor(lhs, rhs)
            }
        }
        Node::Ite { cond, then, other } => {
            let cond = part(job, arena, cond, fuel - 1);
            let then = part(job, arena, then, fuel - 1);
            let other = part(job, arena, other, fuel - 1);
            arena.ite(cond, then, other)
        }
        _ => cond,
    }
}

/// Rewrites a condition as a whole to ranges of an index, without transforming its operands separately. Returns `None`
/// if there are too many index values to evaluate, or if the result needs too many ranges.
pub(super) fn whole(job: &mut Job, arena: &mut Arena, cond: ExprId) -> Option<ExprId> {
    let function = job.function(arena, cond)?;
    let mut budget = walk::budget(arena, cond, job.limits);
    if function.is_unprofitable(&budget) && function.distinct() > 1 {
        return None;
    }
    function.holds(arena, &mut budget)
}

//! Constant folding under a path condition. A read becomes a constant if all array elements that its index can select
//! are this constant. A store is ignored if its index cannot equal the index of the read.
//!
//! [`Arena::read`] already folds reads at constant indices. This transformation uses the range of the index
//! on the path, and calls no solver.
use super::{Job, walk};
use crate::{Arena, ArrayNode, Domain, ExprId, Node};

/// The maximum number of reads of one condition that are examined.
const MAX_READS: usize = 32;
/// The maximum number of older stores that are searched for the value of one read.
const MAX_STORES: usize = 64;
/// The maximum number of array elements that are compared for one read.
const MAX_CELLS: u64 = 1 << 12;

pub(super) fn apply(job: &mut Job, arena: &mut Arena, cond: ExprId) -> ExprId {
    let mut left = MAX_READS;
    walk::rebuild(arena, cond, |arena, e| {
        let Node::Read { array, index } = arena.node(e) else {
            return None;
        };
        left = left.checked_sub(1)?;
        let at = (job.path.domain)(arena, index);
        if at.is_empty() {
            return None;
        }
        let mut version = array;
        for _ in 0..MAX_STORES {
            let &ArrayNode::Store { base, index, .. } = arena.array(version) else {
                break;
            };
            if !never_equal(&at, &(job.path.domain)(arena, index)) {
                break;
            }
            version = base;
        }
        if let Some(value) = only_constant(arena, version, &at) {
            return Some(value);
        }
        (version != array).then(|| arena.read(version, index))
    })
}

/// Returns whether two expressions with the domains `a` and `b` differ for all inputs.
fn never_equal(a: &Domain, b: &Domain) -> bool {
    a.max < b.min || b.max < a.min || a.zeros & b.ones != 0 || a.ones & b.zeros != 0
}

/// Returns the constant to which all array elements with an index in the range `at` are equal. Returns `None` if the
/// elements differ or are not constant, if the version has stores, or if the range is too large or not within the
/// array.
fn only_constant(arena: &Arena, version: crate::ArrayId, at: &Domain) -> Option<ExprId> {
    let ArrayNode::Cells(cells) = arena.array(version) else {
        return None;
    };
    if at.max >= cells.len() as u64 || at.max - at.min >= MAX_CELLS {
        return None;
    }
    let mut all = (at.min..=at.max).filter(|&i| at.contains(i));
    let first = cells[all.next()? as usize];
    let same = arena.is_const(first) && all.all(|i| cells[i as usize] == first);
    same.then_some(first)
}

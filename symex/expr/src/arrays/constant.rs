//! Constant folding on a path: a read whose index the path pins down to cells that all hold one constant is that constant,
//! also below stores that the path's ranges say go elsewhere.
//!
//! Constant indexes need nothing of this: [`Arena::read`] folds those. Only what is known of ranges decides, never a solver.
use super::{Job, walk};
use crate::{Arena, ArrayNode, Domain, ExprId, Node};

/// How many reads of one condition are looked at.
const MAX_READS: usize = 32;
/// How many stores a read looks past.
const MAX_STORES: usize = 64;
/// How many cells are compared.
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
            if !apart(&at, &(job.path.domain)(arena, index)) {
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

/// Can the two never be equal?
fn apart(a: &Domain, b: &Domain) -> bool {
    a.max < b.min || b.max < a.min || a.zeros & b.ones != 0 || a.ones & b.zeros != 0
}

/// The one constant that all cells hold which the index may mean.
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

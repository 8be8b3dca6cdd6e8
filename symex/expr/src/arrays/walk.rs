//! Rebuilding what lies above reads. What holds no read is never looked at, nor are the cells of arrays.
use super::Limits;
use super::ranges::Budget;
use crate::{Arena, ArrayNode, ExprId, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many expressions above reads one condition may have.
const MAX_NODES: usize = 1 << 12;

/// Replaces what `replace` gives something for, topmost first; there is no looking below or into what it gave. An expression
/// that is too large stays as it is.
pub(super) fn rebuild(
    arena: &mut Arena,
    root: ExprId,
    mut replace: impl FnMut(&mut Arena, ExprId) -> Option<ExprId>,
) -> ExprId {
    let mut done: FxHashMap<ExprId, ExprId> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut work = vec![root];
    while let Some(e) = work.pop() {
        if !arena.has_reads(e) || !seen.insert(e) {
            continue;
        }
        if seen.len() > MAX_NODES {
            return root;
        }
        match replace(arena, e) {
            Some(new) => drop(done.insert(e, new)),
            None => work.extend(arena.node(e).children()),
        }
    }
    let mut order: Vec<ExprId> = seen.into_iter().filter(|e| !done.contains_key(e)).collect();
    order.sort_unstable();
    for e in order {
        let node = arena.node(e);
        let old = node.children();
        let new: Vec<ExprId> = old.iter().map(|c| *done.get(c).unwrap_or(c)).collect();
        if old[..] == new[..] {
            continue;
        }
        let made = match node {
            Node::Read { array, .. } => arena.read(array, new[0]),
            node => arena.remake(&node, &new),
        };
        done.insert(e, made);
    }
    done.get(&root).copied().unwrap_or(root)
}

/// The reads in an expression, oldest first.
pub fn reads(arena: &Arena, root: ExprId) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    let mut work = vec![root];
    let mut found = Vec::new();
    while let Some(e) = work.pop() {
        if !arena.has_reads(e) || !seen.insert(e) || seen.len() > MAX_NODES {
            continue;
        }
        let node = arena.node(e);
        if matches!(node, Node::Read { .. }) {
            found.push(e);
        }
        work.extend(node.children());
    }
    found.sort_unstable();
    found
}

/// How many ranges may take the place of the reads in an expression: where they are nested as many as there are cells that the
/// reads may mean, about the size of what a solver makes of them; else a share of the most elements that one of them may mean.
pub(super) fn budget(arena: &Arena, root: ExprId, limits: &Limits) -> Budget {
    let (mut sum, mut most, mut nested) = (0usize, 0, false);
    for e in reads(arena, root) {
        let Node::Read { mut array, index } = arena.node(e) else {
            continue;
        };
        let domain = arena.domain(index);
        let last = domain.max.min(u64::from(arena.array_len(array)));
        let mut cells = last.saturating_sub(domain.min) as usize + 1;
        // The bytes of a wide element are chosen together.
        let scale = (domain.zeros | domain.ones).trailing_ones();
        let mut elements = cells >> scale.min(63);
        while let &ArrayNode::Store { base, .. } = arena.array(array) {
            cells += 1;
            elements += 1;
            array = base;
        }
        sum += cells;
        most = most.max(elements);
        nested |= arena.has_reads(index);
    }
    let ranges = if nested { sum } else { most / limits.cells };
    Budget::new(ranges.clamp(1, limits.ranges))
}

/// How many ranges a function of several indexes may need: nested reads are as well replaced together with what is around them,
/// so their share is not known before.
pub(super) fn product_budget(arena: &Arena, root: ExprId, limits: &Limits) -> Budget {
    if is_nested(arena, root) {
        return Budget::new(limits.ranges);
    }
    budget(arena, root, limits)
}

/// Is there a read whose index holds another?
pub(super) fn is_nested(arena: &Arena, root: ExprId) -> bool {
    reads(arena, root)
        .into_iter()
        .any(|e| matches!(arena.node(e), Node::Read { index, .. } if arena.has_reads(index)))
}

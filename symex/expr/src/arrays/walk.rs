//! Rebuilds a condition with replacements for some of the subexpressions that contain array reads. Subexpressions
//! without reads are never visited, nor are the elements of the arrays.
use super::Limits;
use super::ranges::Budget;
use crate::{Arena, ArrayNode, ExprId, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of subexpressions with reads in a condition. A condition with more is not transformed.
const MAX_NODES: usize = 1 << 12;

/// Replaces the topmost subexpressions for which `replace` returns a replacement. Returns the condition
/// unchanged if more than [`MAX_NODES`] of its subexpressions contain reads.
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

/// Returns the array reads in an expression, in the order in which they were created.
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

/// Returns the maximum number of index ranges that may replace the reads in an expression. With more ranges, the
/// replacement would be slower to solve than the reads.
///
/// There are two cases. If the reads are nested (the index of a read contains a read), the result is the number of
/// array bytes that all reads together may select. This number is about the size of the SMT encoding of the reads.
/// Otherwise the result is n / [`Limits::cells`], where n is the largest number of elements that one read may select.
/// Each store of an array counts as one more byte or element. In both cases, the result is limited to the range from 1
/// to [`Limits::ranges`].
pub(super) fn budget(arena: &Arena, root: ExprId, limits: &Limits) -> Budget {
    let (mut sum, mut most, mut nested) = (0usize, 0, false);
    for e in reads(arena, root) {
        let Node::Read { mut array, index } = arena.node(e) else {
            continue;
        };
        let domain = arena.domain(index);
        let last = domain.max.min(u64::from(arena.array_len(array)));
        let mut cells = last.saturating_sub(domain.min) as usize + 1;
        // The byte index of an element of several bytes has known low bits. The bytes of such an element are selected
        // together, so elements are counted instead of bytes.
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

/// Returns the maximum number of index ranges that may replace the reads in an expression that depends on several
/// indices. If the expression contains nested reads, as in `t[u[i]]`, the result is [`Limits::ranges`]. Otherwise it is
/// the result of [`budget`].
pub(super) fn product_budget(arena: &Arena, root: ExprId, limits: &Limits) -> Budget {
    if is_nested(arena, root) {
        return Budget::new(limits.ranges);
    }
    budget(arena, root, limits)
}

/// Returns whether an expression contains a read whose index contains another read.
pub(super) fn is_nested(arena: &Arena, root: ExprId) -> bool {
    reads(arena, root)
        .into_iter()
        .any(|e| matches!(arena.node(e), Node::Read { index, .. } if arena.has_reads(index)))
}

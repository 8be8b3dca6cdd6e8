//! The step that built each expression, and the share of a query's gates that each step built.
//!
//! Expressions are numbered in the order in which they are built. So the steps that built the expressions are stored as
//! a list of intervals of expression numbers. An expression that two steps build exists once, and belongs to the first
//! of these steps.
use super::NO_SITE;
use symtool_expr::{Arena, ArrayNode, BinOp, ExprId, Node, UnOp};

/// The maximum number of stored intervals of expression numbers. Beyond it, every second interval is joined with the
/// interval before it.
const MAX_INTERVALS: usize = 1 << 19;
/// The maximum number of expression nodes that are visited to find the steps that built one query.
const MAX_VISITED: usize = 20_000;
/// The maximum number of elements of one array that are visited to find the steps that built a query.
const MAX_CELLS: usize = 256;

/// For each expression, the site (step of the user's code) that built it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    /// For each interval, the number of its first expression, and the site (the step that built the expressions).
    intervals: Vec<(u32, u32)>,
    /// The number of expressions whose origin is known.
    end: usize,
}

impl Origins {
    /// Records that `site` has built all expressions that are numbered below `len` and have no origin yet. Returns the
    /// number of these expressions.
    #[inline]
    pub(crate) fn built(&mut self, len: usize, site: u32) -> u64 {
        let new = len - self.end;
        if new > 0 {
            self.add(len, site);
        }
        new as u64
    }

    fn add(&mut self, len: usize, site: u32) {
        if self.intervals.last().is_none_or(|&(_, last)| last != site) {
            if self.intervals.len() >= MAX_INTERVALS {
                self.halve();
            }
            self.intervals.push((self.end as u32, site));
        }
        self.end = len;
    }

    /// Drops every second interval. The expressions of a dropped interval then belong to the interval before it.
    fn halve(&mut self) {
        let mut keep = false;
        self.intervals.retain(|_| {
            keep = !keep;
            keep
        });
    }

    /// Returns the number of expressions whose origin is known.
    #[inline]
    pub(crate) fn known(&self) -> usize {
        self.end
    }

    /// Returns the site (step of the user's code) that built an expression.
    pub(crate) fn of(&self, e: ExprId) -> u32 {
        let after = self
            .intervals
            .partition_point(|&(start, _)| start as usize <= e.index());
        match after.checked_sub(1) {
            Some(at) if e.index() < self.end => self.intervals[at].1,
            _ => NO_SITE,
        }
    }
}

/// The search for the sites (steps of the user's code) that built the expressions of a query. The tables are kept for
/// the next query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shares {
    /// For each expression, the number of the search that visited it last.
    visited: Vec<u32>,
    /// The number of the current search.
    search: u32,
    /// For each site, the sum of the gates that the current search has found.
    sums: Vec<u64>,
    /// The expressions that the current search still has to visit.
    work: Vec<ExprId>,
}

impl Shares {
    /// Returns the sites (steps of the user's code) that built the expressions of a query, each with the estimated
    /// number of gates of the expressions that it built. The site with the most gates is first.
    pub(crate) fn of(
        &mut self,
        arena: &Arena,
        origins: &Origins,
        query: &[ExprId],
    ) -> Vec<(u32, u64)> {
        self.search = self.search.wrapping_add(1);
        let other = self.search.wrapping_sub(1);
        self.visited.resize(arena.len(), other);
        let (mut sites, mut count) = (Vec::new(), 0);
        self.work.clear();
        self.work.extend_from_slice(query);
        while let Some(e) = self.work.pop() {
            if count >= MAX_VISITED {
                break;
            }
            if std::mem::replace(&mut self.visited[e.index()], self.search) == self.search {
                continue;
            }
            count += 1;
            let node = arena.node(e);
            let gates = gates(arena, e, &node);
            if gates > 0 {
                self.add(origins.of(e), gates, &mut sites);
            }
            self.work.extend(node.children());
            if let Node::Read { array, .. } = node {
                push_array(arena, array, &mut self.work);
            }
        }
        let sums = sites.into_iter();
        let mut sums: Vec<(u32, u64)> = sums
            .map(|site: u32| (site, std::mem::take(&mut self.sums[site as usize])))
            .collect();
        sums.sort_unstable_by_key(|&(site, gates)| (std::cmp::Reverse(gates), site));
        sums
    }

    /// Adds `gates` to the sum of `site` for the current query. Also adds `site` to `sites` if it has no sum for this
    /// query yet.
    fn add(&mut self, site: u32, gates: u64, sites: &mut Vec<u32>) {
        if site == NO_SITE {
            return;
        }
        let at = site as usize;
        if at >= self.sums.len() {
            self.sums.resize(at + 1, 0);
        }
        if self.sums[at] == 0 {
            sites.push(site);
        }
        self.sums[at] += gates;
    }
}

/// Adds the expressions in the contents of an array to `work`, the expressions that are still to be visited.
fn push_array(arena: &Arena, mut array: symtool_expr::ArrayId, work: &mut Vec<ExprId>) {
    for _ in 0..MAX_CELLS {
        match arena.array(array) {
            &ArrayNode::Store { base, index, value } => {
                work.extend([index, value]);
                array = base;
            }
            ArrayNode::Cells(cells) => {
                let cells = cells.iter().take(MAX_CELLS);
                work.extend(cells.filter(|&&cell| !arena.is_const(cell)));
                return;
            }
        }
    }
}

/// Returns an estimate of the number of gates of a node, without those of its operands.
fn gates(arena: &Arena, e: ExprId, node: &Node) -> u64 {
    let width = u64::from(arena.width(e));
    match *node {
        Node::Const { .. } | Node::Byte { .. } | Node::Extract { .. } => 0,
        Node::Read { array, .. } => {
            let mut cells = array;
            while let &ArrayNode::Store { base, .. } = arena.array(cells) {
                cells = base;
            }
            match arena.array(cells) {
                ArrayNode::Cells(cells) => 24 * cells.len() as u64,
                ArrayNode::Store { .. } => 0,
            }
        }
        Node::Un { op, .. } => match op {
            UnOp::Zext | UnOp::Sext | UnOp::Not | UnOp::FNeg => 0,
            UnOp::FSqrt => 20 * width * width,
            _ => 40 * width,
        },
        Node::Bin { op, lhs, rhs } => {
            let operand = u64::from(arena.width(lhs));
            let has_constant = arena.is_const(lhs) || arena.is_const(rhs);
            match op {
                BinOp::Concat => 0,
                BinOp::And | BinOp::Or => operand,
                BinOp::Xor | BinOp::Eq | BinOp::FEq => 2 * operand,
                BinOp::Ult | BinOp::Slt => 3 * operand,
                BinOp::FLt | BinOp::FLe => 6 * operand,
                BinOp::Add | BinOp::Sub => 5 * operand,
                BinOp::Shl | BinOp::LShr | BinOp::AShr => 20 * operand,
                BinOp::Mul if has_constant => 2 * operand * operand,
                BinOp::Mul => 6 * operand * operand,
                BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => 12 * operand * operand,
                BinOp::FAdd | BinOp::FSub => 60 * operand,
                BinOp::FMul => 6 * operand * operand,
                BinOp::FDiv => 12 * operand * operand,
            }
        }
        Node::Ite { .. } => 3 * width,
        Node::ForAll { max, .. } => u64::from(max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::Op;

    #[test]
    fn the_step_that_built_a_division_has_the_greatest_share() {
        let mut arena = Arena::new();
        let mut origins = Origins::default();
        let inputs = ["x", "y"].map(|name| arena.symbol(name, 4));
        let [x, y] = inputs.map(|input| arena.scalar(input, 32));
        origins.built(arena.len(), 7);
        let quotient = arena.op(Op::UDiv, 32, &[x, y]);
        origins.built(arena.len(), 3);
        let less = arena.op(Op::Ult, 1, &[quotient, x]);
        origins.built(arena.len(), 5);
        assert_eq!(origins.of(quotient), 3);
        let shares = Shares::default().of(&arena, &origins, &[less]);
        let order: Vec<u32> = shares.iter().map(|&(site, _)| site).collect();
        assert_eq!(order, [3, 5]);
    }

    #[test]
    fn the_number_of_intervals_is_bounded() {
        let mut origins = Origins::default();
        for len in 1..=3 * MAX_INTERVALS {
            origins.built(len, len as u32 % 2);
        }
        assert!(origins.intervals.len() <= MAX_INTERVALS);
    }
}

//! Upper bounds of numbers that depend on inputs, such as the size of a block or an index. For `n & 15`, the abstract
//! domain of the expression gives the bound 15. For `n` after `klee_assume(n < 16)`, a solver derives the bound from
//! the conditions of the assumptions and branches before the node.
use super::NodeEncoder;
use super::addresses::MAX_OFFSETS;
use crate::graph::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{Arena, ExprId};

/// The maximum number of edges that are followed back from a node to find conditions that hold in the node.
const MAX_EDGES_BEFORE: usize = 256;

impl NodeEncoder<'_, '_> {
    /// Returns an upper bound of a 64-bit number. The bound holds in all executions of the node in which `given`
    /// holds. If the abstract domain of the number gives a bound of at most `limit`, this bound is the result.
    /// Otherwise the result is the smallest bound that a solver derives from `given` and the conditions before the
    /// node. Returns `None` if the solver derives no bound of at most `limit`.
    pub(super) fn upper_bound(
        &mut self,
        (node, given): (NodeId, ExprId),
        value: ExprId,
        limit: u64,
    ) -> Option<u64> {
        let domain = self.unrolling.arena.domain(value);
        let domain = domain.max.min(!domain.zeros);
        if domain <= limit {
            return Some(domain);
        }
        let known = self.conditions_on(node, value);
        let known = self.unrolling.arena.and(known, given);
        if !self.is_at_most(known, value, limit) {
            return None;
        }
        let (mut below, mut most) = (0, limit);
        while below < most {
            let middle = below + (most - below) / 2;
            match self.is_at_most(known, value, middle) {
                true => most = middle,
                false => below = middle + 1,
            }
        }
        Some(most)
    }

    /// Splits a number such as `(end - i) * 4` into cases, if it depends on φs (symbols for values at joins) only.
    /// There is one case for each combination of the known values of the φs, and there are further cases for other
    /// values. Each case has its condition, which includes `cond`. If the number depends on inputs, or if there are
    /// more than [`MAX_OFFSETS`] cases, the result is a single case: the whole number under the condition `cond`.
    pub(super) fn values_by_path(&mut self, cond: ExprId, value: ExprId) -> Vec<(ExprId, ExprId)> {
        let whole = vec![(cond, value)];
        let mut cases = whole.clone();
        for phi in self.unrolling.phis_only(value).unwrap_or_default() {
            let symbol = self.unrolling.graph.phi(phi).value;
            let known = self.values_of(phi).known.into_iter();
            let known: Vec<ExprId> = known
                .filter(|&k| self.unrolling.arena.is_const(k))
                .collect();
            let mut next = Vec::new();
            for (mut rest, value) in cases {
                for &known in &known {
                    let is = self.unrolling.arena.eq(symbol, known);
                    let when = self.unrolling.arena.and(rest, is);
                    let choice = FxHashMap::from_iter([(symbol, known)]);
                    next.push((when, self.unrolling.arena.substitute(value, &choice)));
                    let not = self.unrolling.arena.not(is);
                    rest = self.unrolling.arena.and(rest, not);
                }
                next.push((rest, value));
            }
            if next.len() > MAX_OFFSETS {
                return whole;
            }
            cases = next;
        }
        cases.retain(|&(cond, _)| !self.unrolling.arena.is_false(cond));
        cases
    }

    /// Returns the conjunction of the conditions that hold in every execution of a node and share a symbol with
    /// `value`.
    fn conditions_on(&mut self, node: NodeId, value: ExprId) -> ExprId {
        let symbols = self.unrolling.arena.support(value).iter().copied();
        let symbols: FxHashSet<_> = symbols.collect();
        let conditions =
            self.unrolling
                .conditions_before(node, MAX_EDGES_BEFORE, |unrolling, cond| {
                    let mut support = unrolling.arena.support(cond).iter();
                    support.any(|symbol| symbols.contains(symbol))
                });
        let mut all = Arena::TRUE;
        for cond in conditions {
            all = self.unrolling.arena.and(all, cond);
        }
        all
    }

    /// Returns `true` if it is proved that `value` is at most `limit` whenever the condition `known` holds. Returns
    /// `false` if this is wrong or not decided.
    fn is_at_most(&mut self, known: ExprId, value: ExprId, limit: u64) -> bool {
        let limit = self.unrolling.arena.int(64, u128::from(limit));
        let fits = self.unrolling.arena.ule(value, limit);
        let exceeds = self.unrolling.arena.not(fits);
        let exceeds = self.unrolling.arena.and(known, exceeds);
        self.is_unsatisfiable(exceeds)
    }
}

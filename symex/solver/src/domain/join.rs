//! Facts that a disjunction implies: the join of the facts that its cases imply. A *fact* limits the values
//! of an expression.
//!
//! For example, `c == ' ' or c == '\t'` implies that c is not 0. In a second example, the index n is below the index of
//! the terminating 0 of a text. Then `k == 0 or text[n + k] == ' '` implies that the index `n + k` is also below the
//! index of this 0. In the first case of the disjunction, `n + k` is n. In the second case, `n + k` is the index of a
//! character other than 0.
use super::assume::{FEW_NODES, Work};
use super::facts::Facts;
use symtool_expr::{Arena, BinOp, Domain, ExprId, Node, UnOp};
use symtool_ir::bits::mask;

/// The maximum number of nodes of one disjunction that are visited.
const MAX_NODES: u32 = 64;

/// The maximum number of expressions for which the facts of two cases are joined. Further expressions get no fact.
const MAX_JOINED: usize = 16;

/// Expressions, each with the abstract value that one case of a disjunction implies for it.
type Implied = Vec<(ExprId, Domain)>;

impl Facts {
    /// Derives the facts that all cases of the disjunction `cond` imply, and adds them to `work`.
    pub(super) fn learn_disjunction(&self, arena: &Arena, cond: ExprId, work: &mut Work) {
        let mut fuel = MAX_NODES;
        if let Some(implied) = self.implied(arena, cond, false, &mut fuel) {
            work.extend(implied);
        }
    }

    /// Returns the facts that directly follow from the truth value `value` of a condition. Returns `None` if the
    /// condition cannot have this truth value. `fuel` is the number of nodes that may still be visited.
    fn implied(&self, arena: &Arena, cond: ExprId, value: bool, fuel: &mut u32) -> Option<Implied> {
        if *fuel == 0 {
            return Some(Implied::new());
        }
        *fuel -= 1;
        match arena.node(cond) {
            Node::Const { .. } => (arena.is_true(cond) == value).then(Implied::new),
            Node::Un {
                op: UnOp::Not, arg, ..
            } => self.implied(arena, arg, !value, fuel),
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } => {
                let one = self.implied(arena, lhs, value, fuel);
                let two = self.implied(arena, rhs, value, fuel);
                match (one, two) {
                    (Some(one), Some(two)) if value => Some([one, two].concat()),
                    (Some(one), Some(two)) => Some(self.joined(arena, &one, &two)),
                    (one, two) if !value => one.or(two),
                    _ => None,
                }
            }
            Node::Bin {
                op: op @ (BinOp::Eq | BinOp::Ult),
                lhs,
                rhs,
            } => self.implied_by_comparison(arena, (op, lhs, rhs), value),
            _ => Some(Implied::new()),
        }
    }

    fn implied_by_comparison(
        &self,
        arena: &Arena,
        (op, lhs, rhs): (BinOp, ExprId, ExprId),
        value: bool,
    ) -> Option<Implied> {
        let width = arena.width(lhs);
        if width > 64 {
            return Some(Implied::new());
        }
        let top = mask(width) as u64;
        let constant = |e: ExprId| arena.as_const(e).map(symtool_ir::Bits::low_u64);
        let (e, range) = match (op, constant(lhs), constant(rhs)) {
            (BinOp::Eq, None, Some(k)) => match (value, k) {
                (true, k) => (lhs, Some((k, k))),
                (false, 0) => (lhs, Some((1, top))),
                (false, k) if k == top => (lhs, Some((0, top - 1))),
                _ => return Some(Implied::new()),
            },
            (BinOp::Ult, None, Some(k)) if value => (lhs, k.checked_sub(1).map(|k| (0, k))),
            (BinOp::Ult, None, Some(k)) => (lhs, Some((k, top))),
            (BinOp::Ult, Some(k), None) if value => (rhs, (k < top).then(|| (k + 1, top))),
            (BinOp::Ult, Some(k), None) => (rhs, Some((0, k))),
            _ => return Some(Implied::new()),
        };
        let (min, max) = range?;
        let domain = self
            .current(arena, e)
            .meet(&Domain::range(width, min, max), width);
        if domain.is_empty() {
            return None;
        }
        let mut implied = vec![(e, domain)];
        implied.extend(self.index_of(arena, e, domain));
        Some(implied)
    }

    /// Returns the facts that hold in both cases of a disjunction: for each expression, the join of its
    /// abstract values in `one` and in `two`. If an expression has no possible value in one case, this case
    /// is infeasible, and the abstract value in the other case is used.
    fn joined(&self, arena: &Arena, one: &Implied, two: &Implied) -> Implied {
        let mut all = Implied::new();
        for &(e, _) in one.iter().chain(two) {
            if all.len() >= MAX_JOINED || all.iter().any(|(other, _)| *other == e) {
                continue;
            }
            let [a, b] =
                [one, two].map(|implied| self.evaluate_under(arena, e, FEW_NODES, implied));
            let domain = match (a.is_empty(), b.is_empty()) {
                (true, _) => b,
                (_, true) => a,
                _ => a.join(&b),
            };
            if !domain.is_empty() && domain != self.current(arena, e) {
                all.push((e, domain));
            }
        }
        all
    }
}

//! What several conditions say together of which one holds: where each of them bounds an expression, it lies between the outermost
//! bounds. `c == ' ' or c == '\t'` says that c is not 0; `k == 0 or text[n + k] == ' '`, that `n + k` is before the end of the text if n is.
use super::assume::{FEW_NODES, Work};
use super::facts::Facts;
use symtool_expr::{Arena, BinOp, Domain, ExprId, Node, UnOp};
use symtool_ir::bits::mask;

/// How many nodes of conditions are looked at.
const MAX_NODES: u32 = 64;

/// How many expressions are followed through alternatives.
const MAX_SAID: usize = 16;

/// Expressions with their values.
type Said = Vec<(ExprId, Domain)>;

impl Facts {
    /// Takes in what follows from a condition whichever of its parts holds.
    pub(super) fn learn_alternatives(&self, arena: &Arena, cond: ExprId, work: &mut Work) {
        let mut fuel = MAX_NODES;
        if let Some(said) = self.said(arena, cond, false, &mut fuel) {
            work.extend(said);
        }
    }

    /// What a condition's truth value says directly; `None` if it cannot have this value.
    fn said(&self, arena: &Arena, cond: ExprId, value: bool, fuel: &mut u32) -> Option<Said> {
        if *fuel == 0 {
            return Some(Said::new());
        }
        *fuel -= 1;
        match arena.node(cond) {
            Node::Const { .. } => (arena.is_true(cond) == value).then(Said::new),
            Node::Un {
                op: UnOp::Not, arg, ..
            } => self.said(arena, arg, !value, fuel),
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } => {
                let one = self.said(arena, lhs, value, fuel);
                let two = self.said(arena, rhs, value, fuel);
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
            } => self.said_by_comparison(arena, (op, lhs, rhs), value),
            _ => Some(Said::new()),
        }
    }

    fn said_by_comparison(
        &self,
        arena: &Arena,
        (op, lhs, rhs): (BinOp, ExprId, ExprId),
        value: bool,
    ) -> Option<Said> {
        let width = arena.width(lhs);
        if width > 64 {
            return Some(Said::new());
        }
        let top = mask(width) as u64;
        let constant = |e: ExprId| arena.as_const(e).map(symtool_ir::Bits::low_u64);
        let (e, range) = match (op, constant(lhs), constant(rhs)) {
            (BinOp::Eq, None, Some(k)) => match (value, k) {
                (true, k) => (lhs, Some((k, k))),
                (false, 0) => (lhs, Some((1, top))),
                (false, k) if k == top => (lhs, Some((0, top - 1))),
                _ => return Some(Said::new()),
            },
            (BinOp::Ult, None, Some(k)) if value => (lhs, k.checked_sub(1).map(|k| (0, k))),
            (BinOp::Ult, None, Some(k)) => (lhs, Some((k, top))),
            (BinOp::Ult, Some(k), None) if value => (rhs, (k < top).then(|| (k + 1, top))),
            (BinOp::Ult, Some(k), None) => (rhs, Some((0, k))),
            _ => return Some(Said::new()),
        };
        let (min, max) = range?;
        let domain = self
            .current(arena, e)
            .meet(&Domain::range(width, min, max), width);
        if domain.is_empty() {
            return None;
        }
        let mut said = vec![(e, domain)];
        said.extend(self.index_of(arena, e, domain));
        Some(said)
    }

    /// What holds where either is said.
    fn joined(&self, arena: &Arena, one: &Said, two: &Said) -> Said {
        let mut all = Said::new();
        for &(e, _) in one.iter().chain(two) {
            if all.len() >= MAX_SAID || all.iter().any(|(other, _)| *other == e) {
                continue;
            }
            let [a, b] = [one, two].map(|said| self.evaluate_under(arena, e, FEW_NODES, said));
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

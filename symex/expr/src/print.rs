//! Readable text of expressions: `(add w32 (sext w32 text[0]) 5)`.
//!
//! A subexpression that is used several times is printed only once, with a name: `#12 = ...`. Constants, input bytes
//! and subexpressions with a text of at most 24 bytes get no name, because their texts are short.
use super::arena::{Arena, ArrayNode};
use super::node::{ArrayId, BinOp, ExprId, Node, UnOp};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use symtool_ir::Bits;

/// A condition `k <= x` or `x <= k` (unsigned), with a constant k and an expression x.
enum Bound {
    Least(Bits, ExprId),
    Most(ExprId, Bits),
}

/// The maximum number of nodes of an expression that is printed. For a larger expression, the number of its
/// nodes is printed instead.
const MAX_NODES: usize = 2000;

impl Arena {
    /// Returns the text of an expression. A subexpression that is used several times and has a text of more than 24
    /// bytes is a separate line `#id = text` before the expression.
    pub fn text(&self, e: ExprId) -> String {
        let order = self.postorder(&[e]);
        if order.len() > MAX_NODES {
            return format!("(an expression of {} nodes)", order.len());
        }
        let mut uses: FxHashMap<ExprId, u32> = FxHashMap::default();
        for &at in &order {
            for child in self.node(at).children() {
                *uses.entry(child).or_insert(0) += 1;
            }
        }
        let mut texts: FxHashMap<ExprId, String> = FxHashMap::default();
        let mut out = String::new();
        for at in order {
            let text = self.text_of_node(at, &texts);
            let leaf = matches!(self.node(at), Node::Const { .. } | Node::Byte { .. });
            if uses.get(&at).copied().unwrap_or(0) > 1 && !leaf && text.len() > 24 {
                let _ = writeln!(out, "{at:?} = {text}");
                texts.insert(at, format!("{at:?}"));
            } else {
                texts.insert(at, text);
            }
        }
        out + &texts[&e]
    }

    fn text_of_node(&self, e: ExprId, texts: &FxHashMap<ExprId, String>) -> String {
        let width = self.width(e);
        match self.node(e) {
            node @ Node::Const { .. } => match node.as_const() {
                Some(value) if width == 1 => {
                    if value.is_true() { "true" } else { "false" }.to_owned()
                }
                Some(value) => value.to_string(),
                None => String::new(),
            },
            Node::Byte { array, index } => format!("{}[{index}]", self.symbol_name(array)),
            Node::Read { array, index } => {
                format!("(read {} {})", self.array_text(array, texts), texts[&index])
            }
            Node::Un {
                op: UnOp::Not, arg, ..
            } => self.negation_text(arg, width, texts),
            Node::Un { op, arg, .. } => format!("({} w{width} {})", op.op().name(), texts[&arg]),
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } if let Some((low, of, high)) = self.range(lhs, rhs) => {
                format!("({low} <= {} <= {high})", texts[&of])
            }
            Node::Bin { op, lhs, rhs } => {
                let name = op.op().map_or("concat", |op| op.name());
                if op.is_compare() || width == 1 {
                    format!("({name} {} {})", texts[&lhs], texts[&rhs])
                } else {
                    format!("({name} w{width} {} {})", texts[&lhs], texts[&rhs])
                }
            }
            Node::Ite { cond, then, other } => {
                format!("(ite {} {} {})", texts[&cond], texts[&then], texts[&other])
            }
            Node::Extract { low, arg, .. } => format!("(extract w{width} {} {low})", texts[&arg]),
            Node::ForAll {
                var,
                max,
                count,
                body,
            } => {
                let (var, count) = (self.symbol_name(var), &texts[&count]);
                format!(
                    "(forall {var} 1..={max} (ule {var} {count}) {})",
                    texts[&body]
                )
            }
        }
    }

    /// If the conjunction of two conditions is equivalent to `low <= x <= high` for an expression x, returns
    /// `low`, x and `high`; otherwise `None`.
    fn range(&self, a: ExprId, b: ExprId) -> Option<(Bits, ExprId, Bits)> {
        match (self.bound(a)?, self.bound(b)?) {
            (Bound::Least(low, x), Bound::Most(y, high))
            | (Bound::Most(y, high), Bound::Least(low, x))
                if x == y =>
            {
                Some((low, x, high))
            }
            _ => None,
        }
    }

    /// Returns the bound if a condition is `x < k`, `k < x` (both unsigned, with a constant k), or the negation
    /// of one of these; otherwise `None`.
    fn bound(&self, e: ExprId) -> Option<Bound> {
        let (less, holds) = match self.node(e) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => (self.node(arg), false),
            node => (node, true),
        };
        let Node::Bin {
            op: BinOp::Ult,
            lhs,
            rhs,
        } = less
        else {
            return None;
        };
        let next = |k: Bits| {
            k.unsigned()
                .checked_add(1)
                .map(|k1| Bits::new(k.width(), k1))
        };
        let previous = |k: Bits| {
            k.unsigned()
                .checked_sub(1)
                .map(|k1| Bits::new(k.width(), k1))
        };
        match (self.as_const(lhs), self.as_const(rhs), holds) {
            (None, Some(k), true) => Some(Bound::Most(lhs, previous(k)?)),
            (None, Some(k), false) => Some(Bound::Least(k, lhs)),
            (Some(k), None, true) => Some(Bound::Least(next(k)?, rhs)),
            (Some(k), None, false) => Some(Bound::Most(rhs, k)),
            _ => None,
        }
    }

    /// Returns the text of the negation of `arg`. The negation of a comparison is printed as a comparison: `not (x <
    /// y)` is printed as `y <= x`.
    fn negation_text(&self, arg: ExprId, width: u32, texts: &FxHashMap<ExprId, String>) -> String {
        match self.node(arg) {
            Node::Bin {
                op: BinOp::Eq,
                lhs,
                rhs,
            } => format!("(ne {} {})", texts[&lhs], texts[&rhs]),
            Node::Bin {
                op: BinOp::Ult,
                lhs,
                rhs,
            } => format!("(ule {} {})", texts[&rhs], texts[&lhs]),
            Node::Bin {
                op: BinOp::Slt,
                lhs,
                rhs,
            } => format!("(sle {} {})", texts[&rhs], texts[&lhs]),
            _ if width == 1 => format!("(not {})", texts[&arg]),
            _ => format!("(not w{width} {})", texts[&arg]),
        }
    }

    fn array_text(&self, mut array: ArrayId, texts: &FxHashMap<ExprId, String>) -> String {
        let mut stores = Vec::new();
        loop {
            match self.array(array) {
                &ArrayNode::Store { base, index, value } => {
                    stores.push(format!(" ({} {})", texts[&index], texts[&value]));
                    array = base;
                }
                ArrayNode::Cells(cells) => {
                    let shown: Vec<&str> =
                        cells.iter().take(8).map(|c| texts[c].as_str()).collect();
                    let more = if cells.len() > 8 {
                        format!(" … {} cells", cells.len())
                    } else {
                        String::new()
                    };
                    stores.reverse();
                    return format!("[{}{more}]{}", shown.join(" "), stores.concat());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_print_as_ranges() {
        let mut arena = Arena::new();
        let input = arena.symbol("k", 1);
        let k = arena.byte(input, 0);
        let (low, high) = (arena.int(8, 47), arena.int(8, 57));
        let (above, below) = (arena.ule(low, k), arena.ule(k, high));
        let both = arena.and(above, below);
        assert_eq!(arena.text(both), "(47 <= k[0] <= 57)");
        assert_eq!(arena.text(above), "(ule 47 k[0])");
    }
}

//! Cached attributes of nodes: the width, the support (the inputs on which the expression can depend), and whether
//! the expression contains floats, array reads, quantifiers or free bound variables.
use super::Arena;
use crate::node::{BinOp, ExprId, Node};
use crate::support::{SupportId, Symbol};

/// The cached attributes of a node. The struct is small, because there may be tens of millions of nodes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Meta {
    pub(crate) width: u8,
    /// Whether the node is a constant, or a tree of `ite`s in which all leaves are constants.
    pub(crate) const_leaves: bool,
    /// The constructs that occur in the expression.
    pub(super) holds: Holds,
    pub(crate) support: SupportId,
}

/// A set of constructs that occur in an expression: float operators, array reads, quantifiers, and bound variables
/// outside of their quantifiers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Holds(u8);

impl Holds {
    pub(super) const NOTHING: Holds = Holds(0);
    /// The expression contains a float operator.
    pub(super) const FLOAT: Holds = Holds(1);
    /// The expression contains an array read.
    pub(super) const READ: Holds = Holds(2);
    /// The expression contains a quantifier.
    pub(super) const QUANTIFIER: Holds = Holds(4);
    /// The expression contains a bound variable outside of its quantifier.
    pub(super) const BOUND: Holds = Holds(8);

    pub(super) fn has(self, what: Holds) -> bool {
        self.0 & what.0 != 0
    }

    pub(super) fn and(self, other: Holds) -> Holds {
        Holds(self.0 | other.0)
    }

    pub(super) fn without(self, other: Holds) -> Holds {
        Holds(self.0 & !other.0)
    }
}

impl Arena {
    /// Computes the attributes of a new node.
    pub(super) fn meta_of(&mut self, node: &Node) -> Meta {
        let of = |e: ExprId| self.meta[e.index()];
        match *node {
            Node::Const { width, .. } => Meta {
                width,
                const_leaves: true,
                holds: Holds::NOTHING,
                support: SupportId::EMPTY,
            },
            Node::Byte { array, index } => {
                let symbol = self.symbol_of(array, index);
                let support = self.supports.intern(&[symbol]);
                let bound = self.is_bound_variable(array);
                Meta {
                    width: 8,
                    const_leaves: false,
                    holds: if bound { Holds::BOUND } else { Holds::NOTHING },
                    support,
                }
            }
            Node::Read { array, index } => {
                let (a, i) = (self.array_meta[array.index()].clone(), of(index));
                let support = self.union(a.support, i.support);
                Meta {
                    width: 8,
                    const_leaves: false,
                    holds: a.holds.and(i.holds).and(Holds::READ),
                    support,
                }
            }
            Node::Un { op, width, arg } => {
                let a = of(arg);
                Meta {
                    width,
                    const_leaves: false,
                    holds: a.holds.and(float_if(op.is_float())),
                    support: a.support,
                }
            }
            Node::Extract { width, arg, .. } => Meta {
                width,
                const_leaves: false,
                ..of(arg)
            },
            Node::Bin { op, lhs, rhs } => {
                let (a, b) = (of(lhs), of(rhs));
                let support = self.union(a.support, b.support);
                Meta {
                    width: bin_width(op, a.width, b.width),
                    const_leaves: false,
                    holds: a.holds.and(b.holds).and(float_if(op.is_float())),
                    support,
                }
            }
            Node::Ite { cond, then, other } => {
                let (c, t, o) = (of(cond), of(then), of(other));
                let support = self.union(t.support, o.support);
                let support = self.union(c.support, support);
                Meta {
                    width: t.width,
                    const_leaves: t.const_leaves && o.const_leaves,
                    holds: c.holds.and(t.holds).and(o.holds),
                    support,
                }
            }
            Node::ForAll {
                var, count, body, ..
            } => {
                let (c, b) = (of(count), of(body));
                let free = self.supports.get(b.support).iter().copied();
                let free: Vec<Symbol> = free
                    .filter(|&symbol| self.symbol_place(symbol).0 != var)
                    .collect();
                let free = self.supports.intern(&free);
                Meta {
                    width: 1,
                    const_leaves: false,
                    // Array reads in the body of a quantifier are not recorded, so read elimination does not transform
                    // the body. Read elimination requires that a condition has one truth value for each input. But the
                    // body of a quantifier has a separate truth value for each value of the bound variable.
                    holds: c
                        .holds
                        .and(b.holds)
                        .without(Holds::READ)
                        .without(Holds::BOUND)
                        .and(Holds::QUANTIFIER),
                    support: self.union(c.support, free),
                }
            }
        }
    }

    pub(super) fn union(&mut self, a: SupportId, b: SupportId) -> SupportId {
        let inputs = &self.inputs;
        self.supports.union(a, b, |symbol| {
            let after = inputs.partition_point(|input| input.first <= symbol);
            inputs[after - 1].first
        })
    }
}

fn float_if(float: bool) -> Holds {
    if float { Holds::FLOAT } else { Holds::NOTHING }
}

fn bin_width(op: BinOp, a: u8, b: u8) -> u8 {
    match op {
        BinOp::Concat => a + b,
        BinOp::Eq | BinOp::Ult | BinOp::Slt | BinOp::FEq | BinOp::FLt | BinOp::FLe => 1,
        BinOp::Add
        | BinOp::Sub
        | BinOp::Mul
        | BinOp::UDiv
        | BinOp::SDiv
        | BinOp::URem
        | BinOp::SRem
        | BinOp::And
        | BinOp::Or
        | BinOp::Xor
        | BinOp::Shl
        | BinOp::LShr
        | BinOp::AShr
        | BinOp::FAdd
        | BinOp::FSub
        | BinOp::FMul
        | BinOp::FDiv => a,
    }
}

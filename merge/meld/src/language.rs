//! The language of the e-graph (a compact set of equal terms): the operators and atoms of its terms. An e-node is a
//! [`Head`] over up to three e-classes (sets of equal terms). A head is an operator with its widths, or an atom: a leaf
//! or a constant.
use crate::term::{Head, TermId};
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use smallvec::SmallVec;
use symtool_ir::{Bits, Op, Type, eval};

/// An e-node: an operator or atom, and the e-classes of its operands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The operator or atom.
    pub head: Head,
    /// The e-classes of the operands.
    pub args: SmallVec<[Id; 3]>,
}

impl Node {
    /// Returns an e-node with the given operator or atom and operands.
    pub fn new(head: Head, args: &[Id]) -> Node {
        Node {
            head,
            args: SmallVec::from_slice(args),
        }
    }

    /// Returns the e-classes of the operands if the operator is `op`.
    pub fn as_op(&self, op: Op) -> Option<&[Id]> {
        (self.head.op() == Some(op)).then_some(&self.args[..])
    }
}

impl Language for Node {
    type Discriminant = Head;

    fn discriminant(&self) -> Head {
        self.head
    }

    fn matches(&self, other: &Node) -> bool {
        self.head == other.head && self.args.len() == other.args.len()
    }

    fn children(&self) -> &[Id] {
        &self.args
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.args
    }
}

/// Returns the type of the values that an e-node computes.
pub fn type_of(node: &Node) -> Type {
    node.head.ty()
}

/// The facts that the e-class analysis knows about one e-class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The constant that the class equals, if one is known.
    pub constant: Option<Bits>,
    /// The terms of the two sides that are in this class, ascending. The code that is emitted for the class gets the
    /// source locations of these terms.
    pub origins: Vec<TermId>,
}

/// The e-class analysis, which propagates constants and records the class of the branch condition.
#[derive(Clone, Debug, Default)]
pub struct Meld {
    /// The class of the branch condition; `None` until the condition is added to the e-graph.
    pub cond: Option<Id>,
}

/// An e-graph of one diamond (the two sides of a branch, as terms).
pub type Graph = EGraph<Node, Meld>;

impl Analysis<Node> for Meld {
    type Data = Facts;

    fn make(graph: &mut Graph, node: &Node, _id: Id) -> Facts {
        let constant = match node.head {
            Head::Const(_, bits) => Some(bits),
            Head::Leaf(..) | Head::Call { .. } => None,
            Head::Op { op, to, .. } => {
                let args: Option<SmallVec<[Bits; 3]>> =
                    node.args.iter().map(|&a| graph[a].data.constant).collect();
                args.map(|bits| eval(op, to.bits(), &bits))
            }
        };
        Facts {
            constant,
            origins: Vec::new(),
        }
    }

    fn merge(&mut self, a: &mut Facts, b: Facts) -> DidMerge {
        let before = a.clone();
        debug_assert!(
            a.constant.is_none() || b.constant.is_none() || a.constant == b.constant,
            "two constants in one class: a rule is unsound"
        );
        a.constant = a.constant.or(b.constant);
        a.origins.extend(&b.origins);
        a.origins.sort_unstable();
        a.origins.dedup();
        DidMerge(*a != before, *a != b)
    }

    fn modify(graph: &mut Graph, id: Id) {
        if let Some(bits) = graph[id].data.constant {
            let ty = type_of(&graph[id].nodes[0]);
            let constant = graph.add(Node::new(Head::Const(ty, bits), &[]));
            graph.union(id, constant);
        }
    }
}

//! Learned clauses over the facts of a path: conflict clauses, and implications of φ values.
use crate::graph::{EdgeId, PhiId};
use std::hash::{Hash, Hasher};
use symtool_expr::ExprId;

/// A fact about a path, represented by a variable in the fCFG.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// The path takes this edge.
    Edge(EdgeId),
    /// The path enters the join of a φ, and the φ has this value there.
    Value(PhiValue),
}

/// A formula that a path must satisfy, and the fact of the path that requires it.
pub type Constraint = (ExprId, Fact);

/// An equation between a φ and its value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhiValue {
    /// The φ.
    pub phi: PhiId,
    /// The value of the φ: a constant, the expression assigned to it, or the expression assigned to the φ
    /// that it copies.
    pub value: ExprId,
}

/// A clause that holds for all paths and inputs. Two clauses with the same facts are equal, even if their
/// cores differ.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The facts that imply the head, in ascending order.
    pub body: Vec<Fact>,
    /// The implied fact; `None` if the facts of the body contradict each other.
    pub head: Option<PhiValue>,
    /// The contradicting constraints that the body imposes; empty if constant propagation proves the clause.
    pub core: Vec<ExprId>,
}

impl PartialEq for Clause {
    fn eq(&self, other: &Clause) -> bool {
        self.body == other.body && self.head == other.head
    }
}

impl Eq for Clause {}

impl Hash for Clause {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.body.hash(state);
        self.head.hash(state);
    }
}

impl Clause {
    /// Returns the clause that some facts contradict each other, which constant propagation proves.
    pub fn conflict(body: Vec<Fact>) -> Clause {
        Clause::of(body, None)
    }

    /// Returns the clause that some facts imply the value of a φ.
    pub fn implication(body: Vec<Fact>, head: PhiValue) -> Clause {
        Clause::of(body, Some(head))
    }

    fn of(mut body: Vec<Fact>, head: Option<PhiValue>) -> Clause {
        body.sort_unstable();
        body.dedup();
        let core = Vec::new();
        Clause { body, head, core }
    }

    /// Returns the edges among the facts of the body.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> {
        self.body.iter().filter_map(|fact| match fact {
            Fact::Edge(edge) => Some(*edge),
            Fact::Value(_) => None,
        })
    }

    /// Returns the φ values among the facts of the body.
    pub fn values(&self) -> impl Iterator<Item = PhiValue> {
        self.body.iter().filter_map(|fact| match fact {
            Fact::Value(equal) => Some(*equal),
            Fact::Edge(_) => None,
        })
    }
}

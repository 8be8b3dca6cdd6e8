//! Learned clauses over the facts of a path: conflict clauses, and implications of φ values. A φ is a symbol for a
//! value at a join; the value depends on the incoming edge.
use crate::graph::{EdgeId, PhiId};
use std::hash::{Hash, Hasher};
use symtool_expr::ExprId;

/// A fact about a path. The fCFG (the formula whose models are the paths) has a variable for each fact.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// The path takes this edge.
    Edge(EdgeId),
    /// The path enters the join of a φ, and the φ has this value on the path.
    Value(PhiValue),
}

/// A formula over inputs and φs that a path must satisfy, and the fact of the path that requires it.
pub type Constraint = (ExprId, Fact);

/// An equation between a φ and its value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhiValue {
    /// The φ.
    pub phi: PhiId,
    /// The value of the φ: a constant, or the expression that an edge assigns to the φ. If the edge assigns
    /// another φ (a copy), the value may be the expression that is assigned to the other φ.
    pub value: ExprId,
}

/// A clause that holds for all paths and inputs. Equality compares the facts of two clauses and ignores their
/// cores.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The facts that imply the head, or that contradict each other if there is no head; in ascending order.
    pub body: Vec<Fact>,
    /// The implied fact; `None` if the facts of the body contradict each other.
    pub head: Option<PhiValue>,
    /// The contradicting formulas that the facts of the body require. Empty if constant propagation proves the
    /// clause.
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
    /// Returns the conflict clause of the facts `body`: no path has all of them. The core of the clause is
    /// empty, because constant propagation proves the clause.
    pub fn conflict(body: Vec<Fact>) -> Clause {
        Clause::of(body, None)
    }

    /// Returns the clause `body` → `head`: a path with all facts of `body` has the φ value `head`. The core of
    /// the clause is empty, because constant propagation proves the clause.
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

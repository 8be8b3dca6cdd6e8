//! Learned clauses. A *φ* is a symbol for a value at a join; the value depends on the incoming edge. A *fact* of a path
//! is an edge that the path takes, or the value of a φ on the path. A conflict clause lists facts that no path has
//! together. An implication states that some facts determine the value of a φ. Example: if edge 7 is taken, φ 3 is 0.
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

/// A pair of a formula and a fact: a path with this fact must satisfy the formula. The formula contains inputs and
/// φs. Example: `(x < 5, Edge(7))` if edge 7 has the condition `x < 5`.
pub type Constraint = (ExprId, Fact);

/// An equation between a φ and its value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhiValue {
    /// The φ of the equation.
    pub phi: PhiId,
    /// The value of the φ: a constant, or an expression that is equal to the φ. One φ may have several equal values
    /// on a path. For example, an edge assigns the φ `q` to the φ `p`, and `q` has the value `x + 1`. Then `p = q`
    /// and `p = x + 1` hold.
    pub value: ExprId,
}

/// A clause that holds for all paths and inputs. Two clauses count as equal if they have the same facts (`body` and
/// `head`), even if their cores differ.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The facts that imply the head, in ascending order. If there is no head, these facts contradict each other.
    pub body: Vec<Fact>,
    /// The implied fact; `None` if the facts of the body contradict each other.
    pub head: Option<PhiValue>,
    /// Formulas that the facts of the body require and that contradict each other, as found by a solver. Empty if
    /// constant propagation proves the clause.
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

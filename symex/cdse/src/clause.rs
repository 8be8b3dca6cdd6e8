//! What is learned: facts of a path that exclude each other, or from which another follows.
use crate::graph::{EdgeId, PhiId};
use std::hash::{Hash, Hasher};
use symtool_expr::ExprId;

/// What a path can have.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// This edge.
    Edge(EdgeId),
    /// This phi's join, where it is this.
    Value(PhiValue),
}

/// A formula that a path has to satisfy, and the fact of the path that requires it.
pub type Constraint = (ExprId, Fact);

/// What a phi is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhiValue {
    /// The phi.
    pub phi: PhiId,
    /// A constant, or what was bound to it or to the phi that it was taken from.
    pub value: ExprId,
}

/// Something that holds for all paths and inputs. Two that say the same are equal, whatever the reasons.
#[derive(Clone, Debug)]
pub struct Clause {
    /// If a path has all of these, ascending, …
    pub body: Vec<Fact>,
    /// … it has this, too; or there is no such path.
    pub head: Option<PhiValue>,
    /// Formulas that the body constraints and that contradict each other; none if constants decide.
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
    /// Facts that exclude each other because of constants.
    pub fn conflict(body: Vec<Fact>) -> Clause {
        Clause::of(body, None)
    }

    /// Facts from which another follows by what values are.
    pub fn implication(body: Vec<Fact>, head: PhiValue) -> Clause {
        Clause::of(body, Some(head))
    }

    fn of(mut body: Vec<Fact>, head: Option<PhiValue>) -> Clause {
        body.sort_unstable();
        body.dedup();
        let core = Vec::new();
        Clause { body, head, core }
    }

    /// The edges of the body.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> {
        self.body.iter().filter_map(|fact| match fact {
            Fact::Edge(edge) => Some(*edge),
            Fact::Value(_) => None,
        })
    }

    /// What the body says of phis.
    pub fn values(&self) -> impl Iterator<Item = PhiValue> {
        self.body.iter().filter_map(|fact| match fact {
            Fact::Value(equal) => Some(*equal),
            Fact::Edge(_) => None,
        })
    }
}

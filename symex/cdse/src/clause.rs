//! What is learned: facts of a path that exclude each other, or from which another follows.
use crate::graph::{ChoiceId, EdgeId};
use std::hash::{Hash, Hasher};
use symtool_expr::ExprId;

/// What a path can have.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// This edge.
    Edge(EdgeId),
    /// This choice's join, where it is this.
    Is(Equal),
}

/// What a choice is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Equal {
    /// The choice.
    pub choice: ChoiceId,
    /// A constant, or what was bound to it or to the choice that it was taken from.
    pub value: ExprId,
}

/// Something that holds for all paths and inputs. Two that say the same are equal, whatever the reasons.
#[derive(Clone, Debug)]
pub struct Known {
    /// If a path has all of these, ascending, …
    pub body: Vec<Fact>,
    /// … it has this, too; or there is no such path.
    pub head: Option<Equal>,
    /// Formulas that the body demands and that contradict each other; none if constants decide.
    pub core: Vec<ExprId>,
}

impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        self.body == other.body && self.head == other.head
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.body.hash(state);
        self.head.hash(state);
    }
}

impl Known {
    /// Facts that exclude each other because of constants.
    pub fn by_constants(body: Vec<Fact>) -> Known {
        Known::of(body, None)
    }

    /// Facts from which another follows by what values are.
    pub fn making(body: Vec<Fact>, head: Equal) -> Known {
        Known::of(body, Some(head))
    }

    fn of(mut body: Vec<Fact>, head: Option<Equal>) -> Known {
        body.sort_unstable();
        body.dedup();
        let core = Vec::new();
        Known { body, head, core }
    }

    /// The edges of the body.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> {
        self.body.iter().filter_map(|fact| match fact {
            Fact::Edge(edge) => Some(*edge),
            Fact::Is(_) => None,
        })
    }

    /// What the body says of choices.
    pub fn values(&self) -> impl Iterator<Item = Equal> {
        self.body.iter().filter_map(|fact| match fact {
            Fact::Is(equal) => Some(*equal),
            Fact::Edge(_) => None,
        })
    }
}

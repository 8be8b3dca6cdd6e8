//! Answers to queries: satisfiable with a model, unsatisfiable with a core, or unknown with a reason. A *link*
//! is one solving technique of the solver chain.
use crate::model::Model;
use std::fmt;
use symtool_expr::ExprId;

/// The reason why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The time limit of the query was reached.
    Timeout,
    /// The solver reached the maximum number of steps for one query.
    Steps,
    /// The memory limit of the solver was reached.
    Memory,
    /// The run was stopped: by the user, at its deadline, or by another part of this program.
    Interrupted,
    /// The solver gave up, or returned a model that does not satisfy the constraints.
    GaveUp(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Timeout => write!(f, "the solver reached its time limit"),
            Unknown::Steps => write!(f, "the solver reached its step limit"),
            Unknown::Memory => write!(f, "the solver reached its memory limit"),
            Unknown::Interrupted => write!(f, "interrupted"),
            Unknown::GaveUp(why) => write!(f, "the solver gave up: {why}"),
        }
    }
}

/// The answer to a query: whether some inputs satisfy all its constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable: the inputs in the model satisfy the constraints. Bytes that are absent from the model are
    /// 0.
    Sat(Model),
    /// Unsatisfiable: no input satisfies all constraints.
    Unsat,
    /// The query was not decided, for the given reason.
    Unknown(Unknown),
}

/// Whether a condition is feasible on a path: whether some input that satisfies the path condition also satisfies the
/// condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tri {
    /// Some input satisfies the condition.
    Yes,
    /// No input satisfies the condition.
    No,
    /// The solver chain did not decide whether some input satisfies the condition.
    Unknown,
}

impl Tri {
    /// Returns whether some input may satisfy the condition: the answer is yes or unknown. Exploration uses this
    /// method, because it must not drop a path whose feasibility is unknown.
    pub fn possible(self) -> bool {
        self != Tri::No
    }
}

/// Feasibility of both sides of a branch on a path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Feasibility of the side where the condition holds.
    pub when_true: Tri,
    /// Feasibility of the side where the condition does not hold.
    pub when_false: Tri,
}

/// An unsat core: constraints of a query that no input satisfies together, in ascending order.
///
/// Every link returns its core in this form, and the counterexample cache stores cores in this form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Core(Box<[ExprId]>);

impl Core {
    /// Returns the core that consists of `constraints`, which may be in any order and may contain duplicates.
    pub fn new(mut constraints: Vec<ExprId>) -> Core {
        constraints.sort_unstable();
        constraints.dedup();
        Core(constraints.into())
    }

    /// Returns the constraints of the core, in ascending order.
    pub fn constraints(&self) -> &[ExprId] {
        &self.0
    }

    /// Returns whether all constraints of the core are in `set`, which must be in ascending order.
    pub fn is_subset(&self, set: &[ExprId]) -> bool {
        let mut rest = set.iter();
        self.0.iter().all(|s| rest.by_ref().any(|l| l == s))
    }
}

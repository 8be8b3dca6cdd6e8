//! Answers questions about path conditions.
//!
//! [`Chain`] is what exploration talks to. It puts cheap techniques in front of an SMT solver, one a file;
//! each counts what it was asked and what it answered:
//!
//! | link | answers |
//! | --- | --- |
//! | `quick` | what constants, syntax and abstract values under the facts of the path decide |
//! | `independent` | nothing itself: keeps only the constraints that share symbols with the question |
//! | `quantified` | conditions with bounded quantifiers, by questions without them |
//! | `cache` | what was asked before, as a set of expressions |
//! | `counterexample` | what a recent model satisfies or a known unsatisfiable subset refutes |
//! | `backend` | nothing itself: checks models, logs queries, hands on to those that follow |
//! | `guess` | float queries that some values satisfy, by trial |
//! | `touch up`, `repair` | by changing inputs of earlier queries until they fit: a few of them, many where there are choices or products |
//! | `one byte` | what depends on one byte of input only, by trying all its values |
//! | `bits` | small queries, by a SAT solver in place of Z3 |
//! | `ranks` | nothing itself: lets a solver answer with few bits what depends on the order of inputs only |
//! | `incremental` | one long-lived Z3 solver with an assumption literal per constraint |
//! | `oneshot` | a fresh Z3 solver for what the incremental one does not answer in its slice |
//! | `process` | a program that speaks SMT-LIB 2, instead of Z3 or after it |
//!
//! Several solvers (`engine` is their trait, `choice` their names) are a portfolio: each gets a share of what is left of a
//! query's time, in the order given, and the first that answers counts. They take turns and do not race. In a race the
//! answers would be the same, but not the models, which name the addresses, sizes and inputs that a run goes on with: it
//! would not repeat. And to take the model of the first in the order, whoever wins, is to wait for it, which is taking turns.
//!
//! Every query has a time limit. *Unknown* is an answer, never "infeasible". A model is evaluated against all constraints
//! before it is believed, so a solver that says *sat* wrongly costs the query. One that says *unsat* wrongly is not found
//! out: nothing is at hand that could be evaluated, and the path is lost. Whom one does not trust one compares
//! (`--dump-queries`, then `symtool solve` with several solvers).
#![forbid(unsafe_code)]

mod alternatives;
mod assume;
mod backend;
mod bits;
mod cache;
mod chain;
mod choice;
mod counterexample;
mod differences;
mod engine;
mod facts;
mod guess;
mod incremental;
mod independent;
mod interrupt;
mod limits;
mod log;
mod model;
mod nice;
mod oneshot;
mod patience;
mod portfolio;
mod probe;
mod process;
mod quantified;
mod quick;
mod ranks;
mod repair;
mod stats;
pub mod study;
mod talk;
mod translate;
mod words;
mod z3;

pub use backend::Backend;
pub use bits::{Size, SmallQueries};
pub use cache::QueryCache;
pub use chain::Chain;
pub use choice::{ChoiceError, SolverChoice, SolverCommand};
pub use counterexample::Counterexamples;
pub use engine::Engine;
pub use facts::Facts;
pub use guess::Guess;
pub use incremental::Incremental;
pub use independent::Independence;
pub use interrupt::InterruptHandle;
pub use log::{Place, QueryLog};
pub use model::Model;
pub use oneshot::OneShot;
pub use probe::Query;
pub use process::Process;
pub use quantified::Quantified;
pub use repair::Repair;
pub use stats::{LinkStats, SolverStats};
pub use symtool_expr::arrays::Reads;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use symtool_expr::{Arena, ExprId};

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The time limit of the query.
    Timeout,
    /// The memory limit of the solver.
    Memory,
    /// The user stopped the run.
    Interrupted,
    /// The solver gave up, or its model did not satisfy the constraints.
    GaveUp(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Timeout => write!(f, "the solver reached its time limit"),
            Unknown::Memory => write!(f, "the solver reached its memory limit"),
            Unknown::Interrupted => write!(f, "interrupted"),
            Unknown::GaveUp(why) => write!(f, "the solver gave up: {why}"),
        }
    }
}

/// The answer to "can all these constraints hold at once?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes, for instance with these inputs. Bytes that the model does not mention may have any value; read
    /// them as 0.
    Sat(Model),
    /// No.
    Unsat,
    /// Not known.
    Unknown(Unknown),
}

/// Feasibility.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tri {
    /// Some input does it.
    Yes,
    /// No input does it.
    No,
    /// Not known.
    Unknown,
}

impl Tri {
    /// May it be (yes or unknown)?
    pub fn possible(self) -> bool {
        self != Tri::No
    }
}

/// Which sides of a branch are feasible.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Is there an input of this path for which the condition holds?
    pub when_true: Tri,
    /// Is there one for which it does not?
    pub when_false: Tri,
}

/// Brings a set into the form that solvers expect: sorted, nothing twice, nothing that always holds. The answer, if that is
/// all there is to it.
fn settled(arena: &Arena, set: &mut Vec<ExprId>) -> Option<Answer> {
    set.sort_unstable();
    set.dedup();
    set.retain(|&c| !arena.is_true(c));
    if set.first().is_some_and(|&c| arena.is_false(c)) {
        return Some(Answer::Unsat);
    }
    set.is_empty().then(|| Answer::Sat(Model::new()))
}

/// Something that decides a set of constraints.
pub trait Solver {
    /// Can all `constraints` (of width 1) hold at once? The order does not matter; a set without constants
    /// and repetitions is expected for speed, not for correctness.
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer;

    /// After an [`Answer::Unsat`]: constraints of that query that cannot hold together, if known.
    fn core(&self) -> Option<Vec<ExprId>> {
        None
    }

    /// Adds what this solver and those behind it counted.
    fn collect(&self, stats: &mut SolverStats);
}

/// How to solve. All techniques are on by default.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Who answers, in this order; empty: Z3.
    pub solvers: Vec<SolverChoice>,
    /// Where queries are logged that reach a solver.
    pub log: Option<Arc<QueryLog>>,
    /// Limit of one query.
    pub timeout: Duration,
    /// Limit of the incremental solver's attempt, in Z3's resource units (some microseconds each), after
    /// which a fresh solver tries. Unlike a time slice it makes the same cut on every machine, so that the
    /// same models are found.
    pub effort: u32,
    /// Limit in time of the incremental solver's attempt, in case the resource units do not tell.
    pub slice: Duration,
    /// Bytes that Z3 may take for a query (and keep for later ones); one that needs more is not answered.
    pub memory: Option<u64>,
    /// Use abstract values under the facts of the path.
    pub facts: bool,
    /// Use constraint independence.
    pub independence: bool,
    /// Use the query cache.
    pub cache: bool,
    /// Use the counterexample cache.
    pub counterexamples: bool,
    /// Answer small queries by a SAT solver.
    pub bits: bool,
    /// Replace inputs of which only the order counts by their ranks.
    pub ranks: bool,
    /// Answer conditions with quantifiers by questions without them first (else Z3's engine for them is asked at once).
    pub quantified: bool,
    /// Look for models by changing earlier ones, before a solver does.
    pub repair: bool,
    /// What Z3 gets for reads of arrays.
    pub reads: Reads,
    /// Use the long-lived solver (else every query gets a fresh one).
    pub incremental: bool,
    /// Queries that making one model readable may cost.
    pub nice_budget: u32,
    /// Stops running and future queries from another thread.
    pub interrupt: InterruptHandle,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            solvers: Vec::new(),
            log: None,
            timeout: Duration::from_secs(30),
            effort: 1_000_000,
            slice: Duration::from_secs(3),
            memory: None,
            facts: true,
            independence: true,
            cache: true,
            counterexamples: true,
            bits: true,
            ranks: true,
            quantified: true,
            repair: true,
            reads: Reads::default(),
            incremental: true,
            nice_budget: 200,
            interrupt: InterruptHandle::default(),
        }
    }
}

//! Source files with the costs of their lines, and expensive queries.
use super::Place;
use serde::{Deserialize, Serialize};

/// A source file.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct SourceFile {
    /// The name of the file.
    pub name: String,
    /// The text of the file. Bytes that are not UTF-8 are replaced. Empty if the texts of all files would be too long.
    pub text: String,
    /// The numbers of the lines that the preprocessor leaves out of the program, counted from 1, in ascending order.
    pub left_out: Vec<u32>,
    /// The lines with code, in ascending order.
    pub lines: Vec<LineCosts>,
}

/// The costs of a source line. The unit of work is one instruction of the symbolic interpreter; the work of a query is
/// estimated in this unit.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct LineCosts {
    /// The line, counted from 1.
    pub line: u32,
    /// Whether an explored input reaches the line; absent if the line has no code of its own.
    pub reached: Option<bool>,
    /// The branches in the code of the line.
    pub branches: Vec<Branch>,
    /// The number of times that control reached the line, over all states.
    pub executions: u64,
    /// The number of instructions of the line that were executed, over all states.
    pub instructions: u64,
    /// The number of forks at the line.
    pub forks: u64,
    /// The number of merges of a state into another one for which the latest fork or merge of the first state was at
    /// the line. These merges may have taken place at other lines; [`LineCosts::joins`] counts the merges at this line.
    pub merges: u64,
    /// The number of merges that took place at the line.
    pub joins: u64,
    /// The number of branches on the line that melding removed.
    pub melds: u64,
    /// The number of queries that the line issued, including those that a cache answered.
    pub queries: u64,
    /// The number of solver queries that were necessary to answer the queries of the line. One query can need several
    /// solver queries, one for each of its independent parts.
    pub solver_queries: u64,
    /// The time, in microseconds, of the solver queries that [`LineCosts::solver_queries`] counts.
    pub solver_us: u64,
    /// The work of all queries that the line issued, in instructions of the symbolic interpreter.
    pub query_work: u64,
    /// The number of expression nodes that the line built.
    pub nodes: u64,
    /// The number of conflict clauses with a fact about the line. A conflict clause is a set of facts that no feasible
    /// path satisfies together; a fact is an edge of the path, or a value at a join of the control flow.
    pub clauses: u64,
    /// The work of queries that is due to the size of expressions that the line built, even if other lines issued these
    /// queries. In conflict-driven exploration: the work of checking the paths from which conflict clauses with this
    /// line were learned.
    pub expression_guilt: u64,
    /// The work of the states that a fork at the line created, without the work that `expression_guilt` counts. In
    /// conflict-driven exploration: the work that led to an unrolling at the line.
    pub fork_guilt: u64,
    /// The work of executing the line in the initial state: the state with which the exploration begins, and which
    /// continues with one side at each fork. No fork created this state, so its work is charged to the lines that it
    /// executes.
    pub run_guilt: u64,
}

impl LineCosts {
    /// Returns the work that is charged to the line: the sum of `expression_guilt`, `fork_guilt` and `run_guilt`.
    pub fn guilt(&self) -> u64 {
        self.expression_guilt
            .saturating_add(self.fork_guilt)
            .saturating_add(self.run_guilt)
    }
}

/// A branch on a source line.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The column, counted from 1.
    pub column: u32,
    /// For each side of the branch, whether an input took it. The sides are `then` and `else`, or the cases of a
    /// switch and its default.
    pub sides: Vec<bool>,
    /// Whether melding removed the branch, so that both sides are executed together, without a fork.
    #[serde(default)]
    pub melded: bool,
}

/// An expensive solver query.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Query {
    /// The line that issued the query.
    pub place: Option<Place>,
    /// The number of the node of the execution tree in which the query was issued.
    pub node: Option<u32>,
    /// The purpose of the query.
    pub about: String,
    /// The time of the query in microseconds.
    pub time_us: u64,
    /// The work of the query, in instructions of the symbolic interpreter.
    pub work: u64,
    /// The name of the link (solving technique) of the solver chain that answered the query.
    pub by: String,
    /// The answer to the query: `sat`, `unsat` or `unknown`.
    pub answer: String,
    /// The number of constraints in the query.
    pub constraints: u64,
    /// The number of distinct expression nodes in the query.
    pub nodes: u64,
    /// The last constraints of the query, in the syntax of C. The last of them is the queried condition; the others
    /// come from the path condition.
    pub terms: Vec<String>,
    /// The source lines that built the expressions of the query, each with its percentage.
    pub built_by: Vec<Share>,
    /// The SMT-LIB file of the query, if queries were logged.
    pub file: Option<String>,
}

/// A source line, with the percentage of a query's expressions that it built.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The line.
    pub place: Place,
    /// The percentage of the query's expressions that the line built. Expressions are weighed by their estimated number
    /// of gates (logical connectives after bit-blasting).
    pub percent: u32,
}

/// A phase of a run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Phase {
    /// The name of the phase.
    pub label: String,
    /// An explanation of the phase.
    pub help: String,
    /// The wall-clock time of the phase in microseconds.
    pub us: u64,
}

/// The counters of an exploration after a certain amount of work. Samples are taken at equal intervals of work.
#[derive(Serialize, Deserialize, Copy, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct GrowthSample {
    /// The work done before the sample, in instructions of the symbolic interpreter.
    pub work: u64,
    /// The number of live states.
    pub live: u64,
    /// The number of merges before the sample.
    pub merges: u64,
    /// The number of expression nodes built before the sample.
    pub nodes: u64,
    /// The number of expression nodes that merges built before the sample.
    pub merge_nodes: u64,
}

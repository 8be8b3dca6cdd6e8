//! Source files with the costs of their lines, and expensive queries.
use super::Place;
use serde::{Deserialize, Serialize};

/// A source file.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct SourceFile {
    /// The name of the file.
    pub name: String,
    /// The text. Bytes that are not UTF-8 are replaced.
    pub text: String,
    /// The lines that the preprocessor leaves out of the program, in ascending order.
    pub left_out: Vec<u32>,
    /// The lines with code, in ascending order.
    pub lines: Vec<LineCosts>,
}

/// The costs of a source line. Work is counted in instructions of the symbolic interpreter.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct LineCosts {
    /// The line, counted from 1.
    pub line: u32,
    /// Whether some input reaches the line; absent if the line has no code of its own.
    pub reached: Option<bool>,
    /// The branches on the line.
    pub branches: Vec<Branch>,
    /// The number of times that control reached the line, over all states.
    pub executions: u64,
    /// The number of executed instructions.
    pub instructions: u64,
    /// The number of forks.
    pub forks: u64,
    /// The number of merges of states that were forked here.
    pub merges: u64,
    /// The number of merges that took place here.
    pub joins: u64,
    /// The number of branches that melding removed.
    pub melds: u64,
    /// The number of queries.
    pub queries: u64,
    /// The number of queries that a solver had to answer.
    pub solver_queries: u64,
    /// The time of the solver queries in microseconds.
    pub solver_us: u64,
    /// The work of the queries.
    pub query_work: u64,
    /// The number of expression nodes that the line built.
    pub nodes: u64,
    /// The number of conflict clauses with a fact about the line.
    pub clauses: u64,
    /// The work of queries that is due to expressions that the line built.
    pub expression_guilt: u64,
    /// The work of states that exist because of a fork at the line.
    pub fork_guilt: u64,
    /// The work of executing the line in the first state, which no fork created.
    pub run_guilt: u64,
}

impl LineCosts {
    /// Returns the work that is due to the line.
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
    /// Whether each side was taken: `then` and `else`, or the cases of a switch and its default.
    pub sides: Vec<bool>,
    /// Whether melding removed the branch, so that the program runs both sides together.
    #[serde(default)]
    pub melded: bool,
}

/// An expensive solver query.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Query {
    /// The line that issued the query.
    pub place: Option<Place>,
    /// The node of the tree in which the query was issued.
    pub node: Option<u32>,
    /// The purpose of the query.
    pub about: String,
    /// The time in microseconds.
    pub time_us: u64,
    /// The work.
    pub work: u64,
    /// The link of the solver chain that answered.
    pub by: String,
    /// The answer: `sat`, `unsat` or `unknown`.
    pub answer: String,
    /// The number of constraints.
    pub constraints: u64,
    /// The number of distinct expression nodes.
    pub nodes: u64,
    /// The last constraints in the syntax of C; the last one is the condition that the query asks about.
    pub terms: Vec<String>,
    /// The lines that built the expressions.
    pub built_by: Vec<Share>,
    /// The SMT-LIB file of the query, if queries were logged.
    pub file: Option<String>,
}

/// A line with its share in percent.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The line.
    pub place: Place,
    /// The share in percent.
    pub percent: u32,
}

/// A phase of a run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Phase {
    /// The name.
    pub label: String,
    /// An explanation.
    pub help: String,
    /// The time in microseconds.
    pub us: u64,
}

/// The state of an exploration at one point of its work.
#[derive(Serialize, Deserialize, Copy, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct GrowthSample {
    /// The work so far.
    pub work: u64,
    /// The number of live states.
    pub live: u64,
    /// The number of merges so far.
    pub merges: u64,
    /// The number of expression nodes.
    pub nodes: u64,
    /// The number of expression nodes that merges have built.
    pub merge_nodes: u64,
}

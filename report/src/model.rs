//! The data of a report. The file `report.json` is the JSON form of [`Report`]. The page
//! docs/reference/report-json.md describes each field.
//!
//! The version of the format ([`SCHEMA`]) increases when a field changes its meaning or disappears. New fields may
//! appear without a new version, so readers ignore unknown fields.
mod compared;
mod costs;
mod path;
mod player;
mod tree;

pub use compared::{Cell, Chart, Table};
pub use costs::{Branch, GrowthSample, LineCosts, Phase, Query, Share, SourceFile};
pub use path::{FailingPath, PathCondition};
pub use player::{Call, Change, Object, ObjectKind, Player, Step};
pub use tree::Tree;

use serde::{Deserialize, Serialize};

/// The version of the format of `report.json`.
pub const SCHEMA: u32 = 1;

/// The report of one run, or of one comparison of runs.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Report {
    /// The version of the format.
    pub schema: u32,
    /// The name and version of the tool.
    pub tool: String,
    /// The title of the report; for a single run, the names of the program's files.
    pub title: String,
    /// The command that made the report.
    pub command: String,
    /// The verdict of the run; absent for comparisons of runs.
    pub verdict: Option<Verdict>,
    /// The conclusions of a comparison of runs, as sentences; empty for a single run.
    pub summary: Vec<String>,
    /// The figures of the run, such as its number of paths, in the order in which the page shows them.
    pub figures: Vec<Figure>,
    /// The violations that the report describes, and failures whose replay was inexact ([`Failure::confirmed`]).
    pub failures: Vec<Failure>,
    /// The number of all failures of the run. [`Report::failures`] may describe fewer of them.
    pub failure_count: u64,
    /// The source files, each with the costs of its lines.
    pub files: Vec<SourceFile>,
    /// The functions that are defined in [`Report::files`], sorted by name.
    pub functions: Vec<Function>,
    /// Whether the run recorded the costs of lines, the execution tree and the queries.
    pub profiled: bool,
    /// The work of the whole exploration. The unit of work is one instruction of the symbolic interpreter.
    pub work: u64,
    /// The execution tree, or the unrolled graph of conflict-driven exploration.
    pub tree: Option<Tree>,
    /// The most expensive solver queries, the query with the most work first.
    pub queries: Vec<Query>,
    /// The number of all solver queries. [`Report::queries`] contains the most expensive of them.
    pub query_count: u64,
    /// The time of all solver queries in microseconds.
    pub query_us: u64,
    /// The wall-clock time of the run by phase.
    pub phases: Vec<Phase>,
    /// Samples of the number of states and expressions during the exploration, sorted by the work done before each
    /// sample.
    pub growth: Vec<GrowthSample>,
    /// The functions that melding has changed.
    pub melded: Vec<MeldedFunction>,
    /// Remarks about branches that were candidates for melding: whether each branch was melded, and why.
    pub decisions: Vec<Remark>,
    /// Further tables. A table lists the engines of automatic mode (combinations of techniques that explore the program
    /// in turns), the links (techniques) of the solver chain, or the results of a comparison of runs.
    pub tables: Vec<Table>,
    /// The charts of a comparison.
    pub charts: Vec<Chart>,
    /// The test cases that the page lists.
    pub tests: Vec<TestCase>,
    /// The number of all test cases. [`Report::tests`] may contain fewer of them.
    pub test_count: u64,
}

impl Report {
    /// Returns the text of a source line; `None` if the report does not contain it.
    pub fn line(&self, place: &Place) -> Option<&str> {
        let file = self.files.iter().find(|file| file.name == place.file)?;
        file.text.lines().nth((place.line as usize).checked_sub(1)?)
    }
}

/// The verdict of a run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Verdict {
    /// The name: `verified`, `verified-bounded`, `vacuous`, `violation` or `incomplete`.
    pub name: String,
    /// The verdict in one sentence.
    pub claim: String,
    /// The facts that support the verdict: the failing line and input of a violation, or the inputs, assumptions,
    /// bounds and checks for which the claim is proved.
    pub facts: Vec<Fact>,
    /// The assumptions of the verdict, and the parts of the program that it does not cover.
    pub remarks: Vec<Remark>,
}

/// A fact behind the claim of a verdict.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct Fact {
    /// The heading of the fact, such as `Fails at`.
    pub label: String,
    /// The text of the fact.
    pub text: String,
    /// The source line to which the fact refers, if there is one.
    pub place: Option<Place>,
}

/// A remark about a verdict or about a decision of melding, with the source line to which it refers, if there is one.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Remark {
    /// The kind of the remark. Remarks of a verdict: `skipped` (not covered by the verdict), `assumed` (an assumption
    /// of the verdict) or `note`. Remarks about a branch: `melded` or `kept`.
    pub kind: String,
    /// The text of the remark.
    pub text: String,
    /// The source line to which the remark refers, if there is one.
    pub place: Option<Place>,
}

/// A source line.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
}

/// A function of the program.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The first line with code of the function.
    pub place: Place,
}

/// A figure of the run, such as its number of paths.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Figure {
    /// The name of the figure.
    pub label: String,
    /// The value of the figure with its unit.
    pub value: String,
    /// An explanation of the figure.
    pub help: String,
}

/// A failure that the program has in a replay. It is a violation if [`Failure::confirmed`] is set.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Failure {
    /// The stable name of the kind of failure, such as `assert`.
    pub kind: String,
    /// The message of the failure.
    pub message: String,
    /// The source line at which the program fails, if it is known.
    pub place: Option<Place>,
    /// The column of the failure, counted from 1; 0 if unknown.
    pub column: u32,
    /// The name of the function in which the program fails.
    pub function: String,
    /// The call stack at the failure, innermost call first.
    pub stack: Vec<String>,
    /// The inputs under which the program fails, each with its value in C syntax and its bytes in hexadecimal. Long
    /// values are cut off.
    pub inputs: Vec<Input>,
    /// The shell command that runs the program on the failing input; absent if the program has no arguments.
    pub command_line: Option<String>,
    /// The command that replays the failing run.
    pub replay: String,
    /// The path of the file with the failing test case.
    pub test: String,
    /// Whether the replay confirmed the failure. It is false if a step of the replay was inexact, such as a rounded
    /// `long double` operation, so that a real run may not fail.
    pub confirmed: bool,
    /// Remarks of the replay. A remark names an inexact step, or a failure of a disabled check, which the replay
    /// ignored.
    pub notes: Vec<String>,
    /// The path of the failing run, as the decisions and stores that explain it. Absent if the path was not recorded.
    pub path: Option<FailingPath>,
    /// The failing run, step by step; absent if the steps were not recorded.
    pub player: Option<Player>,
}

/// An input of a failing run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The name of the input.
    pub name: String,
    /// The value of the input in C syntax.
    pub value: String,
    /// The bytes of the input in hexadecimal.
    pub hex: String,
    /// The source line that reads the input; absent if a library function reads it.
    #[serde(default)]
    pub place: Option<Place>,
}

/// A function that melding has changed.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct MeldedFunction {
    /// The name.
    pub name: String,
    /// The source line of the function's definition.
    pub place: Option<Place>,
    /// The number of branches in the function before melding, and after melding.
    pub branches: (u64, u64),
    /// The control-flow graph of the function before melding, as SVG.
    pub before: String,
    /// The control-flow graph of the function after melding, as SVG.
    pub after: String,
    /// The difference between the two control-flow graphs as SVG, with the changed instructions marked.
    pub difference: String,
    /// The branches that melding has removed. The pictures number these branches from 1, in the order of this list.
    pub melded: Vec<MeldedBranch>,
}

/// A branch that melding has removed.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct MeldedBranch {
    /// The source line of the branch.
    pub place: Option<Place>,
    /// The column of the branch, counted from 1; 0 if unknown.
    pub column: u32,
    /// The instructions that replace the branch, as text of the IR: selects, which choose between the values of the two
    /// sides, and operations on truth values (`and`, `or`).
    pub selects: Vec<String>,
}

/// A test case.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    /// The file in the output folder.
    pub file: String,
    /// The outcome of the path that the test case executes.
    pub outcome: String,
}

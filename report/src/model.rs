//! The data of a report. The file `report.json` is the JSON form of [`Report`]; docs/reference/report-json.md describes
//! each field.
//!
//! The version of the format ([`SCHEMA`]) increases when a field changes its meaning or disappears. New fields may appear
//! without a new version, so readers ignore unknown fields.
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
    /// The title: the name of the program.
    pub title: String,
    /// The command that made the report.
    pub command: String,
    /// The verdict; absent for comparisons.
    pub verdict: Option<Verdict>,
    /// The sentences that conclude a comparison.
    pub summary: Vec<String>,
    /// The figures of the run, in the order of the page.
    pub figures: Vec<Figure>,
    /// The violations.
    pub failures: Vec<Failure>,
    /// The number of violations; the list may be shorter.
    pub failure_count: u64,
    /// The source files with their costs.
    pub files: Vec<SourceFile>,
    /// The functions of these files, in the order of their names.
    pub functions: Vec<Function>,
    /// Whether the costs of lines, the tree and the queries were recorded.
    pub profiled: bool,
    /// The whole work of the exploration, in instructions of the symbolic interpreter.
    pub work: u64,
    /// The execution tree, or the unrolled graph of conflict-driven exploration.
    pub tree: Option<Tree>,
    /// The most expensive solver queries, the query with the most work first.
    pub queries: Vec<Query>,
    /// The number of all solver queries; the list of queries is shorter.
    pub query_count: u64,
    /// The time of all solver queries in microseconds.
    pub query_us: u64,
    /// The wall-clock time of the run by phase.
    pub phases: Vec<Phase>,
    /// The growth of states and expressions over the work.
    pub growth: Vec<GrowthSample>,
    /// The functions that melding has changed.
    pub melded: Vec<MeldedFunction>,
    /// The decisions of melding about branches.
    pub decisions: Vec<Remark>,
    /// Further tables: engines of automatic mode, links of the solver chain, comparisons.
    pub tables: Vec<Table>,
    /// The charts of a comparison.
    pub charts: Vec<Chart>,
    /// The test cases.
    pub tests: Vec<TestCase>,
    /// The number of test cases; the list may be shorter.
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
    /// The claim in one sentence.
    pub claim: String,
    /// The facts behind the claim, such as the failing input, the inputs and the enabled checks.
    pub facts: Vec<Fact>,
    /// The assumptions of the verdict, and the parts of the program that it does not cover.
    pub remarks: Vec<Remark>,
}

/// A fact behind the claim of a verdict.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct Fact {
    /// The name, such as `Fails at`.
    pub label: String,
    /// The text.
    pub text: String,
    /// The source line.
    pub place: Option<Place>,
}

/// A remark, with its source line if it has one.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Remark {
    /// The kind: `skipped`, `assumed`, `note`, `melded` or `kept`.
    pub kind: String,
    /// The text.
    pub text: String,
    /// The source line.
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

/// A figure of the run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Figure {
    /// The name.
    pub label: String,
    /// The value with its unit.
    pub value: String,
    /// An explanation.
    pub help: String,
}

/// A violation.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Failure {
    /// The stable name of the kind of failure.
    pub kind: String,
    /// The message.
    pub message: String,
    /// The source line.
    pub place: Option<Place>,
    /// The column, counted from 1; 0 if unknown.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The call stack, innermost call first.
    pub stack: Vec<String>,
    /// The inputs by name, each with its value as C shows it, and its bytes in hexadecimal. Long inputs are cut off.
    pub inputs: Vec<Input>,
    /// The shell command that runs the program on the failing input; absent if the program has no arguments.
    pub command_line: Option<String>,
    /// The command that replays the failure.
    pub replay: String,
    /// The file of the test case.
    pub test: String,
    /// Whether the replay confirmed the failure exactly.
    pub confirmed: bool,
    /// Remarks of the replay.
    pub notes: Vec<String>,
    /// The decisions of the failing run that depend on the input; absent if they were not recorded.
    pub path: Option<FailingPath>,
    /// The failing run, step by step.
    pub player: Option<Player>,
}

/// An input of a failing run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The name.
    pub name: String,
    /// The value as C shows it.
    pub value: String,
    /// The bytes in hexadecimal.
    pub hex: String,
    /// The source line that reads the input; absent if it is read by the library.
    #[serde(default)]
    pub place: Option<Place>,
}

/// A function that melding has changed.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct MeldedFunction {
    /// The name.
    pub name: String,
    /// The line of the definition.
    pub place: Option<Place>,
    /// The number of branches before and after melding.
    pub branches: (u64, u64),
    /// The control-flow graph before melding, as SVG.
    pub before: String,
    /// The control-flow graph after melding, as SVG.
    pub after: String,
    /// The difference as SVG, with the changed instructions marked.
    pub difference: String,
    /// The melded branches, which the pictures number from 1.
    pub melded: Vec<MeldedBranch>,
}

/// A branch that melding has removed.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct MeldedBranch {
    /// The line of the branch.
    pub place: Option<Place>,
    /// The column, counted from 1; 0 if unknown.
    pub column: u32,
    /// The instructions that select between the values of its two sides, as text of the IR.
    pub selects: Vec<String>,
}

/// A test case.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    /// The file in the output folder.
    pub file: String,
    /// The outcome of its path.
    pub outcome: String,
}

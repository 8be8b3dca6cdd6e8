//! The path of a failing run: its decisions that depend on the input.
use super::Place;
use serde::{Deserialize, Serialize};

/// The decisions of a failing run that depend on the input.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct FailingPath {
    /// The last decisions in order.
    pub conditions: Vec<PathCondition>,
    /// The number of earlier decisions that are not shown.
    pub omitted: u64,
}

/// A decision of a run, and the condition under which an input leads to it.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct PathCondition {
    /// The source line.
    pub place: Option<Place>,
    /// The decision: `then`, `else`, `case`, `holds` (a check), `fails` (the failing check), `assumed`, or empty for
    /// any other decision.
    pub decision: String,
    /// The condition in the syntax of C.
    pub text: String,
}

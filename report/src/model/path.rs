//! The path of a failing run: its decisions that depend on the input, and the stores and other decisions on which the
//! failure depends.
use super::Place;
use serde::{Deserialize, Serialize};

/// The events that explain a failing run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct FailingPath {
    /// The last events in order.
    pub conditions: Vec<PathCondition>,
    /// The number of earlier events that are not shown.
    pub omitted: u64,
}

/// A decision or a store of a run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct PathCondition {
    /// The source line.
    pub place: Option<Place>,
    /// The column, counted from 1; 0 if unknown.
    pub column: u32,
    /// The kind: `store`, `call`, `memory` (memory is written or freed by a library function), or a decision: `then`, `else`, `case`, `holds` (a check), `fails` (the failing check),
    /// `assumed`, or empty for any other decision.
    pub decision: String,
    /// For a decision, the condition on the input in the syntax of C; empty if the decision follows from earlier events.
    /// For a store, the stored value. For a call, the function.
    pub text: String,
    /// For a case, the line at which the run continues; 0 if unknown.
    pub to: u32,
    /// For a store, the expression of the value over the input; empty if the value does not depend on the input.
    pub term: String,
    /// Whether the failing step depends on the event through data or control flow.
    pub needed: bool,
}

//! The path of a failing run as a list of events. The events are the decisions that depend on the input, and the
//! stores and other decisions on which the failure depends.
use super::Place;
use serde::{Deserialize, Serialize};

/// The events that explain a failing run.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct FailingPath {
    /// The last events of the run, in order.
    pub conditions: Vec<PathCondition>,
    /// The number of earlier events that are not shown.
    pub omitted: u64,
}

/// An event of a failing run, such as a decision, a store or a call.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct PathCondition {
    /// The source line of the event.
    pub place: Option<Place>,
    /// The column of the event, counted from 1; 0 if unknown.
    pub column: u32,
    /// The kind of the event: `store`, `call`, `memory` (a library function writes or frees memory), or a decision.
    /// The decisions are `then`, `else`, `case`, `holds` (a check that does not fail), `fails` (the check that fails),
    /// `assumed` (an assumption), or empty for any other decision.
    pub decision: String,
    /// The text of the event. For a decision: the condition on the input in the syntax of C, or empty if the decision
    /// follows from earlier events. For a store: the stored value. For a call: the name of the function.
    pub text: String,
    /// For the decision of a `switch`, the line at which the run continues; 0 if unknown.
    pub to: u32,
    /// For a store, the stored value as an expression over the input; empty if the value does not depend on the
    /// input.
    pub term: String,
    /// Whether the failing step depends on the event through data or control flow.
    pub needed: bool,
}

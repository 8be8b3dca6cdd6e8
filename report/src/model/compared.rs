//! Tables: comparisons of runs, engines of automatic mode, links of the solver chain.
use serde::{Deserialize, Serialize};

/// A table with a heading.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Table {
    /// The identifier in links.
    pub id: String,
    /// The heading.
    pub title: String,
    /// A sentence that explains the table.
    pub help: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// Whether the page shows the table only after a click: a table with all data, of which others show parts.
    pub folded: bool,
}

/// A cell of a table.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// The value by which the column is sorted and drawn as a bar; absent for texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<f64>,
}

impl Cell {
    /// Returns a cell with a text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            number: None,
        }
    }

    /// Returns a cell with a number and its text.
    pub fn number(number: f64, text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            number: Some(number),
        }
    }
}

/// A chart.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The drawing as SVG.
    pub svg: String,
}

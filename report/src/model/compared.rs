//! Tables: comparisons of runs, engines of automatic mode, links (solving techniques) of the solver chain.
use serde::{Deserialize, Serialize};

/// A table with a heading.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Table {
    /// The identifier of the table in links to it.
    pub id: String,
    /// The heading of the table.
    pub title: String,
    /// A sentence that explains the table.
    pub help: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows of the table, from top to bottom.
    pub rows: Vec<Vec<Cell>>,
    /// Whether the page shows the table only after a click. It is set for the tables with all measurements of a
    /// comparison; other tables of the report show a selection of these measurements.
    pub folded: bool,
}

/// A cell of a table.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The text that the cell shows.
    pub text: String,
    /// The numeric value of the cell, by which the page sorts the column and draws bars; absent for a cell with text
    /// only.
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
    /// The title of the chart.
    pub title: String,
    /// The drawing as SVG.
    pub svg: String,
}

//! The report of a run: typed data ([`Report`], the file `report.json`), and one self-contained HTML page.
//!
//! The page contains its style sheet and scripts, and makes no request: it works from a mail attachment and without a
//! network. The verdict, the failures and the source with its costs are plain HTML, so they are readable without
//! JavaScript. Scripts add sorting, the drawing of the execution tree, the path player and the search.
//!
//! | module | contents |
//! | --- | --- |
//! | [`model`] | the data of a report, with the version of its format |
//! | [`guilt`] | the lines that cause the most work, with the reason in words |
//! | [`page`] | the HTML page |
//! | `numbers` | numbers as text |
//!
//! ```
//! use symtool_report::{Report, page};
//!
//! let report = Report { title: "a <b> c".to_owned(), ..Report::default() };
//! let html = page::render(&report);
//! assert!(html.starts_with("<!doctype html>") && html.contains("a &lt;b&gt; c"));
//! ```
#![forbid(unsafe_code)]

pub mod guilt;
pub mod model;
mod numbers;
pub mod page;

pub use model::{Report, SCHEMA};
pub use numbers::grouped;

//! The output of an experiment: a table, CSV files, and plots.
pub mod bars;
pub mod csv;
pub mod growth;
pub mod scatter;
pub mod text;

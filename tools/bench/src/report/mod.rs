//! What an experiment leaves behind: a table for people, the same as CSV, and pictures.
pub mod csv;
pub mod growth;
pub mod scatter;
pub mod text;

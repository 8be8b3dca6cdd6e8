//! The symbolic execution engine: expressions, memory, solvers, states, search

pub mod expr;
pub mod solver;

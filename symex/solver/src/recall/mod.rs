//! Links (solving techniques of the solver chain) that answer a query from the answers to earlier queries.
pub(crate) mod answers;
pub(crate) mod counterexamples;

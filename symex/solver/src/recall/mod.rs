//! Links of the solver chain that answer a query from the answers to earlier ones.
pub(crate) mod answers;
pub(crate) mod counterexamples;

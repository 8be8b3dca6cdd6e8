//! Analyses and semantics-preserving passes over the symtool IR

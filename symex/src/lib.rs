//! The symbolic execution engine: expressions, memory, solvers, states, search

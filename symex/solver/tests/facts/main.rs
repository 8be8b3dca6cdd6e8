//! The tests compare the abstract state of a path with enumeration, for all pairs and many triples of
//! conditions over two variables of four bits. They measure the share of implied conditions that the abstract
//! state decides. They also check that the abstract state decides typical conditions of programs without a
//! solver.
mod exhaustive;
mod scenarios;

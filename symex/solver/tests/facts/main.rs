//! The facts of a path against enumeration, for all pairs and many triples of conditions over two variables of four bits, with the
//! share of implied conditions that are decided. Then typical queries of programs, which must be decided without a solver.
mod exhaustive;
mod stories;

//! Compares the abstract state of a path with enumeration, for all pairs and many triples of conditions over
//! two variables of four bits, and measures the share of implied conditions that are decided. Then typical
//! queries of programs must be decided without a solver.
mod exhaustive;
mod stories;

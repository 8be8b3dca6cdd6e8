//! What the facts of a path decide is what enumeration says, for all pairs and many triples of conditions over two variables
//! of four bits; and most of what one constraint implies is seen. Then the questions that programs ask: none may reach a
//! solver.
mod exhaustive;
mod stories;

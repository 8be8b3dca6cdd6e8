//! Links that search models by evaluation.
//!
//! | file | contents |
//! | --- | --- |
//! | `float_search` | hill climbing over floating-point inputs |
//! | `byte_enumeration` | all values of the only free byte; the only complete search |
//! | `repair` | model repair from recent models |
//! | `graph` | a query as a table with incremental evaluation |
//! | `inverse` | inverse values of operators |
//! | `words` | inputs as numbers |
pub(crate) mod byte_enumeration;
pub(crate) mod float_search;
mod graph;
mod inverse;
pub(crate) mod repair;
mod words;

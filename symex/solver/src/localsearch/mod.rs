//! Links (solving techniques of the solver chain) that search for models by evaluation.
//!
//! | file | contents |
//! | --- | --- |
//! | `float_search` | hill climbing over floating-point inputs |
//! | `byte_enumeration` | all values of the only free byte: the only complete search of this folder |
//! | `repair` | model repair: local search that starts from recent models |
//! | `graph` | a query as a table of nodes with incremental evaluation |
//! | `inverse` | inverse values: the operand for a given result of an operator |
//! | `words` | words: adjacent input bytes as one number |
pub(crate) mod byte_enumeration;
pub(crate) mod float_search;
mod graph;
mod inverse;
pub(crate) mod repair;
mod words;

//! One file a command.
pub mod explore;
pub mod ir;
pub mod replay;

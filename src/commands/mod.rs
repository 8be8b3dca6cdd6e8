//! One file a command.
pub mod check;
pub mod explore;
pub mod ir;
pub mod replay;
pub mod solve;

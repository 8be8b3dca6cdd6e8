//! One file a command.
pub mod bench;
pub mod check;
pub mod explore;
pub mod ir;
pub mod replay;
pub mod solve;

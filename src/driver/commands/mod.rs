//! The commands of the command line, one file per command.
pub mod bench;
pub mod cc;
pub mod check;
pub mod compare;
pub mod explain;
pub mod explore;
pub mod export;
pub mod harness;
pub mod installed;
pub mod ir;
pub mod kit;
pub mod lab;
pub mod replay;
pub mod report;
pub mod solve;
pub mod test;

//! The words of `run:` lines (the steps of a file test) that add text about the program to the output.
pub(super) mod arrays;
pub(super) mod cdse;
pub(super) mod check;
pub(super) mod diff;
pub(super) mod equivalent;
pub(super) mod explore;
pub(super) mod interp;
pub(super) mod marks;
pub(super) mod melds;
pub(super) mod merges;
pub(in crate::driver) mod samples;

//! The words that show something about the program of a run line.
pub(super) mod arrays;
pub(super) mod cdse;
pub(super) mod diff;
pub(super) mod equivalent;
pub(super) mod explore;
pub(super) mod interp;
pub(super) mod marks;
pub(super) mod melds;

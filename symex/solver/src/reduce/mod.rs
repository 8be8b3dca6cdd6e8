//! Links (solving techniques of the solver chain) that replace a query by a simpler one.
pub(crate) mod implied_values;
pub(crate) mod independence;
pub(crate) mod ranks;

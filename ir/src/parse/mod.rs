//! Reads the textual form.

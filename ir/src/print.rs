//! Writes the textual form.

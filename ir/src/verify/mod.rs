//! The rules of well-formedness.

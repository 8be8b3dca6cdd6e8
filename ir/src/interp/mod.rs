//! The concrete oracle: runs a module on one input.

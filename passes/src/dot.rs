//! A function's control flow as a Graphviz picture.

//! Makes cargo compile each shared dependency with the same features, whichever packages of the workspace are selected.
//!
//! Cargo enables only those features of a dependency that the selected packages request. Without this crate,
//! `cargo test -p symtool-meld` after `cargo test --workspace` compiles forty dependencies again with other features.
//! Each library of the workspace has this crate as a dev-dependency. Therefore the tests of a library are built with
//! the features of the whole workspace, but the library alone is built without unneeded dependencies. The root package
//! has this crate as a dependency, so that `cargo build` and `cargo run` compile no dependency again after
//! `cargo test`.

//! Checks the documentation without running symtool: the table of contents of the book, links, images and commands of cargo.
//! `tests/cli/documentation.rs` runs the commands and compares their output.
mod book;
mod cargo;
mod pages;

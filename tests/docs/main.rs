//! The tests check the documentation without running symtool: the table of contents of the book, links, images,
//! paths, commands of cargo, the glossary and the language. `tests/cli/documentation.rs` runs the commands and
//! compares their output.
mod book;
mod cargo;
mod glossary;
mod pages;

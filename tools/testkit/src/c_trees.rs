//! Random C programs as trees of statements. A tree has many *spellings*: C texts that differ by rewrites that preserve
//! the meaning, such as exchanged sides of a branch. All spellings of a tree have the same failures and cover the same
//! statements. Therefore the explorations of two spellings can check each other, without concrete runs as a reference.
//!
//! | module | contents |
//! | --- | --- |
//! | `topics` | the table of topics: the variables, expressions and statements of strings, structures, … |
//! | `grow` | random trees of a topic |
//! | `spell` | C text of a tree, with random rewrites |
mod grow;
mod spell;
mod topics;

pub use grow::grow;
pub use spell::{Spelling, plain, rewritten};
pub use topics::{TOPICS, Topic};

/// The range of the two inputs of a program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// The inputs are bytes below 16, called `nondet_uchar` and `nondet_uchar_1`.
    Small,
    /// The inputs have the type `unsigned int`.
    Wide,
}

/// A random program.
#[derive(Clone, Debug)]
pub struct Tree {
    range: Range,
    topic: &'static Topic,
    body: Vec<Statement>,
}

/// A statement and its number. The numbers identify statements in all spellings.
#[derive(Clone, Debug)]
struct Statement {
    number: u32,
    kind: Kind,
}

/// A kind of statement. In texts, `@` precedes the names of variables, so that a spelling can rename them.
#[derive(Clone, Debug)]
enum Kind {
    /// A statement that no rewrite changes, as C text.
    Text(String),
    Assign(String, Expr),
    /// A new variable with a type, a name and an initial value.
    Declare(&'static str, String, Expr),
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// A loop whose counter starts at 0. The components are the name of the counter, its bound, which is at most
    /// seven, and the body.
    Loop(String, Expr, Vec<Statement>),
}

/// An expression of type `int` without side effects and without failures. A rewrite may therefore exchange the
/// operands of an operator.
#[derive(Clone, Debug)]
enum Expr {
    Text(String),
    Binary(Box<Expr>, &'static str, Box<Expr>),
}

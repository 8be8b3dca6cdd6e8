//! C text of a tree, with random rewrites that preserve the meaning.
//!
//! The rewrites exchange the sides of a branch and negate its condition, replace `for` by `while`, and exchange the
//! operands of a commutative operator or of a comparison (`a < b` becomes `b > a`). They also insert code that is never
//! executed, rename variables, and split a declaration from its initializer.
use super::{Expr, Kind, Range, Statement, Tree};
use std::collections::BTreeMap;
use symtool_ir::random::SplitMix;

/// A C text of a tree (a program as a tree of statements).
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The text.
    pub text: String,
    /// For each line that executes a statement of the tree, the number of this statement.
    pub statements: BTreeMap<u32, u32>,
}

/// Returns the text of a tree without rewrites.
pub fn plain(tree: &Tree) -> Spelling {
    spell(tree, None)
}

/// Returns a text of the tree with the rewrites that `seed` determines.
pub fn rewritten(tree: &Tree, seed: u64) -> Spelling {
    spell(tree, Some(SplitMix::new(seed)))
}

const HEADERS: &str = "#include <assert.h>\n#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n\
     unsigned char __VERIFIER_nondet_uchar(void);\nunsigned __VERIFIER_nondet_uint(void);\n\
     void __VERIFIER_assume(int);\n";

fn spell(tree: &Tree, rewrites: Option<SplitMix>) -> Spelling {
    let mut speller = Speller {
        suffix: if rewrites.is_some() { "_new" } else { "" },
        rewrites,
        text: HEADERS.to_owned(),
        lines: HEADERS.lines().count() as u32,
        statements: BTreeMap::new(),
    };
    for line in tree.topic.globals.lines() {
        speller.line(line);
    }
    speller.line("int main(void) {");
    match tree.range {
        Range::Small => {
            speller.line("unsigned char @in0 = __VERIFIER_nondet_uchar();");
            speller.line("unsigned char @in1 = __VERIFIER_nondet_uchar();");
            speller.line("__VERIFIER_assume(@in0 < 16 && @in1 < 16);");
        }
        Range::Wide => {
            speller.line("unsigned @in0 = __VERIFIER_nondet_uint();");
            speller.line("unsigned @in1 = __VERIFIER_nondet_uint();");
        }
    }
    speller.line("int @x0 = @in0, @x1 = @in1 - 8;");
    speller.block(&tree.body);
    speller.line("return (@x0 ^ @x1) & 3;");
    speller.line("}");
    Spelling {
        text: speller.text,
        statements: speller.statements,
    }
}

/// The writer of one spelling (C text) of a tree.
struct Speller {
    /// The random numbers that select the rewrites; `None` for the text without rewrites.
    rewrites: Option<SplitMix>,
    /// The text that is appended to the name of each variable.
    suffix: &'static str,
    text: String,
    lines: u32,
    statements: BTreeMap<u32, u32>,
}

impl Speller {
    /// Returns whether the current place is rewritten; the decision is random.
    fn rewrites(&mut self) -> bool {
        let random = self.rewrites.as_mut();
        random.is_some_and(|random| random.below(2) == 0)
    }

    /// Writes a line. Appends the suffix to each variable name, which `@` precedes in `text`: with the suffix `_new`,
    /// `@x0` becomes `x0_new`.
    fn line(&mut self, text: &str) {
        let mut parts = text.split('@');
        self.text += parts.next().unwrap_or_default();
        for part in parts {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = part.find(|c| !is_name(c)).unwrap_or(part.len());
            self.text += &part[..end];
            self.text += self.suffix;
            self.text += &part[end..];
        }
        self.text.push('\n');
        self.lines += 1;
    }

    /// Writes a line that executes the statement with the number `number`, and records this in `statements`.
    fn statement_line(&mut self, number: u32, text: &str) {
        self.line(text);
        self.statements.insert(self.lines, number);
    }

    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            self.dead_code();
            self.statement(statement);
        }
    }

    /// Inserts statements that are never executed. This is one of the random rewrites that keep the meaning of a
    /// program.
    fn dead_code(&mut self) {
        if self.rewrites() && self.rewrites() {
            self.line("if (0) {");
            self.line("@x0 = @x1 / @x0;");
            self.line("}");
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let number = statement.number;
        match &statement.kind {
            Kind::Text(text) => self.statement_line(number, text),
            Kind::Assign(target, value) => {
                let value = self.expr(value);
                self.statement_line(number, &format!("{target} = {value};"));
            }
            Kind::Declare(ty, name, value) => {
                let value = self.expr(value);
                if self.rewrites() {
                    self.line(&format!("{ty} @{name};"));
                    self.statement_line(number, &format!("@{name} = {value};"));
                } else {
                    self.statement_line(number, &format!("{ty} @{name} = {value};"));
                }
            }
            Kind::If(condition, yes, no) => self.branch(number, condition, yes, no),
            Kind::Loop(counter, bound, body) => self.repeat(counter, bound, body),
        }
    }

    fn branch(&mut self, number: u32, condition: &Expr, yes: &[Statement], no: &[Statement]) {
        let condition = self.expr(condition);
        let (condition, first, second) = match self.rewrites() {
            true => (format!("!({condition})"), no, yes),
            false => (condition, yes, no),
        };
        self.statement_line(number, &format!("if ({condition}) {{"));
        self.block(first);
        if !second.is_empty() {
            self.line("} else {");
            self.block(second);
        }
        self.line("}");
    }

    fn repeat(&mut self, counter: &str, bound: &Expr, body: &[Statement]) {
        let bound = self.expr(bound);
        self.line("{");
        self.line(&format!("int @{counter} = 0, @{counter}_end = {bound};"));
        if self.rewrites() {
            self.line(&format!("while (@{counter} < @{counter}_end) {{"));
            self.block(body);
            self.line(&format!("@{counter}++;"));
        } else {
            self.line(&format!(
                "for (; @{counter} < @{counter}_end; @{counter}++) {{"
            ));
            self.block(body);
        }
        self.line("}");
        self.line("}");
    }

    fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Text(text) => text.clone(),
            Expr::Binary(left, op, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                match exchanged(op).filter(|_| self.rewrites()) {
                    Some(op) => format!("({right} {op} {left})"),
                    None => format!("({left} {op} {right})"),
                }
            }
        }
    }
}

/// Returns the operator that gives the same result with exchanged operands: `>` for `<`, and `+` for `+`. Returns
/// `None` if there is no such operator, as for `-`.
fn exchanged(op: &'static str) -> Option<&'static str> {
    match op {
        "+" | "&" | "|" | "^" | "==" | "!=" => Some(op),
        "<" => Some(">"),
        ">" => Some("<"),
        _ => None,
    }
}

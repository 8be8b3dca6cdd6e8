//! Diamonds: the pure operations (operations without effects) of both sides of a branch, as terms. A diamond also has
//! *outputs*: the values that are used after the branch.
//!
//! Let `c` be the branch condition. An output `Both(t, e)` denotes `ite(c, t, e)`. An output `Then(t)` is used only if
//! `c` holds (such as the value of a store guarded by `c`), so any term that equals `t` under `c` is correct. An output
//! `Else(e)` is used only if `c` does not hold. A load is not a pure operation, so the loaded value is a leaf (a term
//! without operands); the [rebuilder](crate::rebuild) emits the load.
//!
//! [`Diamond::parse_all`] reads diamonds from a text. The tests of this crate store the diamonds of their benchmark
//! (`tests/diamonds.txt`) in this form:
//!
//! ```text
//! then %3 = add i8 %0 %1     a node of the then side (`else`: of the else side, `common`: before the branch)
//! cond %2                    the branch condition
//! out %3 %4                  an output: its terms on the then side and on the else side
//! ```
use crate::term::{Dag, Head, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{Bits, Op, Type};

/// An output of a diamond: a value that is used after the branch.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Out {
    /// The value of the first term if the branch condition holds, else the value of the second
    /// term.
    Both(TermId, TermId),
    /// The value of the term; the output is used only if the branch condition holds.
    Then(TermId),
    /// The value of the term; the output is used only if the branch condition does not hold.
    Else(TermId),
}

/// The pure operations on the two sides of a branch, as terms, with the values that are used after the branch.
#[derive(Clone, Debug)]
pub struct Diamond {
    /// The DAG that contains the terms of both sides.
    pub dag: Dag,
    /// The branch condition, a term of type `i1`.
    pub cond: TermId,
    /// The outputs: the values used after the branch.
    pub outs: Vec<Out>,
    /// Operations of the `then` side in program order.
    pub then_ops: Vec<TermId>,
    /// Operations of the `else` side in program order.
    pub else_ops: Vec<TermId>,
    /// Terms that cost nothing, because the program computes them whichever merged code is selected.
    pub free: FxHashSet<TermId>,
}

impl Diamond {
    /// Returns a diamond with the given terms and condition, and without outputs.
    pub fn new(dag: Dag, cond: TermId) -> Diamond {
        Diamond {
            dag,
            cond,
            outs: Vec::new(),
            then_ops: Vec::new(),
            else_ops: Vec::new(),
            free: FxHashSet::default(),
        }
    }

    /// Removes a negation from the branch condition: a branch on `not x` becomes a branch on `x` with exchanged sides.
    /// Also removes, from `then_ops` and `else_ops`, the operations that occur on both sides, repeated operations, and
    /// terms without operands (leaves and constants).
    pub fn normalise(&mut self) {
        if let Some(&[inner]) = self.dag.as_op(self.cond, Op::Not) {
            self.cond = inner;
            std::mem::swap(&mut self.then_ops, &mut self.else_ops);
            for out in &mut self.outs {
                *out = match *out {
                    Out::Both(t, e) => Out::Both(e, t),
                    Out::Then(t) => Out::Else(t),
                    Out::Else(e) => Out::Then(e),
                };
            }
        }
        let both: FxHashSet<TermId> = {
            let then: FxHashSet<_> = self.then_ops.iter().copied().collect();
            self.else_ops
                .iter()
                .copied()
                .filter(|t| then.contains(t))
                .collect()
        };
        let dag = &self.dag;
        let mut seen = FxHashSet::default();
        self.then_ops
            .retain(|&t| !dag.get(t).head.is_atom() && !both.contains(&t) && seen.insert(t));
        seen.clear();
        self.else_ops
            .retain(|&t| !dag.get(t).head.is_atom() && !both.contains(&t) && seen.insert(t));
    }

    /// Returns one term per output by naive if-conversion, which computes both sides: an output `Both(t, e)` becomes a
    /// select between t and e.
    pub fn naive(&mut self) -> Vec<TermId> {
        let outs = self.outs.clone();
        outs.into_iter()
            .map(|out| match out {
                Out::Both(t, e) => self.dag.select(self.cond, t, e),
                Out::Then(t) | Out::Else(t) => t,
            })
            .collect()
    }

    /// Parses a text with diamonds, and returns each diamond with its name.
    ///
    /// # Errors
    /// The text has a syntax error; the message contains the line number.
    pub fn parse_all(text: &str) -> Result<Vec<(String, Diamond)>, String> {
        let mut all = Vec::new();
        let mut reader: Option<Reader> = None;
        for (number, line) in text.lines().enumerate() {
            let fail = |message: &str| format!("line {}: {message}: {line}", number + 1);
            let words: Vec<&str> = line.split_whitespace().collect();
            match (words.as_slice(), &mut reader) {
                ([] | ["#", ..], _) => {}
                ([first, ..], _) if first.starts_with('#') => {}
                (["diamond", name], None) => reader = Some(Reader::new(name)),
                (["end"], Some(_)) => {
                    let done = reader
                        .take()
                        .ok_or_else(|| fail("`end` outside of a diamond"))?;
                    all.push(done.finish().ok_or_else(|| fail("missing condition"))?);
                }
                (words, Some(reader)) => {
                    reader.line(words).ok_or_else(|| fail("syntax error"))?;
                }
                _ => return Err(fail("expected `diamond`")),
            }
        }
        if let Some(reader) = reader {
            return Err(format!("diamond {}: missing `end`", reader.name));
        }
        Ok(all)
    }
}

/// The part of one diamond that has been read from the text form so far.
struct Reader {
    name: String,
    dag: Dag,
    /// The term of each node, by the number of the node in the text.
    terms: FxHashMap<u32, TermId>,
    cond: Option<TermId>,
    outs: Vec<Out>,
    sides: [Vec<TermId>; 2],
}

impl Reader {
    fn new(name: &str) -> Reader {
        Reader {
            name: name.to_owned(),
            dag: Dag::default(),
            terms: FxHashMap::default(),
            cond: None,
            outs: Vec::new(),
            sides: [Vec::new(), Vec::new()],
        }
    }

    fn finish(self) -> Option<(String, Diamond)> {
        let mut diamond = Diamond::new(self.dag, self.cond?);
        diamond.outs = self.outs;
        [diamond.then_ops, diamond.else_ops] = self.sides;
        diamond.normalise();
        Some((self.name, diamond))
    }

    fn term(&self, word: &str) -> Option<TermId> {
        self.terms
            .get(&word.strip_prefix('%')?.parse().ok()?)
            .copied()
    }

    fn line(&mut self, words: &[&str]) -> Option<()> {
        match words {
            ["cond", c] => {
                let c = self.term(c)?;
                if self.dag.ty(c) != Type::I1 {
                    return None;
                }
                self.cond = Some(c);
            }
            ["out", t, e] => {
                let (t, e) = (self.term(t)?, self.term(e)?);
                if self.dag.ty(t) != self.dag.ty(e) {
                    return None;
                }
                self.outs.push(Out::Both(t, e));
            }
            [side, id, "=", op, ty, rest @ ..] => {
                let term = self.node(op, Type::from_name(ty)?, rest)?;
                match *side {
                    "then" => self.sides[0].push(term),
                    "else" => self.sides[1].push(term),
                    "common" => {}
                    _ => return None,
                }
                self.terms.insert(id.strip_prefix('%')?.parse().ok()?, term);
            }
            _ => return None,
        }
        Some(())
    }

    fn node(&mut self, op: &str, ty: Type, rest: &[&str]) -> Option<TermId> {
        match op {
            "var" => Some(self.dag.leaf(rest.first()?.parse().ok()?, ty)),
            "const" => {
                let value: u128 = rest.first()?.parse().ok()?;
                Some(self.dag.constant(ty, Bits::of(ty, value)))
            }
            _ => {
                let (to, rest) = match rest.split_first() {
                    Some((first, tail)) if !first.starts_with('%') => {
                        (Type::from_name(first)?, tail)
                    }
                    _ => (ty, rest),
                };
                let args: Option<Vec<TermId>> = rest.iter().map(|w| self.term(w)).collect();
                let args = args?;
                // In the text form, `gudiv` is a division that must not run if the branch takes the opposite side.
                // Melding treats every division of a side in this way (see `tame_divisions`), so `gudiv` is read as
                // `udiv`.
                let op = if op == "gudiv" {
                    Op::UDiv
                } else {
                    Op::from_name(op)?
                };
                let types: Vec<Type> = args.iter().map(|&a| self.dag.ty(a)).collect();
                (op.result_type(&types, to)? == to).then(|| self.dag.op(op, to, &args))
            }
        }
    }
}

/// Returns whether a term is a division or remainder with a divisor that is zero or not constant. Such a division may
/// divide by zero.
pub fn is_trapping(dag: &Dag, id: TermId) -> bool {
    let term = dag.get(id);
    let Head::Op { op, .. } = term.head else {
        return false;
    };
    op.is_division() && dag.as_const(term.args[1]).is_none_or(Bits::is_zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_errors_name_the_line() {
        let with = |line: &str| {
            let head = "diamond d\n  common %0 = var i32 0\n  common %1 = var i8 1\n";
            Diamond::parse_all(&format!("{head}{line}\n")).unwrap_err()
        };
        for (line, why) in [
            ("  then %2 = add i32 %0 %1", "line 4: syntax error"),
            ("  then %2 = add i32 %0", "line 4: syntax error"),
            ("  then %2 = select i32 %0", "line 4: syntax error"),
            ("  out %0 %1", "line 4: syntax error"),
            ("  cond %0", "line 4: syntax error"),
            ("end", "line 4: missing condition"),
            ("", "diamond d: missing `end`"),
        ] {
            assert!(with(line).starts_with(why), "{line}: {}", with(line));
        }
    }
}

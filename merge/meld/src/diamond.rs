//! The pure part of a region: two sides of a branch as terms, and what of them is needed afterwards.
//!
//! A diamond has a condition `c` and outs. An out `Both(t, e)` is needed as `ite(c, t, e)`; an out `Then(t)` is
//! needed only where `c` holds (the value of a store guarded by `c`), so any term that equals `t` under `c`
//! will do; `Else` likewise. Whatever is a function of memory is a leaf here: the
//! [rebuilder](super::rebuild) binds leaves to loads.
//!
//! [`Diamond::parse_all`] reads the text form that the melding benchmark uses, one node a line:
//! `side %id = operator type operands`, then `cond %id` and `out %then %else`.
use super::term::{Dag, Head, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{Bits, Op, Type};

/// What is needed of a pair of sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Out {
    /// The first term if the condition holds, else the second.
    Both(TermId, TermId),
    /// Needed only if the condition holds.
    Then(TermId),
    /// Needed only if the condition does not hold.
    Else(TermId),
}

/// The pure problem.
#[derive(Clone, Debug)]
pub struct Diamond {
    /// The terms.
    pub dag: Dag,
    /// The branch condition, `i1`.
    pub cond: TermId,
    /// What is needed afterwards.
    pub outs: Vec<Out>,
    /// Operations of the `then` side in program order.
    pub then_ops: Vec<TermId>,
    /// Operations of the `else` side in program order.
    pub else_ops: Vec<TermId>,
    /// Terms that are computed whatever the form: they cost nothing.
    pub free: FxHashSet<TermId>,
}

impl Diamond {
    /// A diamond over existing terms.
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

    /// Makes the condition positive: a branch on `not x` is one on `x` with its sides exchanged. Operations
    /// that both sides compute leave the sides.
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
            .retain(|&t| dag.get(t).head.op().is_some() && !both.contains(&t) && seen.insert(t));
        seen.clear();
        self.else_ops
            .retain(|&t| dag.get(t).head.op().is_some() && !both.contains(&t) && seen.insert(t));
    }

    /// The naive form: a select for each out, both sides computed in full.
    pub fn naive(&mut self) -> Vec<TermId> {
        let outs = self.outs.clone();
        outs.into_iter()
            .map(|out| match out {
                Out::Both(t, e) => self.dag.select(self.cond, t, e),
                Out::Then(t) | Out::Else(t) => t,
            })
            .collect()
    }

    /// Reads a file of diamonds.
    ///
    /// # Errors
    /// A message that names the line.
    pub fn parse_all(text: &str) -> Result<Vec<(String, Diamond)>, String> {
        let mut all = Vec::new();
        let mut reader: Option<Reader> = None;
        for (number, line) in text.lines().enumerate() {
            let fail = |what: &str| format!("line {}: {what}: {line}", number + 1);
            let words: Vec<&str> = line.split_whitespace().collect();
            match (words.as_slice(), &mut reader) {
                ([] | ["#", ..], _) => {}
                ([first, ..], _) if first.starts_with('#') => {}
                (["diamond", name], None) => reader = Some(Reader::new(name)),
                (["end"], Some(_)) => {
                    let done = reader.take().ok_or_else(|| fail("nothing to end"))?;
                    all.push(done.finish().ok_or_else(|| fail("no condition"))?);
                }
                (words, Some(reader)) => {
                    reader.line(words).ok_or_else(|| fail("not understood"))?;
                }
                _ => return Err(fail("not inside a diamond")),
            }
        }
        if let Some(reader) = reader {
            return Err(format!("diamond {} has no end", reader.name));
        }
        Ok(all)
    }
}

struct Reader {
    name: String,
    dag: Dag,
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
                // `gudiv` is a division that must not run where its side does not: all side divisions are.
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

/// Is it a division that could trap: one whose divisor is not a constant other than zero?
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
    fn what_is_wrong_in_a_file_is_named() {
        let with = |line: &str| {
            let head = "diamond d\n  common %0 = var i32 0\n  common %1 = var i8 1\n";
            Diamond::parse_all(&format!("{head}{line}\n")).unwrap_err()
        };
        for (line, why) in [
            ("  then %2 = add i32 %0 %1", "line 4: not understood"),
            ("  then %2 = add i32 %0", "line 4: not understood"),
            ("  then %2 = select i32 %0", "line 4: not understood"),
            ("  out %0 %1", "line 4: not understood"),
            ("  cond %0", "line 4: not understood"),
            ("end", "line 4: no condition"),
            ("", "diamond d has no end"),
        ] {
            assert!(with(line).starts_with(why), "{line}: {}", with(line));
        }
    }
}

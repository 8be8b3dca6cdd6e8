//! Proof that a meld means what the branch meant.
//!
//! For an out `Both(t, e)` with the merged term m: m with c := 1 must equal t with c := 1, and m with c := 0 must
//! equal e with c := 0; for `Then(t)` (`Else(e)`) only the first (second). Substitution folds as it rebuilds, and
//! most pairs become the same term. What does not is split further on the atoms of the conditions of its
//! selects, a bounded number of times; what is left goes to the solver as a formula over leaves. (The solver
//! alone often fails on selects among products and quotients.)
use super::diamond::{Diamond, Out};
use super::smt::{self, Answer};
use super::term::{Dag, Head, TermArgs, TermId};
use rustc_hash::FxHashMap;
use symtool_ir::Op;

/// Case distinctions for one half of an out.
const MAX_SPLITS: usize = 256;

/// The result of a proof attempt.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every out is proved.
    Proved {
        /// So many halves of outs needed the solver.
        by_solver: usize,
    },
    /// An out is wrong.
    Refuted {
        /// Its number.
        out: usize,
    },
    /// The solver did not know within its limits.
    Unknown {
        /// Its number.
        out: usize,
    },
}

/// Proves `roots` against `outs`; the diamond's condition is c.
pub fn prove(diamond: &mut Diamond, outs: &[Out], roots: &[TermId]) -> Verdict {
    let mut by_solver = 0;
    let cond = diamond.cond;
    for (number, (&out, &root)) in outs.iter().zip(roots).enumerate() {
        let halves = match out {
            Out::Both(t, e) => [Some(t), Some(e)],
            Out::Then(t) => [Some(t), None],
            Out::Else(e) => [None, Some(e)],
        };
        for (side, wanted) in halves.into_iter().enumerate() {
            let Some(wanted) = wanted else { continue };
            let mut proof = Proof {
                dag: &mut diamond.dag,
                assumed: Vec::new(),
                splits: 0,
                asked: false,
            };
            let answer = proof.under(cond, side == 0, root, wanted);
            by_solver += usize::from(proof.asked);
            match answer {
                Answer::Equal => {}
                Answer::Different => return Verdict::Refuted { out: number },
                Answer::Unknown => return Verdict::Unknown { out: number },
            }
        }
    }
    Verdict::Proved { by_solver }
}

struct Proof<'d> {
    dag: &'d mut Dag,
    assumed: Vec<(TermId, bool)>,
    splits: usize,
    asked: bool,
}

impl Proof<'_> {
    /// Are the terms equal where `atom` has the given value (and all earlier assumptions hold)?
    fn under(&mut self, atom: TermId, value: bool, a: TermId, b: TermId) -> Answer {
        let known = self.dag.bool(value);
        let mut map = FxHashMap::from_iter([(atom, known)]);
        let (x, y) = (
            self.dag.substitute(a, &mut map),
            self.dag.substitute(b, &mut map),
        );
        let (x, y) = (self.ordered(x), self.ordered(y));
        if x == y {
            return Answer::Equal;
        }
        self.assumed.push((atom, value));
        let answer = self.differing(x, y);
        self.assumed.pop();
        answer
    }

    /// The same term with the operands of commutative operations in order of their ids: solvers are slow to
    /// see that products commute.
    fn ordered(&mut self, root: TermId) -> TermId {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for id in self.dag.reachable(&[root]) {
            let term = self.dag.get(id).clone();
            let new = match term.head {
                Head::Op { op, from, to } => {
                    let mut args: TermArgs = term.args.iter().map(|a| done[a]).collect();
                    let last_is_const =
                        args.last().is_some_and(|&a| self.dag.as_const(a).is_some());
                    if op.info().commutative && !from.is_float() && !last_is_const {
                        args.sort_unstable();
                    }
                    self.dag.op(op, to, &args)
                }
                _ => id,
            };
            done.insert(id, new);
        }
        done[&root]
    }

    fn differing(&mut self, a: TermId, b: TermId) -> Answer {
        if self.splits < MAX_SPLITS
            && let Some(atom) = self.atom(a, b)
        {
            self.splits += 1;
            return match self.under(atom, true, a, b) {
                Answer::Equal => self.under(atom, false, a, b),
                other => other,
            };
        }
        self.asked = true;
        smt::equal_under(self.dag, &self.assumed, a, b)
    }

    /// A condition atom that a select in one of the terms depends on: the one made first.
    fn atom(&self, a: TermId, b: TermId) -> Option<TermId> {
        self.dag
            .reachable(&[a, b])
            .into_iter()
            .filter_map(|id| self.dag.as_op(id, Op::Select).map(|args| args[0]))
            .map(|mut cond| {
                while let Some(Op::And | Op::Or | Op::Xor | Op::Not) = self.dag.get(cond).head.op()
                {
                    cond = self.dag.get(cond).args[0];
                }
                cond
            })
            .filter(|&atom| self.dag.as_const(atom).is_none())
            .min()
    }
}

//! Certificates: proves that a meld is equivalent to the branch.
//!
//! For an out `Both(t, e)` with the merged term m: m with c := 1 must equal t with c := 1, and m with c := 0 must equal
//! e with c := 0; for `Then(t)` (`Else(e)`) only the first (second). Substitution also folds, and most pairs become
//! identical terms. Other pairs are split on the atoms of the conditions of their selects, a bounded number of times.
//! The remaining ones are solver queries over the leaves. (Without the splits, the solver often times out on selects
//! among products and quotients.)
use crate::diamond::{Diamond, Out};
use crate::smt::{self, Answer};
use crate::term::{Dag, Head, TermArgs, TermId};
use rustc_hash::FxHashMap;
use symtool_ir::Op;

/// The most case splits for one half of an out.
const MAX_SPLITS: usize = 256;

/// The result of a proof attempt.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every out is proved.
    Proved {
        /// The number of halves of outs that needed the solver.
        by_solver: usize,
    },
    /// An out is wrong.
    Refuted {
        /// Its index.
        out: usize,
    },
    /// The solver gave no answer within its limits.
    Unknown {
        /// Its index.
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
    /// Compares terms under the assumption that `atom` has the given value, and all earlier assumptions.
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

    /// Sorts the operands of commutative operations by id, because solvers are slow to
    /// prove commutativity of products.
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

    /// Returns the oldest condition atom of the selects in both terms.
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

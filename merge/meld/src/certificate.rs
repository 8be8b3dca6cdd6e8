//! Proves that a meld is equivalent to the branch that it replaces.
//!
//! Let c be the branch condition and m the merged term of an output (a value used after the branch). In a term, "c :=
//! 1" means that c is replaced by 1. The equalities to prove depend on the kind of the output:
//!
//! - `Both(t, e)` (t if c holds, else e): m with c := 1 equals t with c := 1, and m with c := 0 equals e with c := 0;
//! - `Then(t)` (used only if c holds): only the equality for c := 1;
//! - `Else(e)` (used only if c does not hold): only the equality for c := 0.
//!
//! An equality is proved in up to three steps:
//!
//! 1. Replacing c also folds constants. After that, the two terms of most equalities are identical.
//! 2. If they are not, the proof splits cases on the conditions of selects, at most `MAX_SPLITS` times, until the two
//!    terms are identical in each case. (Without the splits, the solver often times out on selects among products and
//!    quotients.)
//! 3. A case in which the terms still differ becomes a solver query.
use crate::diamond::{Diamond, Out};
use crate::smt::{self, Answer};
use crate::term::{Dag, Head, TermArgs, TermId};
use rustc_hash::FxHashMap;
use symtool_ir::Op;

/// The maximum number of case splits for the proof of one output under one value of the branch condition. After that,
/// the solver proves the remaining cases.
const MAX_SPLITS: usize = 256;

/// The result of trying to prove that a meld is equivalent to the branch that it replaces.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For every output, the merged term is proved equal to the original term.
    Proved {
        /// The number of equalities (at most two per output) for which the solver was needed, because folding and case
        /// splits did not prove them.
        by_solver: usize,
    },
    /// For some output, the merged term and the original term differ under some input.
    Refuted {
        /// The index of the output in the diamond.
        out: usize,
    },
    /// The solver reached its limits, so an output is neither proved nor refuted.
    Unknown {
        /// The index of the output in the diamond.
        out: usize,
    },
}

/// Proves that the merged terms `roots` equal the outputs `outs` of the branch (the values used after it): `roots[i]`
/// equals `outs[i]`.
pub fn prove(diamond: &mut Diamond, outs: &[Out], roots: &[TermId]) -> Verdict {
    let mut by_solver = 0;
    let cond = diamond.cond;
    for (number, (&out, &root)) in outs.iter().zip(roots).enumerate() {
        let targets_by_side = match out {
            Out::Both(t, e) => [Some(t), Some(e)],
            Out::Then(t) => [Some(t), None],
            Out::Else(e) => [None, Some(e)],
        };
        for (side, wanted) in targets_by_side.into_iter().enumerate() {
            let Some(wanted) = wanted else { continue };
            let mut proof = Proof {
                dag: &mut diamond.dag,
                assumed: Vec::new(),
                splits: 0,
                used_solver: false,
            };
            let answer = proof.under(cond, side == 0, root, wanted);
            by_solver += usize::from(proof.used_solver);
            match answer {
                Answer::Equal => {}
                Answer::Different => return Verdict::Refuted { out: number },
                Answer::Unknown => return Verdict::Unknown { out: number },
            }
        }
    }
    Verdict::Proved { by_solver }
}

/// The state of the proof that two terms are equal.
struct Proof<'d> {
    dag: &'d mut Dag,
    /// The assumptions of the current case: conditions with their assumed values.
    assumed: Vec<(TermId, bool)>,
    /// The number of case splits so far.
    splits: usize,
    used_solver: bool,
}

impl Proof<'_> {
    /// Returns whether the terms `a` and `b` are equal under the assumptions that the `i1` term `atom` has the value
    /// `value`, and that the earlier assumptions of the case split hold.
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

    /// Sorts the operands of each commutative operation of a term, so that `x * y` and `y * x` become the same term.
    /// Solvers are slow to prove commutativity of products.
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
                Head::Call { .. } => {
                    let args: TermArgs = term.args.iter().map(|a| done[a]).collect();
                    self.dag.apply(term.head, &args)
                }
                Head::Leaf(..) | Head::Const(..) => id,
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
        self.used_solver = true;
        smt::equal_under(self.dag, &self.assumed, a, b)
    }

    /// Returns the condition for the next case split, chosen among the conditions of the selects in `a` and `b`; `None`
    /// if there is none. A condition that is built from `and`, `or`, `xor` and `not` is first replaced by its leftmost
    /// operand that is not built from these operators. For example, `(not x and y) or z` is replaced by `x`. Of the
    /// resulting conditions that are not constant, the one with the smallest id is returned.
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

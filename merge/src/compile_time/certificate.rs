//! Proof that a meld means what the branch meant.
//!
//! For an out `Both(t, e)` with the merged term m: m with c := 1 must equal t with c := 1, and m with c := 0 must
//! equal e with c := 0; for `Then(t)` (`Else(e)`) only the first (second). Substitution folds as it rebuilds, and
//! most pairs become the same term. What does not goes to the solver as a bit-vector formula over leaves.
use super::diamond::{Diamond, Out};
use super::smt;
use super::term::TermId;
use rustc_hash::FxHashMap;

/// The result of a proof attempt.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every out is proved.
    Proved {
        /// So many halves of outs needed the solver.
        by_solver: usize,
    },
    /// An out is wrong, or the solver did not know.
    Refuted {
        /// Its number.
        out: usize,
    },
}

/// Proves `roots` against `outs`; the diamond's condition is c.
pub fn prove(diamond: &mut Diamond, outs: &[Out], roots: &[TermId]) -> Verdict {
    let one = diamond.dag.bool(true);
    let zero = diamond.dag.bool(false);
    let cond = diamond.cond;
    let mut maps = [
        FxHashMap::from_iter([(cond, one)]),
        FxHashMap::from_iter([(cond, zero)]),
    ];
    let mut by_solver = 0;
    for (number, (&out, &root)) in outs.iter().zip(roots).enumerate() {
        let halves = match out {
            Out::Both(t, e) => [Some(t), Some(e)],
            Out::Then(t) => [Some(t), None],
            Out::Else(e) => [None, Some(e)],
        };
        for (side, wanted) in halves.into_iter().enumerate() {
            let Some(wanted) = wanted else { continue };
            let merged = diamond.dag.substitute(root, &mut maps[side]);
            let original = diamond.dag.substitute(wanted, &mut maps[side]);
            if merged == original {
                continue;
            }
            by_solver += 1;
            if !smt::equal_under(&diamond.dag, cond, side == 0, merged, original) {
                return Verdict::Refuted { out: number };
            }
        }
    }
    Verdict::Proved { by_solver }
}

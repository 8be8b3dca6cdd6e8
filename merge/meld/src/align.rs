//! Exact sequence alignment of the two sides of a branch (CFM-SE paper, "Taming the Hydra", OOPSLA 2026,
//! §3.1, "instruction alignment").
//!
//! An alignment is an order-preserving matching of the instructions of both sides. The dynamic program (Needleman and
//! Wunsch) maximizes the sum of the scores of the matched pairs (see [`Score`]). (A local alignment, which matches only
//! the most similar parts of both sides, could miss pairs.) The alignment has two uses:
//!
//! - for **effects** (loads, stores, checks), the alignment gives the order in the merged code;
//! - for **pure operations**, each pair (t, e) is added to the e-graph (a compact set of equal terms) before the
//!   rewrite rules run. It is added as `ite(c, t, e)`, where c is the branch condition. The code that computes each
//!   pair once, without the e-graph, is a second candidate for the merged code: melding compares its cost with that of
//!   the e-graph's result.
use crate::cost::{gates, known_zeros};
use crate::diamond::{Diamond, is_trapping};
use crate::term::{TermArgs, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// One step of an alignment: a pair of instructions, or an unpaired instruction of one side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Pairs an instruction of the `then` side (first index) with an instruction of the `else` side (second
    /// index).
    Both(usize, usize),
    /// An unpaired instruction of the `then` side, by its index in that side.
    Then(usize),
    /// An unpaired instruction of the `else` side, by its index in that side.
    Else(usize),
}

/// Returns the alignment of two sides whose pairs have the highest total score. `then` and `other` are the numbers of
/// instructions of the `then` and the `else` side. `score(i, j)` is the score of pairing instruction i of the `then`
/// side with instruction j of the `else` side; a pair with score 0 or `None` is not formed. Among alignments of equal
/// score, the result pairs instructions as early as possible, and lists unpaired `then` instructions before unpaired
/// `else` instructions.
pub fn align(then: usize, other: usize, score: impl Fn(usize, usize) -> Option<u64>) -> Vec<Step> {
    let pair = |i: usize, j: usize| score(i, j).filter(|&s| s > 0);
    // `best[i][j]` is the highest score of an alignment of `then[i..]` with `other[j..]`.
    let mut best = vec![vec![0u64; other + 1]; then + 1];
    for i in (0..then).rev() {
        for j in (0..other).rev() {
            let alone = best[i + 1][j].max(best[i][j + 1]);
            let together = pair(i, j).map_or(0, |s| s + best[i + 1][j + 1]);
            best[i][j] = alone.max(together);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut steps = Vec::with_capacity(then + other);
    while i < then || j < other {
        if i < then && j < other && pair(i, j).is_some_and(|s| s + best[i + 1][j + 1] == best[i][j])
        {
            steps.push(Step::Both(i, j));
            (i, j) = (i + 1, j + 1);
        } else if i < then && (j == other || best[i + 1][j] == best[i][j]) {
            steps.push(Step::Then(i));
            i += 1;
        } else {
            steps.push(Step::Else(j));
            j += 1;
        }
    }
    steps
}

/// The rule that scores a pair of pure operations with the same operator. If the pair is aligned, one merged
/// operation replaces both.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// The score is the estimated number of gates of the operation, that is, the size of its bit-blasted circuit. The
    /// merged operation also needs selects for operands that differ between the sides. This score ignores the gates of
    /// these selects, so more pairs have a positive score than with `Net`.
    Operation,
    /// The score is the estimated number of gates of the operation, minus the gates of the selects for operands that
    /// differ between the sides.
    Net,
}

/// Aligns the pure operations of both sides and returns the aligned pairs. The two operations of a pair have the same
/// operator and a positive score, so that one merged operation can replace them.
pub fn pure_pairs(diamond: &Diamond, score: Score) -> Vec<(TermId, TermId)> {
    let (then, other) = (&diamond.then_ops, &diamond.else_ops);
    // The maximum product of the numbers of operations of both sides; sides with a greater product get no pairs.
    // Alignment takes time proportional to this product.
    const LIMIT: usize = 1_000_000;
    if then.len() * other.len() > LIMIT {
        return Vec::new();
    }
    let mut zeros = Vec::new();
    for index in 0..diamond.dag.len() {
        let known = known_zeros(&diamond.dag, diamond.dag.nth(index), &zeros);
        zeros.push(known);
    }
    let steps = align(then.len(), other.len(), |i, j| {
        saved(diamond, &zeros, then[i], other[j], score)
    });
    steps
        .into_iter()
        .filter_map(|step| match step {
            Step::Both(i, j) => Some((then[i], other[j])),
            _ => None,
        })
        .collect()
}

/// Returns the score of the pair of operations `t` and `e`: the estimated gates saved by computing one merged
/// operation. With [`Score::Net`], the gates of the selects between the operands of `t` and `e` are subtracted. Two
/// corresponding operands need no select if they are equal or have the same operator: operands with the same operator
/// are assumed to be merged as well. The result is `None` if the operators of `t` and `e` differ, or if no gates are
/// saved.
fn saved(diamond: &Diamond, zeros: &[u128], t: TermId, e: TermId, score: Score) -> Option<u64> {
    let dag = &diamond.dag;
    let (then, other) = (dag.get(t), dag.get(e));
    if then.head != other.head {
        return None;
    }
    let select = |(&a, &x): (&TermId, &TermId)| {
        let w = u64::from(dag.ty(a).bits());
        if a == x || (dag.get(a).head == dag.get(x).head && !dag.get(a).head.is_atom()) {
            return 0;
        }
        match [a, x]
            .iter()
            .filter(|&&v| dag.as_const(v).is_some())
            .count()
        {
            2 => 2,
            1 => w + 1,
            _ => 3 * w,
        }
    };
    let selects: u64 = then.args.iter().zip(&other.args).map(select).sum();
    let kept = gates(dag, t, zeros).min(gates(dag, e, zeros));
    let selects = if score == Score::Net { selects } else { 0 };
    kept.checked_sub(selects).filter(|&gain| gain > 0)
}

/// The merged terms of a diamond (the two sides of a branch as terms), computed from aligned pairs of operations
/// without the e-graph.
#[derive(Clone, Debug)]
pub struct AlignedForm {
    /// For each output of the diamond (a value used after the branch), its merged term.
    pub roots: Vec<TermId>,
    /// For each merged term, the terms of the two sides that it replaces, ascending. The code of the merged term gets
    /// the source locations of these terms.
    pub origins: FxHashMap<TermId, Vec<TermId>>,
}

/// Returns one merged term per output of the diamond, computed without the e-graph. Each pair of operations in `pairs`
/// becomes one operation; a select chooses between two operands that differ. The operations in no pair remain as they
/// are.
pub fn aligned_form(diamond: &mut Diamond, pairs: &[(TermId, TermId)]) -> AlignedForm {
    let mut builder = AlignedBuilder {
        partner: pairs.iter().copied().collect(),
        back: pairs.iter().map(|&(t, e)| (e, t)).collect(),
        diamond,
        merged: FxHashMap::default(),
        open: FxHashSet::default(),
        sides: [FxHashMap::default(), FxHashMap::default()],
        origins: FxHashMap::default(),
    };
    let outs = builder.diamond.outs.clone();
    use crate::diamond::Out;
    let roots = outs
        .into_iter()
        .map(|out| match out {
            Out::Both(t, e) => builder.either(t, e),
            Out::Then(t) => builder.side(0, t),
            Out::Else(e) => builder.side(1, e),
        })
        .collect();
    let mut origins = builder.origins;
    for list in origins.values_mut() {
        list.sort_unstable();
        list.dedup();
    }
    AlignedForm { roots, origins }
}

/// Builds the merged terms of a diamond from its aligned pairs of operations.
struct AlignedBuilder<'d> {
    diamond: &'d mut Diamond,
    /// For each paired operation of the `then` side, the paired operation of the `else` side.
    partner: FxHashMap<TermId, TermId>,
    /// For each paired operation of the `else` side, the paired operation of the `then` side.
    back: FxHashMap<TermId, TermId>,
    /// For each pair, given by its `then` operation, its merged term.
    merged: FxHashMap<TermId, TermId>,
    /// The pairs whose merged terms are being built, each given by its `then` term. If such a pair is reached again,
    /// it is treated as unpaired. Otherwise the recursion might not terminate. For example, let (a, y) and (b, x) be
    /// pairs, where a uses b, and x uses y: each merged term would then be an operand of the other.
    open: FxHashSet<TermId>,
    /// For each side (0: `then`, 1: `else`), a cache of the results of the method `side`.
    sides: [FxHashMap<TermId, TermId>; 2],
    origins: FxHashMap<TermId, Vec<TermId>>,
}

impl AlignedBuilder<'_> {
    /// Returns the merged term for `ite(c, t, e)`, where c is the branch condition: one operation if t and e are an
    /// aligned pair, else a select between the terms of the two sides.
    fn either(&mut self, t: TermId, e: TermId) -> TermId {
        if t == e {
            return t;
        }
        if self.partner.get(&t) == Some(&e) && !self.open.contains(&t) {
            return self.merge(t, e);
        }
        let (a, b) = (self.side(0, t), self.side(1, e));
        self.diamond.dag.select(self.diamond.cond, a, b)
    }

    fn merge(&mut self, t: TermId, e: TermId) -> TermId {
        if let Some(&done) = self.merged.get(&t) {
            return done;
        }
        self.open.insert(t);
        let (then, other) = (
            self.diamond.dag.get(t).clone(),
            self.diamond.dag.get(e).clone(),
        );
        let args: TermArgs = then
            .args
            .iter()
            .zip(&other.args)
            .map(|(&a, &x)| self.either(a, x))
            .collect();
        let id = self.diamond.dag.apply(then.head, &args);
        self.open.remove(&t);
        self.merged.insert(t, id);
        self.origins.entry(id).or_default().extend([t, e]);
        id
    }

    /// Returns a merged term that can replace `id`, a term of one side. The two terms are equal if the branch takes
    /// this side. `side` is the index of the side (0: `then`, 1: `else`).
    fn side(&mut self, side: usize, id: TermId) -> TermId {
        if let Some(&done) = self.sides[side].get(&id) {
            return done;
        }
        let (t, e) = if side == 0 {
            (Some(id), self.partner.get(&id).copied())
        } else {
            (self.back.get(&id).copied(), Some(id))
        };
        let new = match (t, e) {
            (Some(t), Some(e)) if !self.open.contains(&t) => self.merge(t, e),
            _ => self.alone(side, id),
        };
        self.sides[side].insert(id, new);
        new
    }

    /// Returns the term `id` of one side with its operands replaced by merged terms.
    fn alone(&mut self, side: usize, id: TermId) -> TermId {
        let term = self.diamond.dag.get(id).clone();
        if term.head.is_atom() {
            return id;
        }
        let args: TermArgs = term.args.iter().map(|&a| self.side(side, a)).collect();
        let new = self.diamond.dag.apply(term.head, &args);
        self.origins.entry(new).or_default().push(id);
        new
    }
}

/// Makes divisions safe to run on both sides. The divisor of each division that may divide by zero becomes a select,
/// which is 1 if the branch takes the side without the division. For example, `a / b` on the `then` side becomes
/// `a / ite(c, b, 1)`, where c is the branch condition. Therefore the solver does not reason about a quotient that
/// the program does not compute. If the e-graph merges a division of the `then` side with a division of the `else`
/// side, a single select between the two divisors replaces these two selects.
pub fn tame_divisions(diamond: &mut Diamond) {
    for side in 0..2 {
        let ops = if side == 0 {
            diamond.then_ops.clone()
        } else {
            diamond.else_ops.clone()
        };
        if !ops.iter().any(|&t| is_trapping(&diamond.dag, t)) {
            continue;
        }
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for id in ops.iter().copied() {
            let new = with_safe_divisor(diamond, &map, side, id);
            map.insert(id, new);
        }
        let get = |t: TermId| map.get(&t).copied().unwrap_or(t);
        let ops: Vec<TermId> = ops.into_iter().map(get).collect();
        use crate::diamond::Out;
        for out in &mut diamond.outs {
            *out = match (*out, side) {
                (Out::Both(t, e), 0) => Out::Both(get(t), e),
                (Out::Both(t, e), _) => Out::Both(t, get(e)),
                (Out::Then(t), 0) => Out::Then(get(t)),
                (Out::Else(e), 1) => Out::Else(get(e)),
                (same, _) => same,
            };
        }
        *(if side == 0 {
            &mut diamond.then_ops
        } else {
            &mut diamond.else_ops
        }) = ops;
    }
}

fn with_safe_divisor(
    diamond: &mut Diamond,
    map: &FxHashMap<TermId, TermId>,
    side: usize,
    id: TermId,
) -> TermId {
    let term = diamond.dag.get(id).clone();
    let mut args: TermArgs = term
        .args
        .iter()
        .map(|a| map.get(a).copied().unwrap_or(*a))
        .collect();
    if is_trapping(&diamond.dag, id) {
        let one = diamond.dag.int(term.head.ty(), 1);
        let (a, b) = if side == 0 {
            (args[1], one)
        } else {
            (one, args[1])
        };
        args[1] = diamond.dag.select(diamond.cond, a, b);
    }
    diamond.dag.apply(term.head, &args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{Verdict, prove};
    use proptest::prelude::*;

    /// A diamond with a chain of two additions on each side. The test pairs the first addition of each side with the
    /// second addition of the opposite side. So the merged addition of each pair would be an operand of the other.
    /// Melding must treat one of the pairs as unpaired, and the resulting terms must be proved equivalent to the
    /// branch.
    const CROSSING: &str = "\
diamond crossing
  common %0 = var i8 0
  common %1 = var i8 1
  common %2 = slt i1 %0 %1
  then %3 = add i8 %0 %0
  then %4 = add i8 %3 %0
  else %5 = add i8 %1 %1
  else %6 = add i8 %5 %1
  cond %2
  out %4 %6
end
";

    #[test]
    fn pairs_that_cross_give_a_proved_form() {
        let mut all = Diamond::parse_all(CROSSING).expect("a well-formed diamond");
        let (_, mut diamond) = all.remove(0);
        let (then, other) = (diamond.then_ops.clone(), diamond.else_ops.clone());
        let form = aligned_form(&mut diamond, &[(then[0], other[1]), (then[1], other[0])]);
        let outs = diamond.outs.clone();
        let verdict = prove(&mut diamond, &outs, &form.roots);
        assert!(matches!(verdict, Verdict::Proved { .. }), "{verdict:?}");
    }

    /// Returns the highest score of all order-preserving matchings, found by enumeration: the
    /// reference for the test of `align`.
    fn best_score(i: usize, j: usize, scores: &[Vec<Option<u64>>]) -> u64 {
        if i == scores.len() || j == scores[i].len() {
            return 0;
        }
        let skip = best_score(i + 1, j, scores).max(best_score(i, j + 1, scores));
        let pair = scores[i][j].map_or(0, |s| s + best_score(i + 1, j + 1, scores));
        skip.max(pair)
    }

    proptest! {
        #[test]
        fn alignment_is_optimal_and_complete(
            scores in prop::collection::vec(prop::collection::vec(prop::option::of(0u64..9), 4), 0..5)
        ) {
            let steps = align(scores.len(), 4, |i, j| scores[i][j]);
            let mut total = 0;
            let (mut then, mut other) = (Vec::new(), Vec::new());
            for step in &steps {
                match *step {
                    Step::Both(i, j) => {
                        total += scores[i][j].expect("only pairs that fit");
                        then.push(i);
                        other.push(j);
                    }
                    Step::Then(i) => then.push(i),
                    Step::Else(j) => other.push(j),
                }
            }
            prop_assert_eq!(total, best_score(0, 0, &scores));
            prop_assert_eq!(then, (0..scores.len()).collect::<Vec<_>>());
            prop_assert_eq!(other, (0..4).collect::<Vec<_>>());
        }
    }
}

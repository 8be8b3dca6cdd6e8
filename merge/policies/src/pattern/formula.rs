//! Merges the leaves of a region (the states at the exit of a loop or function) into one state if their conditions form
//! a regular pattern `ω1 ω2^k ω3`. Each leaf has the conditions ω1, then the conditions ω2 a number k of times, then
//! the conditions ω3; the number k differs between the leaves. The conditions of the merged state are a *formula* over
//! k.
//!
//! [`Arena::fit`] synthesizes each condition of the formula from samples. A sample is a number with the condition for
//! this number. For ω2, the leaf with the most repetitions gives the samples: its repetitions of ω2, numbered from 1.
//! For example, `s[0] == 97` for i = 1 and `s[1] == 97` for i = 2 give `s[i - 1] == 97`. For ω3, each leaf gives one
//! sample, whose number is the leaf's repetition count k. The expression is built from two samples, and must agree with
//! all others.
//!
//! The merged state restricts k to the counts of the leaves. For each such k, the formula equals the conditions of one
//! leaf. So the merged state has the same models as the ordinary join, each extended by a value of k.
use rustc_hash::FxHashMap;
use std::fmt::Write;
use symtool_engine::merging::{MergeContext, join};
use symtool_engine::state::{State, Val};
use symtool_expr::{Arena, ExprId, InputArrays, Node, SymArray};

/// The maximum number of repetitions k of a pattern `ω1 ω2^k ω3`, so that k fits in two bytes. Leaves with more
/// repetitions get no formula.
const MAX_COUNT: u32 = 60_000;

/// A leaf (a state at the exit of the region) with conditions that match the pattern `ω1 ω2^k ω3`.
#[derive(Copy, Clone)]
pub struct Leaf<'s> {
    /// The conditions that the path of the state has gained since the root, the fork that opened the region.
    pub tail: &'s [ExprId],
    /// The number of repetitions in `tail` of ω2, the repeated part of the pattern.
    pub count: u32,
}

/// The conditions of a merged state: the conditions ω1, a quantifier over the repetitions of the conditions ω2, and the
/// conditions ω3 for a symbolic repetition count k.
#[derive(Debug)]
pub struct Formula {
    /// The variable that the quantifier binds: the index of a repetition of ω2.
    var: SymArray,
    first: Vec<ExprId>,
    repeated: Vec<ExprId>,
    last: Vec<ExprId>,
    /// The repetition counts of the states that are merged, ascending.
    pub counts: Vec<u32>,
    /// The symbolic repetition count k of the merged state.
    k: SymArray,
    /// The largest repetition count in all formulas that share the symbol `k`.
    most: u32,
    /// For each input, the array with the contents of the memory object that holds the input.
    homes: InputArrays,
}

/// Makes all formulas with the same conditions ω1 and ω2 share one count k and one quantifier. The merged states of
/// two such formulas may be joined later. The quantifier is then a condition of both states, and a value that is the
/// same expression over k in both states needs no `ite`.
///
/// The condition that bounds k to the repetition counts still differs between the merged states.
pub fn share_counts(formulas: &mut [Option<Formula>]) {
    for at in 1..formulas.len() {
        let (before, rest) = formulas.split_at_mut(at);
        let Some(formula) = &mut rest[0] else {
            continue;
        };
        let same = |other: &&mut Formula| {
            (&other.first, &other.repeated) == (&formula.first, &formula.repeated)
        };
        let mut same: Vec<&mut Formula> = before.iter_mut().flatten().filter(same).collect();
        if let Some(k) = same.first().map(|other| other.k) {
            formula.k = k;
            let most = same.iter().map(|other| other.most).max();
            formula.most = formula.most.max(most.unwrap_or(0));
            same.iter_mut().for_each(|other| other.most = formula.most);
        }
    }
}

/// Returns the formula for the conditions of `leaves`; `None` if no formula fits them. The leaves are in ascending
/// order of their repetition counts. `lengths` are the numbers of conditions in ω1, ω2 and ω3. `most` is the largest
/// repetition count of all formulas that may share the symbol k; it determines the width of k.
///
/// In the formula, an input byte becomes a read of the memory object that contains the byte, because later reads have
/// this form. `homes` gives, for each input, the array with the contents of this object.
pub fn fitted(
    arena: &mut Arena,
    (leaves, most): (&[Leaf<'_>], u32),
    lengths: [usize; 3],
    homes: &InputArrays,
) -> Option<Formula> {
    let [before, len, after] = lengths;
    let longest = leaves.last()?;
    if most > MAX_COUNT || longest.count == 0 {
        return None;
    }
    let repeated_of = |leaf: &Leaf<'_>| before + leaf.count as usize * len;
    // The conditions of each leaf must begin with ω1 and then repeat ω2 as often as the repetition count of the leaf
    // says. This beginning must equal the beginning of the longest leaf, including the numeric constants.
    let same = |leaf: &Leaf<'_>| {
        let end = repeated_of(leaf);
        leaf.tail.len() == end + after && leaf.tail[..end] == longest.tail[..end]
    };
    if !leaves.iter().all(same) {
        return None;
    }
    let quantified = |c: &ExprId| arena.has_quantifiers(*c) || arena.has_float(*c);
    let repeats = &longest.tail[before..repeated_of(longest)];
    if repeats.iter().any(quantified) {
        return None;
    }
    let var = arena.bound_variable(if most < 256 { 1 } else { 2 });
    let mut repeated = Vec::new();
    for at in 0..len {
        let samples: Vec<(u32, ExprId)> = (repeats.chunks(len).zip(1..))
            .map(|(chunk, number)| (number, chunk[at]))
            .collect();
        repeated.push(arena.fit(var, &samples, homes)?);
    }
    let mut last = Vec::new();
    for at in 0..after {
        let samples: Vec<(u32, ExprId)> = (leaves.iter())
            .map(|leaf| (leaf.count, leaf.tail[repeated_of(leaf) + at]))
            .collect();
        last.push(arena.fit(var, &samples, homes)?);
    }
    let bytes = arena.symbol_len(var);
    Some(Formula {
        var,
        first: longest.tail[..before].to_vec(),
        repeated,
        last,
        counts: leaves.iter().map(|leaf| leaf.count).collect(),
        k: arena.symbol("k", bytes),
        most: longest.count,
        homes: homes.clone(),
    })
}

impl Formula {
    /// Returns the repetition count k as an expression.
    pub fn count(&self, arena: &mut Arena) -> ExprId {
        let width = 8 * arena.symbol_len(self.k);
        arena.scalar(self.k, width)
    }

    /// Returns conditions which say that k is one of the repetition counts of the merged states.
    fn range(&self, arena: &mut Arena) -> Vec<ExprId> {
        let k = self.count(arena);
        let width = arena.width(k);
        let (least, most) = (self.counts[0], self.counts[self.counts.len() - 1]);
        if (most - least) as usize + 1 == self.counts.len() {
            let least = arena.int(width, u128::from(least));
            let most = arena.int(width, u128::from(most));
            return vec![arena.ule(least, k), arena.ule(k, most)];
        }
        let mut one_of = Arena::FALSE;
        for &count in &self.counts {
            let count = arena.int(width, u128::from(count));
            let is = arena.eq(k, count);
            one_of = arena.or(one_of, is);
        }
        vec![one_of]
    }

    /// Returns the conditions of the merged path since the root of the region (the fork that opened it).
    fn conditions(&self, arena: &mut Arena) -> Vec<ExprId> {
        let mut all = self.range(arena);
        all.extend(&self.first);
        let k = self.count(arena);
        let mut body = Arena::TRUE;
        for &part in &self.repeated {
            body = arena.and(body, part);
        }
        all.push(arena.for_all(self.var, self.most, k, body));
        for &part in &self.last {
            all.push(arena.instance(part, self.var, k));
        }
        all.retain(|&c| !arena.is_true(c));
        all
    }

    /// Merges `states`, which are in ascending order of their repetition counts; returns `None` if they cannot be
    /// joined. The merged state gets the id of the first state. `root` is the length of the path condition at the fork
    /// that opened the region; this part of the path condition is kept.
    pub fn merged(
        &self,
        context: &mut MergeContext<'_>,
        states: &[State],
        root: usize,
    ) -> Option<State> {
        let (first, others) = states.split_first()?;
        let k = self.count(context.arena);
        let width = context.arena.width(k);
        let mut tags: FxHashMap<ExprId, usize> = FxHashMap::default();
        let mut merged = first.clone();
        for (at, other) in others.iter().enumerate() {
            let count = context.arena.int(width, u128::from(self.counts[at + 1]));
            let is = context.arena.eq(k, count);
            tags.insert(is, at + 1);
            let ends = join::Ends {
                path: merged.path.clone(),
                only: [context.arena.not(is), is],
            };
            if !join::may_join(first, other) {
                return None;
            }
            // Builds an `ite` chain without simplification. The method `value` later divides the chain into the
            // values of the single states.
            let mut choose = |arena: &mut Arena, a: Val, b: Val, width: u32| {
                let (a, b) = (a.expr(arena, width), b.expr(arena, width));
                arena.set_simplification(false);
                let value = arena.ite(is, b, a);
                arena.set_simplification(true);
                Val::of(arena, value)
            };
            merged = context.combine((&merged, other), ends, &mut choose)?;
        }
        let mut known: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut change = |arena: &mut Arena, value: ExprId, _: u32| {
            if let Some(&done) = known.get(&value) {
                return done;
            }
            let done = self.value(arena, k, value, &tags);
            known.insert(value, done);
            done
        };
        let stores = (context.code, &mut *context.live);
        let mut merged = join::changed(context.arena, stores, (merged, first), &mut change)?;
        let mut path = first.path.prefix(root);
        for condition in self.conditions(context.arena) {
            path.push(condition);
        }
        merged.path = path;
        Some(merged)
    }

    /// Replaces an `ite` chain that selects between the values of the merged states. If one expression over k fits all
    /// values, the result is this expression; otherwise it is a simplified chain.
    fn value(
        &self,
        arena: &mut Arena,
        k: ExprId,
        chain: ExprId,
        tags: &FxHashMap<ExprId, usize>,
    ) -> ExprId {
        let mut values: Vec<Option<ExprId>> = vec![None; self.counts.len()];
        let mut at = chain;
        while let Node::Ite { cond, then, other } = arena.node(at)
            && let Some(&leaf) = tags.get(&cond)
        {
            values[leaf] = Some(then);
            at = other;
        }
        let samples: Vec<(u32, ExprId)> = (self.counts.iter().zip(&values))
            .map(|(&count, value)| (count, value.unwrap_or(at)))
            .collect();
        let usual = |&(_, e): &(u32, ExprId)| !arena.has_quantifiers(e) && !arena.has_float(e);
        if samples.iter().all(usual)
            && let Some(found) = arena.fit(self.var, &samples, &self.homes)
        {
            return arena.instance(found, self.var, k);
        }
        let width = arena.width(k);
        let mut value = samples[0].1;
        for &(count, other) in &samples[1..] {
            if other != value {
                let count = arena.int(width, u128::from(count));
                let is = arena.eq(k, count);
                value = arena.ite(is, other, value);
            }
        }
        value
    }

    /// Returns the pattern, the merged path condition and the register values that depend on k as text, for the log of
    /// merges.
    pub fn text(&self, arena: &mut Arena, merged: &State) -> String {
        let mut out = String::new();
        let texts = |arena: &Arena, all: &[ExprId]| {
            let texts = all.iter().map(|&c| arena.text(c));
            let all: Vec<String> = texts.collect();
            if all.is_empty() {
                "true".to_owned()
            } else {
                all.join(" and ")
            }
        };
        let _ = writeln!(out, "counts:   {:?}", self.counts);
        let _ = writeln!(out, "first:    {}", texts(arena, &self.first));
        let _ = writeln!(out, "repeated: {}", texts(arena, &self.repeated));
        let _ = writeln!(out, "last:     {}", texts(arena, &self.last));
        for &condition in merged.path.conditions() {
            let _ = writeln!(out, "path:     {}", arena.text(condition));
        }
        for (reg, value) in merged.frame.regs.iter().enumerate() {
            if let Val::Expr(e) = *value
                && arena
                    .support(e)
                    .iter()
                    .any(|&s| arena.symbol_place(s).0 == self.k)
            {
                let _ = writeln!(out, "value:    r{reg} = {}", arena.text(e));
            }
        }
        out
    }
}

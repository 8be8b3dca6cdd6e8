//! Computes an expression as a function of several subexpressions (factors) that share no input. The expression is
//! evaluated for all combinations of the factors' values. A *unit* is an expression without array reads, for example an
//! index, that determines the value of a factor.
use super::{Functions, Relevant, Search, any_if_none};
use crate::arrays::columns::Given;
use crate::arrays::function::{Factor, Function, when};
use crate::arrays::{Limits, walk};
use crate::{Arena, ExprId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The maximum number of combinations of the factors' values.
const MAX_PRODUCT: usize = 1 << 13;

impl Functions {
    /// Returns the [`Function`] of an expression over the subexpressions `cut`, which together determine it. Returns
    /// `None` if two of the subexpressions share an input, if the subexpressions have too many combinations of values,
    /// or if the expression has too many values or needs too many index ranges.
    pub(super) fn over_product(
        &mut self,
        arena: &mut Arena,
        search: &mut Search,
        (e, relevant): (ExprId, Relevant),
        cut: &BTreeSet<ExprId>,
    ) -> Option<Function> {
        let cut: Vec<ExprId> = cut.iter().copied().collect();
        for (at, &a) in cut.iter().enumerate() {
            if cut[..at].iter().any(|&b| share(arena, a, b)) {
                return None;
            }
        }
        let too_many = |&e: &ExprId| {
            let domain = arena.domain(e);
            !arena.has_reads(e) && domain.max.wrapping_sub(domain.min) >= MAX_PRODUCT as u64
        };
        if cut.iter().any(too_many) {
            return None;
        }
        let mut factors = Vec::new();
        for &member in &cut {
            let function = self.find(arena, search, member)?;
            factors.push((member, Factor::of(&function)));
        }
        // The factors (subexpressions in the cut) that are tables over a unit come last; a unit is an expression
        // without reads, such as an index. For fixed values of the other factors, the values of the unit that give one
        // result often form a range, and a range is a short condition.
        factors.sort_by_key(|(_, factor)| matches!(factor, Factor::Unit { .. }));
        let values = self.combinations(arena, (e, relevant), search.limits, &factors)?;
        let combined: Vec<&Factor> = factors.iter().map(|(_, factor)| factor).collect();
        let distinct = distinct(&values);
        if distinct.len() > search.limits.values {
            search.too_many_values = !walk::is_nested(arena, e);
            return None;
        }
        let mut budget = walk::product_budget(arena, e, search.limits);
        let cases = distinct
            .into_iter()
            .map(|value| {
                let when = when(arena, &mut budget, &combined, &values, value)?;
                Some((value, when))
            })
            .collect::<Option<Vec<_>>>();
        search.too_many_values = cases.is_none() && !walk::is_nested(arena, e);
        Some(Function::Cases(Rc::from(cases?)))
    }

    /// Returns the value of an expression for each combination of values of `factors`, the subexpressions that
    /// determine it; `None` for a combination that the path excludes. The value of the last factor varies fastest. If
    /// a sample of the combinations already gives too many distinct values, returns only the values for the sample,
    /// because the caller then finds no function in any case.
    fn combinations(
        &mut self,
        arena: &Arena,
        key: (ExprId, Relevant),
        limits: &Limits,
        factors: &[(ExprId, Factor)],
    ) -> Option<Vec<Option<u64>>> {
        let mut total = 1usize;
        for (_, factor) in factors {
            total = total.checked_mul(factor.len())?;
        }
        if total > MAX_PRODUCT {
            return None;
        }
        // First, a sample of the combinations is evaluated. Most expressions have too many values, and the sample shows
        // this at low cost.
        let part = 4 * limits.values;
        if total > 2 * part {
            let step = total / part;
            let place = |k| k * step + k % step;
            let (values, alive) = self.at_positions(arena, key, factors, &place, part)?;
            let some = allowed(values, &alive);
            if distinct(&some).len() > limits.values {
                return Some(some);
            }
        }
        let (values, mut alive) = self.at_positions(arena, key, factors, &|place| place, total)?;
        any_if_none(&mut alive);
        Some(allowed(values, &alive))
    }

    /// Returns the values of an expression for `len` combinations of values of `factors`, the subexpressions that
    /// determine it. Each value has a flag: whether the path allows the combination. The function `place` returns the
    /// number of the k-th combination.
    fn at_positions(
        &mut self,
        arena: &Arena,
        (e, relevant): (ExprId, Relevant),
        factors: &[(ExprId, Factor)],
        place: &dyn Fn(usize) -> usize,
        len: usize,
    ) -> Option<(Vec<u64>, Vec<bool>)> {
        let mut given = Given::default();
        let mut inner: usize = factors.iter().map(|(_, factor)| factor.len()).product();
        for (member, factor) in factors {
            inner /= factor.len();
            let at = |k: usize| factor.value(place(k) / inner % factor.len());
            given.insert(*member, (0..len).map(at).collect());
        }
        let values = self.tables.column(arena, e, &given, len)?;
        let alive = self.alive(relevant, len, |functions, constraint| {
            let column = functions.tables.column(arena, constraint, &given, len);
            column.map(Rc::from)
        });
        Some((values, alive))
    }
}

fn allowed(values: Vec<u64>, alive: &[bool]) -> Vec<Option<u64>> {
    let values = values.into_iter().zip(alive);
    values
        .map(|(value, &alive)| alive.then_some(value))
        .collect()
}

/// Returns the distinct values of a list, ascending.
fn distinct(values: &[Option<u64>]) -> Vec<u64> {
    let mut distinct: Vec<u64> = values.iter().copied().flatten().collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// Returns whether two expressions may depend on a common input byte.
fn share(arena: &Arena, a: ExprId, b: ExprId) -> bool {
    let (a, b) = (arena.support(a), arena.support(b));
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => return true,
        }
    }
    // A symbol that denotes a whole input includes all bytes of the input. So an expression with such a symbol counts
    // as sharing bytes with every other expression.
    let whole = |s: &u32| arena.symbol_place(*s).1.is_none();
    a.iter().any(whole) || b.iter().any(whole)
}

//! The difference of two path conditions, from which a join builds its path condition and its `ite` conditions.
//!
//! Suppose that one path has a quantified condition with a symbolic count `k`, such as `forall i < k: b[i] != 0`, and
//! that the other path does not depend on `k`. Then `k` can be 0 for every input of the other path, and with `k = 0`
//! the quantified condition is true. So the joined path can have the quantified condition itself, instead of a
//! disjunction that contains it. This is necessary, because the solving procedure for quantifiers cannot handle
//! conditions that are nested in a disjunction.
use crate::state::path::Path;
use rustc_hash::FxHashSet;
use symtool_expr::{Arena, ExprId, SymArray};

/// The difference of two path conditions.
pub(super) struct PathDifference {
    /// The conditions of the joined path. They are the conditions that both path conditions contain, and some
    /// quantified conditions of one path: those whose count does not occur in the other path condition. For example,
    /// the count of `forall i < k: b[i] != 0` is `k`.
    pub(super) common: Path,
    /// For each of the two paths, the conjunction of its remaining conditions.
    pub(super) only: [ExprId; 2],
    /// The number of conditions in each conjunction of `only`.
    pub(super) len: [usize; 2],
    /// The disjunction of the two conjunctions in `only`.
    pub(super) either: ExprId,
}

impl PathDifference {
    /// Returns the difference of the path conditions `a` and `b`. Returns `None` if one path is infeasible, or
    /// represents all inputs of the other path.
    pub(super) fn new(arena: &mut Arena, a: &Path, b: &Path) -> Option<PathDifference> {
        let (one, two) = (a.conditions(), b.conditions());
        let shared = one.iter().zip(two).take_while(|(x, y)| x == y).count();
        let (in_one, in_two): (FxHashSet<ExprId>, FxHashSet<ExprId>) = (
            one[shared..].iter().copied().collect(),
            two[shared..].iter().copied().collect(),
        );
        let mut common = a.prefix(shared);
        for &condition in one[shared..].iter().filter(|c| in_two.contains(c)) {
            common.push(condition);
        }
        let only = |of: &[ExprId], other: &FxHashSet<ExprId>| {
            let only = of[shared..].iter().copied().filter(|c| !other.contains(c));
            only.collect::<Vec<_>>()
        };
        let (only_one, only_two) = (only(one, &in_two), only(two, &in_one));
        let (of_one, rest_one) = split(arena, &only_one, two);
        let (of_two, rest_two) = split(arena, &only_two, one);
        for quantifier in of_one.into_iter().chain(of_two) {
            common.push(quantifier);
        }
        // If a path P has only conditions that a path Q also has, P represents all inputs of Q. Then the states are not
        // joined.
        if rest_one.is_empty() || rest_two.is_empty() {
            return None;
        }
        let both = [conjunction(arena, &rest_one), conjunction(arena, &rest_two)];
        if both.contains(&Arena::FALSE) {
            return None;
        }
        let either = either(arena, &rest_one, &rest_two, both);
        Some(PathDifference {
            common,
            only: both,
            len: [rest_one.len(), rest_two.len()],
            either,
        })
    }
}

/// Splits `only`, the conditions that only one of two paths has, into two lists. The first list contains the
/// quantifiers whose count does not occur in `other`, the conditions of the other path; they become conditions of the
/// joined path. The second list contains the remaining conditions. If all conditions of `only` are quantifiers, the
/// first list is empty: the remaining conditions must distinguish the paths.
fn split(arena: &mut Arena, only: &[ExprId], other: &[ExprId]) -> (Vec<ExprId>, Vec<ExprId>) {
    let (quantifiers, mut rest): (Vec<ExprId>, Vec<ExprId>) =
        only.iter().partition(|&&c| free_count(arena, c).is_some());
    if quantifiers.is_empty() || rest.is_empty() {
        return (Vec::new(), only.to_vec());
    }
    let mut used: FxHashSet<SymArray> = FxHashSet::default();
    for &condition in other {
        let symbols = arena.support(condition).iter();
        used.extend(symbols.map(|&symbol| arena.symbol_place(symbol).0));
    }
    let (bound, separate): (Vec<ExprId>, Vec<ExprId>) = (quantifiers.into_iter())
        .partition(|&c| free_count(arena, c).is_none_or(|count| used.contains(&count)));
    rest.extend(bound);
    (separate, rest)
}

/// Returns the symbol that is the count of a quantified condition, such as `k` in `forall i < k: b[i] != 0`. Returns
/// `None` if the condition has no quantifier, or if its count is not a symbol.
fn free_count(arena: &mut Arena, condition: ExprId) -> Option<SymArray> {
    let quantifier = arena.as_for_all(condition)?;
    let &symbol = arena.support(quantifier.count).first()?;
    let (array, _) = arena.symbol_place(symbol);
    let width = arena.width(quantifier.count);
    (8 * arena.symbol_len(array) == width && arena.scalar(array, width) == quantifier.count)
        .then_some(array)
}

/// Returns the conjunction of the conditions.
pub(super) fn conjunction(arena: &mut Arena, conditions: &[ExprId]) -> ExprId {
    let mut all = Arena::TRUE;
    for &condition in conditions {
        all = arena.and(all, condition);
    }
    all
}

/// Returns the condition that all conditions of the list `one`, or all conditions of the list `two`, are true. `both`
/// contains the conjunctions of the two lists. If `one` contains a condition `c` and `two` its negation, the result
/// is `ite(c, A, B)`, where `A` and `B` are the conjunctions of the other conditions of `one` and `two`.
fn either(arena: &mut Arena, one: &[ExprId], two: &[ExprId], both: [ExprId; 2]) -> ExprId {
    let no = arena.not(both[0]);
    if no == both[1] {
        return Arena::TRUE;
    }
    for (at, &condition) in one.iter().enumerate() {
        let no = arena.not(condition);
        let Some(there) = two.iter().position(|&c| c == no) else {
            continue;
        };
        let without = |of: &[ExprId], skip: usize| {
            let left = of.iter().enumerate().filter(|&(i, _)| i != skip);
            left.map(|(_, &c)| c).collect::<Vec<_>>()
        };
        let one = conjunction(arena, &without(one, at));
        let two = conjunction(arena, &without(two, there));
        return arena.ite(condition, one, two);
    }
    arena.or(both[0], both[1])
}

//! Alignment of two sequences: pairs of elements, in the order of both sequences, with the largest total score.
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::ops::Range;

/// The maximum number of cells in the dynamic-programming table of the exact algorithm. The number of cells is the
/// product of the lengths of the two sequences. Longer sequences are divided into parts.
const MAX_CELLS: usize = 1 << 22;

/// Returns the pairs of the alignment of two sequences with the largest total score (Needleman and Wunsch, with gaps
/// of score 0). Both positions increase from pair to pair. `score` returns the score of a pair of positions, which is
/// positive; `None` if the two positions must not be aligned.
///
/// The algorithm takes time proportional to the product of the lengths. If the product exceeds [`MAX_CELLS`], the
/// sequences are first divided at *anchors*: elements whose key occurs exactly once in each sequence. A part that is
/// still too large is aligned by equal keys only.
pub(super) fn align<K: Copy + Eq + Hash>(
    before: &[K],
    after: &[K],
    score: &impl Fn(usize, usize) -> Option<u32>,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut parts = vec![(0..before.len(), 0..after.len())];
    if before.len().saturating_mul(after.len()) > MAX_CELLS {
        parts = divide(before, after);
    }
    for (old, new) in parts {
        if old.len().saturating_mul(new.len()) > MAX_CELLS {
            pairs.extend(equal_keys(before, after, old, new, score));
        } else {
            pairs.extend(exact(old, new, score));
        }
    }
    pairs
}

/// The last step of the best alignment of two prefixes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Step {
    Pair,
    SkipBefore,
    SkipAfter,
}

fn exact(
    old: Range<usize>,
    new: Range<usize>,
    score: &impl Fn(usize, usize) -> Option<u32>,
) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let mut steps = vec![Step::SkipAfter; (old.len() + 1) * width];
    let mut previous = vec![0u32; width];
    let mut current = vec![0u32; width];
    for i in 0..old.len() {
        steps[(i + 1) * width] = Step::SkipBefore;
        for j in 0..new.len() {
            let (mut best, mut step) = (previous[j + 1], Step::SkipBefore);
            if current[j] > best {
                (best, step) = (current[j], Step::SkipAfter);
            }
            if let Some(pair) = score(old.start + i, new.start + j)
                && previous[j] + pair >= best
            {
                (best, step) = (previous[j] + pair, Step::Pair);
            }
            current[j + 1] = best;
            steps[(i + 1) * width + j + 1] = step;
        }
        std::mem::swap(&mut previous, &mut current);
    }
    let (mut i, mut j) = (old.len(), new.len());
    let mut pairs = Vec::new();
    while i > 0 && j > 0 {
        match steps[i * width + j] {
            Step::Pair => {
                (i, j) = (i - 1, j - 1);
                pairs.push((old.start + i, new.start + j));
            }
            Step::SkipBefore => i -= 1,
            Step::SkipAfter => j -= 1,
        }
    }
    pairs.reverse();
    pairs
}

/// Divides both sequences into corresponding parts; returns the ranges of each part. A new part starts at each anchor
/// of the longest list of anchors that has the same order in both sequences.
fn divide<K: Copy + Eq + Hash>(before: &[K], after: &[K]) -> Vec<(Range<usize>, Range<usize>)> {
    let (old, new) = (unique(before), unique(after));
    let mut anchors: Vec<(usize, usize)> = old
        .iter()
        .filter_map(|(key, &i)| Some((i, *new.get(key)?)))
        .collect();
    anchors.sort_unstable();
    let mut parts = Vec::new();
    let mut start = (0, 0);
    for at in longest_increasing(&anchors) {
        parts.push((start.0..at.0, start.1..at.1));
        start = at;
    }
    parts.push((start.0..before.len(), start.1..after.len()));
    parts
}

/// Returns the position of each key that occurs exactly once.
fn unique<K: Copy + Eq + Hash>(keys: &[K]) -> FxHashMap<K, usize> {
    let mut seen: FxHashMap<K, Option<usize>> = FxHashMap::default();
    for (at, &key) in keys.iter().enumerate() {
        let entry = seen.entry(key);
        entry.and_modify(|found| *found = None).or_insert(Some(at));
    }
    let once = seen.into_iter();
    once.filter_map(|(key, at)| Some((key, at?))).collect()
}

/// Returns the longest subsequence of `pairs` in which the second components increase, found by patience sorting. The
/// first components of `pairs` must increase.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let at = tails.partition_point(|&tail| pairs[tail].1 < pair.1);
        previous.push(at.checked_sub(1).map(|before| tails[before]));
        match tails.get_mut(at) {
            Some(tail) => *tail = index,
            None => tails.push(index),
        }
    }
    let mut list = Vec::new();
    let mut next = tails.last().copied();
    while let Some(index) = next {
        list.push(pairs[index]);
        next = previous[index];
    }
    list.reverse();
    list
}

/// Aligns equal keys in the ranges `old` of `before` and `new` of `after`, greedily in the order of `old`. An element
/// is paired with the first element of `new` that has the same key and follows all elements paired so far. The pair is
/// dropped if `score` does not allow it.
fn equal_keys<K: Copy + Eq + Hash>(
    before: &[K],
    after: &[K],
    old: Range<usize>,
    new: Range<usize>,
    score: &impl Fn(usize, usize) -> Option<u32>,
) -> Vec<(usize, usize)> {
    let mut positions: FxHashMap<K, Vec<usize>> = FxHashMap::default();
    for j in new {
        positions.entry(after[j]).or_default().push(j);
    }
    let mut from = 0;
    let mut pairs = Vec::new();
    for i in old {
        let found = positions.get(&before[i]).and_then(|list| {
            let next = list.partition_point(|&j| j < from);
            list.get(next).copied()
        });
        if let Some(j) = found.filter(|&j| score(i, j).is_some()) {
            pairs.push((i, j));
            from = j + 1;
        }
    }
    pairs
}

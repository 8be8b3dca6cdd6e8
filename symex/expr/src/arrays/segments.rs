//! Divides a table of values into few *segments*. A segment is a range of indexes in which all values are equal, or in
//! which the value increases by one with the index.
//!
//! The published transformation (Perry et al., ISSTA 2017) divides a table into constant runs. Tables of digits,
//! letter case or character classes are mostly linear: `digit[c]` is `c - 48` from '0' to '9', which is one segment
//! instead of ten.
use super::ranges::{self, Budget};
use crate::{Arena, ExprId};
use symtool_ir::{Bits, Op, bits};

/// The minimum number of values in a linear segment. A run of only two increasing values becomes two constant
/// segments, because the expression of a linear segment is about as large as the expressions of two constant segments.
const MIN_LINEAR: usize = 3;

/// The values of a segment of a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Segment {
    /// All values of the segment are this constant.
    Constant(u64),
    /// Each value is the sum of the index and this constant, modulo 2^width.
    Line(u64),
}

impl Segment {
    fn term(self, arena: &mut Arena, index: ExprId, width: u32) -> ExprId {
        let constant =
            |arena: &mut Arena, value| arena.constant(Bits::new(width, u128::from(value)));
        match self {
            Segment::Constant(value) => constant(arena, value),
            Segment::Line(plus) => {
                let index = arena.resize(index, width, false);
                let plus = constant(arena, plus);
                arena.op(Op::Add, width, &[index, plus])
            }
        }
    }
}

/// Divides a table into segments, each with its first index. The table begins at the index `first`. A value is `None`
/// if the path excludes its index. Such an entry fits every segment.
fn split(first: u64, width: u32, values: &[Option<u64>]) -> Vec<(u64, Segment)> {
    let mask = bits::mask(width) as u64;
    let offset = |at: usize, value: u64| value.wrapping_sub(first + at as u64) & mask;
    let mut segments = Vec::new();
    let mut at = 0;
    while let Some(known) = values[at..].iter().position(Option::is_some) {
        // Missing values before the first known value are added to the segment of this value.
        let from = if segments.is_empty() { 0 } else { at };
        let head = at + known;
        let Some(value) = values[head] else { break };
        let constant = reach(&values[head..], |_, v| v == value);
        let line = reach(&values[head..], |k, v| {
            offset(head + k, v) == offset(head, value)
        });
        let (len, segment) = if width > 1 && line >= MIN_LINEAR && line > constant {
            (line, Segment::Line(offset(head, value)))
        } else {
            (constant, Segment::Constant(value))
        };
        segments.push((first + from as u64, segment));
        at = head + len;
    }
    segments
}

/// Returns the length of the longest prefix of `values` in which `fits(position, value)` is true for every value that
/// is not `None`.
fn reach(values: &[Option<u64>], fits: impl Fn(usize, u64) -> bool) -> usize {
    let misfit = |(at, value): (usize, &Option<u64>)| value.is_some_and(|value| !fits(at, value));
    values
        .iter()
        .enumerate()
        .position(misfit)
        .unwrap_or(values.len())
}

/// Returns the number of segments of the table that begins at index `first`.
pub(super) fn count(first: u64, width: u32, values: &[Option<u64>]) -> usize {
    split(first, width, values).len()
}

/// Returns the value of a table at a symbolic index as nested `ite`s over its segments. The table begins at index
/// `first`. Returns `None` if the budget covers fewer index ranges than the `ite`s need.
pub(super) fn choice(
    arena: &mut Arena,
    budget: &mut Budget,
    (index, first): (ExprId, u64),
    width: u32,
    values: &[Option<u64>],
) -> Option<ExprId> {
    let segments = split(first, width, values);
    budget.take(segments.len().checked_sub(1)?)?;
    let terms = segments
        .into_iter()
        .map(|(start, segment)| (start, segment.term(arena, index, width)));
    let terms: Vec<(u64, ExprId)> = terms.collect();
    ranges::binary_search(arena, index, &terms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_one_linear_segment_and_gaps_extend_it() {
        let values = [
            None,
            Some(9),
            Some(9),
            Some(0),
            None,
            Some(2),
            Some(3),
            None,
            Some(7),
        ];
        let expected = vec![
            (48, Segment::Constant(9)),
            (51, Segment::Line(205)),
            (56, Segment::Constant(7)),
        ];
        assert_eq!(split(48, 8, &values), expected);
    }

    #[test]
    fn segments_have_the_values_of_the_table() {
        let table: Vec<Option<u64>> = (0..200u64)
            .map(|i| (i % 7 != 3).then(|| if i % 50 < 30 { i / 10 * i } else { 5 } & 0xff))
            .collect();
        for (first, width) in [(0, 8), (100, 8), (1000, 16), (5, 1)] {
            let table: Vec<Option<u64>> = table
                .iter()
                .map(|v| v.map(|v| v & bits::mask(width) as u64))
                .collect();
            let segments = split(first, width, &table);
            for (at, value) in table.iter().enumerate() {
                let index = first + at as u64;
                let (_, segment) = segments
                    .iter()
                    .rev()
                    .find(|(start, _)| *start <= index)
                    .expect("one begins before");
                let computed = match segment {
                    Segment::Constant(value) => *value,
                    Segment::Line(plus) => index.wrapping_add(*plus) & bits::mask(width) as u64,
                };
                assert!(value.is_none_or(|value| value == computed), "at {index}");
            }
        }
    }
}

//! Maps byte offsets in the rewritten text to byte offsets in the original text.
use std::cell::Cell;

/// A map from offsets in the output (the rewritten text) to offsets in the input (the original text). The output
/// consists of segments, which are either copied from the input or inserted.
#[derive(Clone, Debug, Default)]
pub(crate) struct OffsetMap {
    segments: Vec<Segment>,
    /// The number of segments that begin at or before the offset of the last lookup. The next lookup starts its
    /// search at the last of these segments, because lookups are mostly sequential.
    last: Cell<usize>,
}

/// A segment of the output, which is either copied from the input or inserted. It extends to the start of the next
/// segment.
#[derive(Copy, Clone, Debug)]
struct Segment {
    /// The offset in the output at which the segment starts.
    output: usize,
    /// The offset in the input at which the segment starts.
    input: usize,
    /// Whether the segment is a copy of the input, so that it maps byte by byte. All bytes of an inserted
    /// segment map to `input`.
    copied: bool,
}

impl OffsetMap {
    /// Records that the output from the offset `output` on is a copy of the input from the offset `input` on.
    pub(crate) fn copied(&mut self, output: usize, input: usize) {
        if let Some(last) = self.segments.last()
            && last.copied
            && output.wrapping_sub(last.output) == input.wrapping_sub(last.input)
        {
            return; // the output continues the last segment
        }
        self.push(Segment {
            output,
            input,
            copied: true,
        });
    }

    /// Records that the output from the offset `output` on was inserted. The source location of the inserted text
    /// is the offset `input`.
    pub(crate) fn inserted(&mut self, output: usize, input: usize) {
        self.push(Segment {
            output,
            input,
            copied: false,
        });
    }

    fn push(&mut self, segment: Segment) {
        if self
            .segments
            .last()
            .is_some_and(|last| last.output == segment.output)
        {
            self.segments.pop();
        }
        self.segments.push(segment);
    }

    /// Returns the input offset that corresponds to an output offset. A map without segments maps each offset to
    /// itself.
    pub(crate) fn source(&self, output: usize) -> usize {
        let begins = |index: usize| self.segments.get(index).map(|segment| segment.output);
        let is_it = |count: usize| {
            (count == 0 || begins(count - 1).is_some_and(|begin| begin <= output))
                && begins(count).is_none_or(|begin| begin > output)
        };
        let last = self.last.get();
        let count = match [last, last + 1].into_iter().find(|&count| is_it(count)) {
            Some(count) => count,
            None => self
                .segments
                .partition_point(|segment| segment.output <= output),
        };
        self.last.set(count);
        match count.checked_sub(1).map(|index| self.segments[index]) {
            None => output,
            Some(segment) if segment.copied => segment.input + (output - segment.output),
            Some(segment) => segment.input,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_copied_bytes_one_by_one_and_inserted_text_to_one_offset() {
        let mut map = OffsetMap::default();
        map.copied(0, 0);
        map.inserted(10, 10);
        map.copied(14, 30);
        map.copied(20, 36);
        assert_eq!(map.segments.len(), 3);
        assert_eq!(map.source(9), 9);
        assert_eq!(map.source(10), 10);
        assert_eq!(map.source(13), 10);
        assert_eq!(map.source(14), 30);
        assert_eq!(map.source(25), 41);
        assert_eq!(OffsetMap::default().source(7), 7);
    }
}

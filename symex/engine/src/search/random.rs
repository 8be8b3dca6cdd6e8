//! The pseudorandom numbers of search strategies.
use symtool_ir::random::SplitMix;

/// A sequence of pseudorandom numbers.
pub struct Random(SplitMix);

impl Random {
    /// Returns the sequence of pseudorandom numbers for the seed `seed`.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix::new(seed ^ 0x9e37_79b9_7f4a_7c15))
    }

    /// Returns a number below `bound`, which must be at least 1. If `bound` is 1, no number is drawn from the
    /// sequence.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 1 { 0 } else { self.0.below(bound) }
    }
}

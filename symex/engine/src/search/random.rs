//! The pseudorandom numbers of search strategies.
use symtool_ir::random::SplitMix;

/// A sequence of pseudorandom numbers.
pub struct Random(SplitMix);

impl Random {
    /// Returns the random sequence for a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix::new(seed ^ 0x9e37_79b9_7f4a_7c15))
    }

    /// Returns a number below `bound`, which is at least 1; no number is drawn if `bound` is 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 1 { 0 } else { self.0.below(bound) }
    }
}

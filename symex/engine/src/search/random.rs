//! The random numbers of searchers.
use symtool_ir::random::SplitMix;

/// A sequence of random numbers.
pub struct Random(SplitMix);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix::new(seed ^ 0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `bound`, which is at least 1; where there is no choice none is drawn.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 1 { 0 } else { self.0.below(bound) }
    }
}

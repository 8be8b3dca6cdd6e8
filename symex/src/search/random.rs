//! The random numbers of searchers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), the same on every machine.

/// A sequence of random numbers.
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A number below `bound`, which is at least 1. The bias of the remainder is below 2^-32 for bounds of that size.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 1 { 0 } else { self.draw() % bound }
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

//! A pseudo-random generator with the same sequence on every machine, for searches and randomized tests.

/// The generator SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

/// The number that the generator adds to its state before it computes a random number.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Default for SplitMix {
    fn default() -> SplitMix {
        SplitMix(STEP)
    }
}

impl SplitMix {
    /// Returns the generator for a seed; equal seeds give equal sequences.
    pub fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// Returns the next 64-bit number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `end`, or 0 if `end` is 0. If `end` is below 2^32, the probabilities of two numbers
    /// differ at most by the factor 1 + 2^-32.
    pub fn below(&mut self, end: u64) -> u64 {
        self.draw() % end.max(1)
    }

    /// Returns an index into a list of length `len`, or 0 if the list is empty.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Returns one of the given strings.
    ///
    /// # Panics
    /// If there are no strings.
    pub fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.index(of.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the first numbers for seed 1234567 are those of the published sequence.
    #[test]
    fn numbers_match_the_published_sequence() {
        let mut random = SplitMix::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([random.draw(), random.draw()], expected);
    }
}

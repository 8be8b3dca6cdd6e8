//! The explored share of the execution tree.
//!
//! The root of the execution tree has share 1, and every fork halves the share: a path with `n` forks has share
//! 2^-n. The sum over the ended paths is a measure of progress, and is 1 when every path has ended. It measures
//! neither time nor the share of the inputs. For example, at a sum of 1/2, 99 % of the work may remain if the
//! unexplored subtrees are deep.
//!
//! Shares are integers, so the sum does not depend on the order in which paths end.

/// A share of the execution tree, from 0 to 1.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreeShare(u128);

/// The share of the whole execution tree.
const WHOLE: u128 = 1 << 127;

impl TreeShare {
    /// Adds the share of an ended path with `forks` forks. With more than 127 forks the share is rounded to 0.
    pub fn add_path(&mut self, forks: u64) {
        let shift = u32::try_from(forks).unwrap_or(u32::MAX);
        self.0 = self.0.saturating_add(WHOLE.checked_shr(shift).unwrap_or(0));
    }

    /// Adds the share that another worker has explored.
    pub fn add(&mut self, other: TreeShare) {
        self.0 = self.0.saturating_add(other.0);
    }

    /// Returns the share as a number from 0 to 1.
    pub fn fraction(self) -> f64 {
        self.0 as f64 / WHOLE as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_all_leaves_sum_to_one() {
        let mut share = TreeShare::default();
        for forks in [1, 3, 3, 2] {
            assert!(share.fraction() < 1.0);
            share.add_path(forks);
        }
        assert_eq!(share.fraction(), 1.0);
        share.add_path(1000);
        assert_eq!(share.fraction(), 1.0);
        let mut half = TreeShare::default();
        half.add_path(1);
        let mut sum = half;
        sum.add(half);
        assert_eq!(sum, share);
    }
}

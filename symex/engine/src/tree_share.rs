//! The explored share of the execution tree.
//!
//! The root of the tree is the whole program, and every fork halves a node: a path with `n` forks is 2^-n of
//! the tree. The share of the finished paths measures progress in *forks*, not in time or in inputs. It
//! reaches 1 exactly when every path has ended. A share of one half can be a hundredth of the work if the
//! rest of the tree is deep.
//!
//! Shares are integers, so the sum does not depend on the order in which paths end.

/// A share of the execution tree, from 0 to 1.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreeShare(u128);

/// The whole tree.
const WHOLE: u128 = 1 << 127;

impl TreeShare {
    /// Adds the share of an ended path with this many forks. Above 127 forks it is rounded to 0.
    pub fn add_path(&mut self, forks: u64) {
        let shift = u32::try_from(forks).unwrap_or(u32::MAX);
        self.0 = self.0.saturating_add(WHOLE.checked_shr(shift).unwrap_or(0));
    }

    /// Adds the explored share of another worker.
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

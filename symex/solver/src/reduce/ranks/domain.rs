//! The ranks of one sort. A *sort* is a set of input numbers (words) that are compared with each other and with
//! constants. A *rank* is a position in the order of the values of these words and constants. This file computes the
//! rank of each constant, the number of ranks between two constants, and the value that a rank represents.
//!
//! Values are normalized so that unsigned order is the order of the sort: if its order is signed, the sign
//! bit is flipped.
use symtool_ir::Bits;

/// The order of a sort (a set of words that are compared with each other): unsigned or signed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Unsigned order.
    Unsigned,
    /// Signed order. It is also used for words that are only tested for equality, for which both orders are correct.
    Signed,
}

/// The constants of a sort (a set of words that are compared with each other) in ascending order, with their ranks.
/// All other ranks belong to the gaps before, between and after the constants.
#[derive(Debug)]
pub(super) struct Domain {
    width: u32,
    order: Order,
    /// The constants, ascending and distinct. In signed order, their sign bits are flipped, so that unsigned order is
    /// correct.
    constants: Vec<u128>,
    /// The rank of each constant, in the order of `constants`.
    ranks: Vec<u128>,
    /// The number of ranks of the sort (a set of words that are compared with each other).
    size: u128,
}

impl Domain {
    /// Returns the domain of a sort (a set of words that are compared with each other). `words` is the number of words
    /// of the sort, each of `width` bits. `constants` are the constants with which these words are compared.
    pub fn new(width: u32, order: Order, words: usize, constants: &[Bits]) -> Domain {
        let mut domain = Domain {
            width,
            order,
            constants: Vec::new(),
            ranks: Vec::new(),
            size: 0,
        };
        domain.constants = constants.iter().map(|&c| domain.normalized(c)).collect();
        domain.constants.sort_unstable();
        domain.constants.dedup();
        let words = words as u128;
        let mut from = 0;
        for &constant in &domain.constants {
            domain.size += words.min(constant - from);
            domain.ranks.push(domain.size);
            domain.size += 1;
            from = constant + 1;
        }
        domain.size += words.min(symtool_ir::bits::mask(width) + 1 - from);
        domain
    }

    /// Returns the number of bits that represent a rank of this sort.
    pub fn bits(&self) -> u32 {
        128 - (self.size - 1).leading_zeros().min(127)
    }

    /// Returns the number of ranks of this sort (a set of words that are compared with each other).
    pub fn size(&self) -> u128 {
        self.size
    }

    /// Returns the rank of one of the sort's constants.
    pub fn rank(&self, constant: Bits) -> u128 {
        let at = self.constants.binary_search(&self.normalized(constant));
        self.ranks[at.expect("a constant of the sort")]
    }

    /// Returns the value that a rank represents: one of the constants with which the words are compared, or a value in
    /// a gap before, between or after these constants.
    pub fn value(&self, rank: u128) -> Bits {
        let after = self.ranks.partition_point(|&r| r <= rank);
        let normalized = match after.checked_sub(1) {
            // The rank belongs to the constant with the index `before`, or to the gap after this constant. The value is
            // this constant plus the distance of `rank` from the rank of the constant.
            Some(before) => self.constants[before] + (rank - self.ranks[before]),
            // The rank belongs to the gap before all constants. The value is the first constant minus the distance of
            // `rank` from the rank of the first constant. Without constants, the ranks begin at the value 0.
            None => match self.constants.first() {
                Some(first) => first - (self.ranks[0] - rank),
                None => self.zero() + rank,
            },
        };
        Bits::new(self.width, normalized ^ self.zero())
    }

    fn normalized(&self, value: Bits) -> u128 {
        value.unsigned() ^ self.zero()
    }

    /// Returns 0 in the form in which constants are stored: in signed order, with its sign bit flipped.
    fn zero(&self) -> u128 {
        match self.order {
            Order::Unsigned => 0,
            Order::Signed => 1 << (self.width - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that ranks represent distinct values in ascending order, and that the rank of a constant represents
    /// the constant.
    #[test]
    fn ranks_ascend_as_values_do() {
        let constants = [[0, 1, 255], [7, 8, 130], [127, 128, 129], [254, 255, 3]];
        for order in [Order::Unsigned, Order::Signed] {
            for words in 1..20 {
                for used in 0..=3 {
                    for list in constants {
                        let list: Vec<Bits> =
                            list[..used].iter().map(|&c| Bits::new(8, c)).collect();
                        let domain = Domain::new(8, order, words, &list);
                        let values: Vec<u128> = (0..domain.size())
                            .map(|r| domain.normalized(domain.value(r)))
                            .collect();
                        assert!(values.windows(2).all(|v| v[0] < v[1]), "{values:?}");
                        for constant in list {
                            assert_eq!(domain.value(domain.rank(constant)), constant);
                        }
                        assert!(domain.size() <= 1 << domain.bits());
                    }
                }
            }
        }
    }

    /// Checks that any values of two words (input numbers) can be replaced by values of ranks that have the same order,
    /// both between the words and relative to the constants.
    #[test]
    fn every_order_is_representable() {
        let list = [Bits::new(3, 2), Bits::new(3, 5)];
        let domain = Domain::new(3, Order::Unsigned, 2, &list);
        for a in 0..8_u128 {
            for b in 0..8_u128 {
                let sides = |x: u128, y: u128| {
                    let with = |v: u128| [2, 5].map(|c: u128| v.cmp(&c));
                    (x.cmp(&y), with(x), with(y))
                };
                let found = (0..domain.size()).any(|ra| {
                    (0..domain.size()).any(|rb| {
                        let (x, y) = (domain.value(ra), domain.value(rb));
                        sides(x.unsigned(), y.unsigned()) == sides(a, b)
                    })
                });
                assert!(found, "{a} {b}");
            }
        }
    }
}

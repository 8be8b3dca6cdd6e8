//! Abstract domain: known bits and an unsigned interval per expression, for widths up to 64. Many conditions are
//! decided by these abstract values without a solver.
//!
//! [`Domain::refine`] makes both components consistent (a reduced product). An expression wider than 64 bits
//! has an unconstrained abstract value ([`Domain::any`]). Transfer functions are in `transfer`.
use symtool_ir::bits::mask;

/// An abstract value of `width <= 64` bits. Each value that it contains is in `min ..= max`, has all bits of `ones`
/// set and all bits of `zeros` clear.
///
/// ```
/// use symtool_expr::Domain;
///
/// let small = Domain::range(8, 0, 15);
/// let odd = Domain::bits(8, 0, 1);
/// let both = small.meet(&odd, 8);
/// assert!(both.contains(13) && !both.contains(12) && !both.contains(17));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The bits (within the width) that are 0 in every value.
    pub zeros: u64,
    /// The bits that are 1 in every value.
    pub ones: u64,
    /// The least value, unsigned.
    pub min: u64,
    /// The greatest value, unsigned.
    pub max: u64,
}

/// Returns a mask of the lowest `width` bits (of 64 bits, if `width` is larger).
pub(crate) fn mask64(width: u32) -> u64 {
    mask(width.min(64)) as u64
}

impl Domain {
    /// Returns the unconstrained abstract value. An expression wider than 64 bits has this abstract value;
    /// its high bits are not represented.
    pub fn any(width: u32) -> Domain {
        Domain {
            zeros: 0,
            ones: 0,
            min: 0,
            max: mask64(width),
        }
    }

    /// Returns the abstract value of one constant.
    pub fn constant(width: u32, value: u64) -> Domain {
        Domain {
            zeros: !value & mask64(width),
            ones: value,
            min: value,
            max: value,
        }
    }

    /// Returns the abstract value of the unsigned numbers from `min` to `max`, inclusive.
    pub fn range(width: u32, min: u64, max: u64) -> Domain {
        Domain {
            zeros: 0,
            ones: 0,
            min,
            max,
        }
        .refine(width)
    }

    /// Returns the abstract value that contains all values with the given known bits.
    pub fn bits(width: u32, zeros: u64, ones: u64) -> Domain {
        Domain {
            zeros,
            ones,
            min: 0,
            max: mask64(width),
        }
        .refine(width)
    }

    /// Returns the value, if the abstract value contains exactly one; otherwise `None`.
    pub fn single(&self) -> Option<u64> {
        (self.min == self.max).then_some(self.min)
    }

    /// Returns whether the abstract value contains no value. This happens if contradictory facts are combined, for
    /// example those of an infeasible path.
    pub fn is_empty(&self) -> bool {
        self.min > self.max || self.zeros & self.ones != 0
    }

    /// Returns whether the abstract value contains `value`.
    pub fn contains(&self, value: u64) -> bool {
        self.min <= value
            && value <= self.max
            && value & self.zeros == 0
            && value & self.ones == self.ones
    }

    /// Refines the interval and the known bits by each other. The bounds move to values with the known bits:
    /// the odd numbers in `0 ..= 4` are in `1 ..= 3`. The common leading bits of both bounds become known.
    #[must_use]
    pub fn refine(mut self, width: u32) -> Domain {
        let all = mask64(width);
        if self.is_empty() {
            return self;
        }
        // The greatest value with given known bits is the complement of the least value with the complemented
        // bits.
        let least = least_with(self.min, self.zeros, self.ones, all);
        let most = least_with(!self.max & all, self.ones, self.zeros, all).map(|v| !v & all);
        let (Some(min), Some(max)) = (least, most) else {
            return Domain {
                min: 1,
                max: 0,
                ..self
            };
        };
        (self.min, self.max) = (min, max);
        if self.is_empty() {
            return self;
        }
        let same = match (min ^ max).checked_ilog2() {
            None => all,
            Some(top) => all & !mask64(top + 1),
        };
        self.ones |= min & same;
        self.zeros |= !min & same;
        self
    }

    /// Returns the meet of two abstract values: it contains the values that are in both.
    #[must_use]
    pub fn meet(&self, other: &Domain, width: u32) -> Domain {
        Domain {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
        .refine(width)
    }

    /// Returns the join of two abstract values, which contains the values of both.
    #[must_use]
    pub fn join(&self, other: &Domain) -> Domain {
        Domain {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Returns a lower and an upper bound of the values of a domain, interpreted as two's complement numbers.
    pub fn signed_range(&self, width: u32) -> (i64, i64) {
        let sign = 1u64 << (width - 1);
        let value = |v: u64| {
            let unused = 64 - width;
            ((v << unused) as i64) >> unused
        };
        if (self.min ^ self.max) & sign == 0 {
            (value(self.min), value(self.max))
        } else {
            (
                value(sign | self.ones),
                value((mask64(width) & !self.zeros) & !sign),
            )
        }
    }
}

/// Returns the least value `v >= from` in which all bits of `zeros` are clear and all bits of `ones` are set; `None` if
/// there is no such value. `all` is the mask of the bits of the value's width.
fn least_with(from: u64, zeros: u64, ones: u64, all: u64) -> Option<u64> {
    let wrong = (from & zeros) | (!from & ones);
    let Some(top) = wrong.checked_ilog2() else {
        return Some(from);
    };
    // Let `top` be the highest bit of `from` that contradicts `zeros` or `ones`. If bit `top` must be 1, the result
    // sets bit `top`, and agrees with `from` in all higher bits. If bit `top` must be 0, the result has a 1 at the
    // lowest higher bit where `from` has 0 and 1 is allowed.
    let raised = if ones >> top & 1 == 1 {
        top
    } else {
        let free = all & !from & !zeros & !mask64(top + 1);
        (free != 0).then(|| free.trailing_zeros())?
    };
    let below = (1u64 << raised) - 1;
    Some((from & !below) | 1 << raised | (ones & below))
}

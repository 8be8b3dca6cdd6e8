//! Inverse values: operand values for which an operator has a wanted result. Model repair uses them to give an
//! expression a target value. For example, to give `x + 3` the target value 10, the search sets x to the inverse value
//! 7. A *cell* is an element of an array.
//!
//! If there is no inverse value, the functions return a value for which the result is near the target, or a random
//! value. Later steps of the search can improve the result.
use super::graph::{Graph, Index, Node};
use symtool_expr::{BinOp, UnOp};
use symtool_ir::Bits;
use symtool_ir::bits::mask;
use symtool_ir::random::SplitMix;

impl Graph {
    /// Selects an input and a value for it, so that the expression `at` gets the value `target` or a value near it.
    /// Follows inverse values (operand values for which an operator has a wanted result) from `at` down to the input.
    /// Returns `None` if a constant is reached instead of an input.
    pub(super) fn input_for(
        &self,
        mut at: Index,
        mut target: Bits,
        random: &mut SplitMix,
    ) -> Option<(Index, Bits)> {
        loop {
            (at, target) = match self.nodes[at as usize] {
                Node::Const => return None,
                Node::Byte(..) | Node::Word(_) => return Some((at, target)),
                Node::Un { op, arg } => (arg, self.unary_inverse(op, arg, target)),
                Node::Extract { low, arg } => (arg, self.extract_inverse(low, arg, target)),
                Node::Ite { cond, then, other } => {
                    self.ite_inverse((cond, then, other), target, random)
                }
                Node::Read { array, index } => self.read_inverse((array, index), target, random)?,
                Node::Bin { op, lhs, rhs } => self.binary_inverse(op, (lhs, rhs), target, random),
            };
        }
    }

    fn unary_inverse(&self, op: UnOp, arg: Index, target: Bits) -> Bits {
        let width = self.value(arg).width();
        match op {
            UnOp::Not => Bits::new(width, !target.unsigned()),
            _ => Bits::new(width, target.unsigned()),
        }
    }

    fn extract_inverse(&self, low: u32, arg: Index, target: Bits) -> Bits {
        let old = self.value(arg);
        let place = mask(target.width()) << low;
        let new = (old.unsigned() & !place) | (target.unsigned() << low);
        Bits::new(old.width(), new)
    }

    /// For an `ite` that must get the value `target`: selects an operand, and the value to which the operand is set.
    /// The operand is the arm that is currently selected, or the condition. The condition is selected with a higher
    /// probability if the other arm already has the target value.
    fn ite_inverse(
        &self,
        (cond, then, other): (Index, Index, Index),
        target: Bits,
        random: &mut SplitMix,
    ) -> (Index, Bits) {
        let holds = self.value(cond).is_true();
        let (chosen, not) = if holds { (then, other) } else { (other, then) };
        let chance = if self.is_const(chosen) {
            10
        } else if self.value(not) == target {
            8
        } else if self.is_const(not) {
            1
        } else {
            3
        };
        if !self.is_const(cond) && random.index(10) < chance {
            (cond, Bits::bool(!holds))
        } else {
            (chosen, target)
        }
    }

    /// For an array read that must get the value `target`: selects an operand, and the value to which the operand is
    /// set. The operand is the index, or the cell (array element) that the read currently selects. Returns `None` if
    /// both are constants.
    fn read_inverse(
        &self,
        (array, index): (u32, Index),
        target: Bits,
        random: &mut SplitMix,
    ) -> Option<(Index, Bits)> {
        let here = self.cell(array, index).filter(|&cell| !self.is_const(cell));
        if let Some(here) = here
            && (self.is_const(index) || random.index(2) == 0)
        {
            return Some((here, target));
        }
        if self.is_const(index) {
            return None;
        }
        let place = random.index(self.len(array)) as u128;
        Some((index, Bits::new(self.value(index).width(), place)))
    }

    fn binary_inverse(
        &self,
        op: BinOp,
        (lhs, rhs): (Index, Index),
        target: Bits,
        random: &mut SplitMix,
    ) -> (Index, Bits) {
        let left = self.changes_left(op, (lhs, rhs), target, random);
        let (arg, fixed) = if left { (lhs, rhs) } else { (rhs, lhs) };
        let (old, fixed) = (self.value(arg), self.value(fixed));
        let width = old.width();
        let any =
            |random: &mut SplitMix| u128::from(random.draw()) << 64 | u128::from(random.draw());
        let (want, other) = (target.unsigned(), fixed.unsigned());
        let new = match op {
            BinOp::Add => want.wrapping_sub(other),
            BinOp::Sub if left => want.wrapping_add(other),
            BinOp::Sub => other.wrapping_sub(want),
            BinOp::Mul => factor(target, fixed, random),
            BinOp::Xor => want ^ other,
            // If the other operand alone determines a bit of the result, as in `x & 0`, this bit of the changed
            // operand keeps its value.
            BinOp::And => want | (old.unsigned() & !other),
            BinOp::Or => want & (old.unsigned() | !other),
            BinOp::UDiv if left => want.wrapping_mul(other),
            BinOp::SDiv if left => want.wrapping_mul(other),
            BinOp::URem | BinOp::SRem if left => {
                let now = op.eval(old, fixed).unsigned();
                old.unsigned().wrapping_sub(now).wrapping_add(want)
            }
            BinOp::Shl if left => want.checked_shr(other.min(200) as u32).unwrap_or(0),
            BinOp::LShr | BinOp::AShr if left => {
                want.checked_shl(other.min(200) as u32).unwrap_or(0)
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => random.index(width as usize) as u128,
            BinOp::Concat if left => want >> fixed.width(),
            BinOp::Concat => want,
            BinOp::Eq if target.is_true() => other,
            BinOp::Eq => other.wrapping_add(1 + any(random) % 3),
            BinOp::Ult | BinOp::Slt => {
                // If the sign bits of both operands are flipped, unsigned order of the results is signed order of the
                // operands.
                let flip = if op == BinOp::Slt {
                    1 << (width - 1)
                } else {
                    0
                };
                let other = other ^ flip;
                let least = left != target.is_true();
                let strict = u128::from(target.is_true());
                beyond(other, strict, least, mask(width), random) ^ flip
            }
            _ => any(random),
        };
        (arg, Bits::new(width, new))
    }

    /// Selects the operand that is changed so that the result of `op` becomes `target`. Returns `true` for the left
    /// operand and `false` for the right operand.
    fn changes_left(
        &self,
        op: BinOp,
        (lhs, rhs): (Index, Index),
        target: Bits,
        random: &mut SplitMix,
    ) -> bool {
        if self.is_const(rhs) || self.is_const(lhs) {
            return self.is_const(rhs);
        }
        let (a, b) = (self.value(lhs), self.value(rhs));
        match op {
            // If exactly one operand has the wrong value, this operand is changed.
            BinOp::And if target.width() == 1 && target.is_true() && a != b => !a.is_true(),
            BinOp::Or if target.width() == 1 && !target.is_true() && a != b => a.is_true(),
            BinOp::Concat => {
                let high = target.unsigned() >> b.width();
                let low = target.unsigned() & mask(b.width());
                if (high == a.unsigned()) == (low == b.unsigned()) {
                    random.index(2) == 0
                } else {
                    high != a.unsigned()
                }
            }
            _ => random.index(2) == 0,
        }
    }
}

/// Returns a random value that satisfies a comparison with `other`. The value is in `other + strict ..= most`
/// if `least` is set, otherwise in `0 ..= other - strict`. `strict` is 1 for `<` and 0 for `<=`.
fn beyond(other: u128, strict: u128, least: bool, most: u128, random: &mut SplitMix) -> u128 {
    let (low, high) = if least {
        (other.saturating_add(strict).min(most), most)
    } else {
        (0, other.saturating_sub(strict))
    };
    let near = |distance: u128| {
        if least {
            low.saturating_add(distance).min(high)
        } else {
            high.saturating_sub(distance)
        }
    };
    match random.index(8) {
        0..=2 => near(0),
        3 => near(u128::from(random.draw() % 16)),
        4 => near(u128::from(random.draw() % 4096)),
        5 if least => high,
        5 => low,
        _ => {
            let wide = u128::from(random.draw()) << 64 | u128::from(random.draw());
            match (high - low).checked_add(1) {
                Some(count) => low + wide % count,
                None => wide,
            }
        }
    }
}

/// Returns x such that `x * other` is near `product`. In two of three cases, x is the signed quotient, rounded toward
/// zero, or the next integer farther from zero. In the third case, the equation `x * other == product` holds modulo
/// 2^width, if `other` is odd.
fn factor(product: Bits, other: Bits, random: &mut SplitMix) -> u128 {
    if other.is_zero() {
        return u128::from(random.draw());
    }
    if random.index(3) > 0 {
        let quotient = product.to_signed().checked_div(other.to_signed());
        let up = random.index(2) as i128;
        let away = up * product.to_signed().signum() * other.to_signed().signum();
        return quotient.map_or(0, |q| q.wrapping_add(away)) as u128;
    }
    let zeros = other.unsigned().trailing_zeros();
    (product.unsigned() >> zeros).wrapping_mul(inverse(other.unsigned() >> zeros))
}

/// Returns the multiplicative inverse of an odd number modulo 2^128.
fn inverse(odd: u128) -> u128 {
    // The start value `odd` is the inverse modulo 8, so its three low bits are correct. Each step of Newton's iteration
    // doubles the number of correct bits.
    let step = |x: u128| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    (0..6).fold(odd, |x, _| step(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_number_times_its_inverse_is_one() {
        for odd in [1u128, 3, 5, 255, 0x1234_5677, u128::MAX] {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1, "{odd}");
        }
    }

    #[test]
    fn the_greatest_product_does_not_overflow() {
        let mut random = SplitMix::default();
        for _ in 0..20 {
            let (most, one) = (Bits::new(128, i128::MAX as u128), Bits::new(128, 1));
            let found = factor(most, one, &mut random);
            assert!(found.wrapping_sub(i128::MAX as u128) <= 1, "{found}");
        }
    }

    #[test]
    fn values_beyond_a_bound_satisfy_it() {
        let mut random = SplitMix::default();
        for _ in 0..200 {
            assert!(beyond(10, 1, true, 255, &mut random) > 10);
            assert!(beyond(10, 0, false, 255, &mut random) <= 10);
            assert_eq!(
                beyond(255, 1, true, 255, &mut random),
                255,
                "clamped to the greatest value"
            );
            let high = u128::MAX - 9;
            assert!(beyond(high, 0, true, u128::MAX, &mut random) >= high);
        }
    }
}

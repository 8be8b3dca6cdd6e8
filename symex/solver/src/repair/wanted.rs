//! From the value that is wanted of an expression to the value wanted of one of its operands, the others as they are. Where no
//! value of the operand will do, one that comes near or just any one is: a later move corrects it.
use super::graph::{At, Graph, Part};
use symtool_expr::{BinOp, UnOp};
use symtool_ir::Bits;
use symtool_ir::bits::mask;
use symtool_ir::random::SplitMix;

impl Graph {
    /// An input that may give an expression a value, and the value for it.
    pub(super) fn input_for(
        &self,
        mut at: At,
        mut wanted: Bits,
        random: &mut SplitMix,
    ) -> Option<(At, Bits)> {
        loop {
            (at, wanted) = match self.parts[at as usize] {
                Part::Const => return None,
                Part::Byte(..) | Part::Word(_) => return Some((at, wanted)),
                Part::Un { op, arg } => (arg, self.of_unary(op, arg, wanted)),
                Part::Extract { low, arg } => (arg, self.of_extract(low, arg, wanted)),
                Part::Ite { cond, then, other } => {
                    self.of_choice((cond, then, other), wanted, random)
                }
                Part::Read { array, index } => self.of_read((array, index), wanted, random)?,
                Part::Bin { op, lhs, rhs } => self.of_binary(op, (lhs, rhs), wanted, random),
            };
        }
    }

    fn of_unary(&self, op: UnOp, arg: At, wanted: Bits) -> Bits {
        let width = self.value(arg).width();
        match op {
            UnOp::Not => Bits::new(width, !wanted.unsigned()),
            _ => Bits::new(width, wanted.unsigned()),
        }
    }

    fn of_extract(&self, low: u32, arg: At, wanted: Bits) -> Bits {
        let old = self.value(arg);
        let place = mask(wanted.width()) << low;
        let new = (old.unsigned() & !place) | (wanted.unsigned() << low);
        Bits::new(old.width(), new)
    }

    /// The chosen side gets another value, or the other side is chosen; that at once if it has the value.
    fn of_choice(
        &self,
        (cond, then, other): (At, At, At),
        wanted: Bits,
        random: &mut SplitMix,
    ) -> (At, Bits) {
        let holds = self.value(cond).is_true();
        let (chosen, not) = if holds { (then, other) } else { (other, then) };
        let chance = if self.is_const(chosen) {
            10
        } else if self.value(not) == wanted {
            8
        } else if self.is_const(not) {
            1
        } else {
            3
        };
        if !self.is_const(cond) && random.index(10) < chance {
            (cond, Bits::bool(!holds))
        } else {
            (chosen, wanted)
        }
    }

    /// Another place is read, or what is there changes.
    fn of_read(
        &self,
        (array, index): (u32, At),
        wanted: Bits,
        random: &mut SplitMix,
    ) -> Option<(At, Bits)> {
        let here = self.cell(array, index).filter(|&cell| !self.is_const(cell));
        if let Some(here) = here
            && (self.is_const(index) || random.index(2) == 0)
        {
            return Some((here, wanted));
        }
        if self.is_const(index) {
            return None;
        }
        let place = random.index(self.len(array)) as u128;
        Some((index, Bits::new(self.value(index).width(), place)))
    }

    fn of_binary(
        &self,
        op: BinOp,
        (lhs, rhs): (At, At),
        wanted: Bits,
        random: &mut SplitMix,
    ) -> (At, Bits) {
        let left = self.takes_left(op, (lhs, rhs), wanted, random);
        let (arg, fixed) = if left { (lhs, rhs) } else { (rhs, lhs) };
        let (old, fixed) = (self.value(arg), self.value(fixed));
        let width = old.width();
        let any =
            |random: &mut SplitMix| u128::from(random.draw()) << 64 | u128::from(random.draw());
        let (want, other) = (wanted.unsigned(), fixed.unsigned());
        let new = match op {
            BinOp::Add => want.wrapping_sub(other),
            BinOp::Sub if left => want.wrapping_add(other),
            BinOp::Sub => other.wrapping_sub(want),
            BinOp::Mul => factor(wanted, fixed, random),
            BinOp::Xor => want ^ other,
            // What both must have; where the other one decides it stays.
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
            BinOp::Eq if wanted.is_true() => other,
            BinOp::Eq => other.wrapping_add(1 + any(random) % 3),
            BinOp::Ult | BinOp::Slt => {
                // Signed numbers are compared as unsigned ones from the least on.
                let flip = if op == BinOp::Slt {
                    1 << (width - 1)
                } else {
                    0
                };
                let other = other ^ flip;
                let least = left != wanted.is_true();
                let strict = u128::from(wanted.is_true());
                beyond(other, strict, least, mask(width), random) ^ flip
            }
            _ => any(random),
        };
        (arg, Bits::new(width, new))
    }

    /// Which operand changes?
    fn takes_left(
        &self,
        op: BinOp,
        (lhs, rhs): (At, At),
        wanted: Bits,
        random: &mut SplitMix,
    ) -> bool {
        if self.is_const(rhs) || self.is_const(lhs) {
            return self.is_const(rhs);
        }
        let (a, b) = (self.value(lhs), self.value(rhs));
        match op {
            // Whoever is wrong.
            BinOp::And if wanted.width() == 1 && wanted.is_true() && a != b => !a.is_true(),
            BinOp::Or if wanted.width() == 1 && !wanted.is_true() && a != b => a.is_true(),
            BinOp::Concat => {
                let high = wanted.unsigned() >> b.width();
                let low = wanted.unsigned() & mask(b.width());
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

/// A value that is at least `other + strict`, or at most `other - strict`.
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

/// One factor of a product by the other: exactly, modulo the width, where the other is odd; or rounded as for numbers.
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

/// The inverse of an odd number modulo a power of two.
fn inverse(odd: u128) -> u128 {
    // Each step doubles the number of right bits, of which there are three in the beginning.
    let step = |x: u128| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    (0..6).fold(odd, |x, _| step(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_are() {
        for odd in [1u128, 3, 5, 255, 0x1234_5677, u128::MAX] {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1, "{odd}");
        }
    }

    #[test]
    fn factors_of_the_greatest_product_are_found() {
        let mut random = SplitMix::default();
        for _ in 0..20 {
            let (most, one) = (Bits::new(128, i128::MAX as u128), Bits::new(128, 1));
            let found = factor(most, one, &mut random);
            assert!(found.wrapping_sub(i128::MAX as u128) <= 1, "{found}");
        }
    }

    #[test]
    fn a_value_beyond_is_on_the_right_side() {
        let mut random = SplitMix::default();
        for _ in 0..200 {
            assert!(beyond(10, 1, true, 255, &mut random) > 10);
            assert!(beyond(10, 0, false, 255, &mut random) <= 10);
            assert_eq!(
                beyond(255, 1, true, 255, &mut random),
                255,
                "as far as it goes"
            );
            let high = u128::MAX - 9;
            assert!(beyond(high, 0, true, u128::MAX, &mut random) >= high);
        }
    }
}

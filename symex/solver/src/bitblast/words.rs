//! Arithmetic on words. A word is a list of gates, least significant bit first.
use super::gates::{Gates, Lit};
use symtool_ir::Bits;

/// The bits of a number, least significant first.
pub(super) type Word = Vec<Lit>;

pub(super) fn constant(value: Bits) -> Word {
    let bit = |i| Lit::constant(value.unsigned() >> i & 1 == 1);
    (0..value.width()).map(bit).collect()
}

pub(super) fn zeros(width: u32) -> Word {
    vec![Lit::FALSE; width as usize]
}

pub(super) fn not(a: &[Lit]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

impl Gates {
    /// Returns `a + b + carry`, which has as many bits as the operands.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Word {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            sum.push(self.xor(differ, carry));
            carry = self.mux(differ, carry, a);
        }
        sum
    }

    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add(a, &not(b), Lit::TRUE)
    }

    /// Returns `-a` if `cond` is true, otherwise `a`.
    fn negated_if(&mut self, cond: Lit, a: &[Lit]) -> Word {
        let flipped: Word = a.iter().map(|&bit| self.xor(bit, cond)).collect();
        self.add(&flipped, &zeros(a.len() as u32), cond)
    }

    pub fn eq(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut all = Lit::TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            all = self.and(all, !differ);
        }
        all
    }

    pub fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            less = self.mux(differ, b, less);
        }
        less
    }

    /// Returns `a < b` in signed order. This is the unsigned comparison after the sign bits of `a` and `b` are swapped.
    pub fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if let (Some(x), Some(y)) = (a.last_mut(), b.last_mut()) {
            std::mem::swap(x, y);
        }
        self.ult(&a, &b)
    }

    pub fn choose(&mut self, cond: Lit, then: &[Lit], other: &[Lit]) -> Word {
        let pairs = then.iter().zip(other);
        pairs.map(|(&t, &o)| self.mux(cond, t, o)).collect()
    }

    /// Applies the function `bit` to each pair of corresponding bits of `a` and `b`.
    pub fn bitwise(&mut self, a: &[Lit], b: &[Lit], bit: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(&a, &b)| bit(self, a, b)).collect()
    }

    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let mut sum = zeros(width as u32);
        for (i, &bit) in b.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let part: Word = a[..width - i].iter().map(|&a| self.and(a, bit)).collect();
            let high = self.add(&sum[i..], &part, Lit::FALSE);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Returns the unsigned quotient and remainder of `a` and `b`. If `b` is 0, the quotient is all ones and the
    /// remainder is `a`.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let mut divisor = b.to_vec();
        divisor.push(Lit::FALSE);
        let mut rest = zeros(width as u32);
        let mut quotient = zeros(width as u32);
        for i in (0..width).rev() {
            // The partial remainder `rest` is less than the divisor, unless the divisor is 0. Therefore `rest`,
            // extended by the next bit of `a`, fits in one bit more than the width.
            let mut next = vec![a[i]];
            next.extend_from_slice(&rest);
            let less = self.ult(&next, &divisor);
            let difference = self.sub(&next, &divisor);
            rest = self.choose(less, &next, &difference);
            rest.truncate(width);
            quotient[i] = !less;
        }
        (quotient, rest)
    }

    /// Returns the signed quotient of `a` and `b`, rounded toward zero, and the remainder, which has the sign of
    /// `a`.
    pub fn signed_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let sign = |word: &[Lit]| word.last().copied().unwrap_or(Lit::FALSE);
        let (minus_a, minus_b) = (sign(a), sign(b));
        let (a, b) = (self.negated_if(minus_a, a), self.negated_if(minus_b, b));
        let (quotient, rest) = self.divide(&a, &b);
        let differ = self.xor(minus_a, minus_b);
        let quotient = self.negated_if(differ, &quotient);
        (quotient, self.negated_if(minus_a, &rest))
    }

    /// Returns `a` shifted toward higher bits by `by`.
    pub fn shl(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let mut a = a.to_vec();
        a.reverse();
        let mut shifted = self.shr(&a, by, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    /// Returns `a` shifted toward lower bits by `by`, with `fill` as the new upper bits.
    pub fn shr(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let mut shifted = a.to_vec();
        for (i, &bit) in by.iter().enumerate() {
            let distance = u32::try_from(i).ok().and_then(|i| 1usize.checked_shl(i));
            let distance = distance.map_or(width, |distance| distance.min(width));
            let mut moved = shifted[distance..].to_vec();
            moved.resize(width, fill);
            shifted = self.choose(bit, &moved, &shifted);
        }
        shifted
    }
}

//! Detects the `long double` operations for which the result may differ because symtool computes them as `double`.
//!
//! A value of `long double` is stored as `f64`. As long as every operation is exact, each value equals the 80-bit
//! number that an x86-64 machine computes. Then the machine has the same results, comparisons and branches. After each
//! operation that can be inexact, lowering (the translation of C to IR) or a library model (a C function that replaces
//! a library function) inserts an [`Intrinsic::Rounded`](crate::Intrinsic::Rounded) with the same operands. When an
//! engine executes this intrinsic, [`Step::is_exact`] decides whether the operation is exact on these operands. The
//! test is conservative: it never reports an inexact operation as exact, but may report an exact operation near the
//! ends of the range of `double` as inexact.
use crate::bits::Bits;

/// The number of significant bits of a `double`.
const DIGITS: u32 = 53;
/// The smallest magnitude, 2^-960, of a product, quotient, dividend or radicand for which the test of exactness is
/// reliable. The test computes the rounding error as a `double`. Below this magnitude, the error can be too small for a
/// `double`; it is then computed as zero although the result is inexact.
const SMALL: f64 = f64::from_bits((1023 - 960) << 52);
/// The exponent field that marks infinities and NaNs in the 80-bit format.
const SPECIAL: u32 = 0x7fff;
/// The bias of the exponent field in the 80-bit format.
const BIAS: i32 = 16383;

/// An operation that may have a different result in `double` than in the 80-bit format.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The sum `x + y`.
    Sum,
    /// The difference `x - y`.
    Difference,
    /// The product `x * y`.
    Product,
    /// The quotient `x / y`.
    Quotient,
    /// The square root `sqrt(x)`.
    Root,
    /// The conversion of a signed integer to floating point.
    Signed,
    /// The conversion of an unsigned integer to floating point.
    Unsigned,
    /// A load of 80 bits from memory. The operands are the 64 bits of the significand and the 16 bits of sign and
    /// exponent.
    Memory,
}

/// Each operation with its keyword in the textual form and its description for messages.
static STEPS: &[(Step, &str, &str)] = &[
    (Step::Sum, "sum", "this sum"),
    (Step::Difference, "difference", "this difference"),
    (Step::Product, "product", "this product"),
    (Step::Quotient, "quotient", "this quotient"),
    (Step::Root, "root", "this square root"),
    (Step::Signed, "signed", "this integer"),
    (Step::Unsigned, "unsigned", "this integer"),
    (Step::Memory, "memory", "the value read here"),
];

impl Step {
    /// Returns the keyword of the operation.
    pub fn name(self) -> &'static str {
        STEPS
            .iter()
            .find(|row| row.0 == self)
            .map_or("", |row| row.1)
    }

    /// Returns the operation with the keyword `name`; `None` if there is no such operation.
    pub fn named(name: &str) -> Option<Step> {
        STEPS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Returns whether the operation on `operands` has the same result in `double` as in the 80-bit format.
    pub fn is_exact(self, operands: &[Bits]) -> bool {
        let float = |index: usize| {
            let bits = operands.get(index).copied().unwrap_or(Bits::zero(64));
            f64::from_bits(bits.low_u64())
        };
        match self {
            Step::Sum => sum(float(0), float(1)),
            Step::Difference => sum(float(0), -float(1)),
            Step::Product => product(float(0), float(1)),
            Step::Quotient => quotient(float(0), float(1)),
            Step::Root => root(float(0)),
            Step::Signed => operands.first().is_some_and(|x| {
                let size = x.to_signed().unsigned_abs();
                significant(size) <= DIGITS
            }),
            Step::Unsigned => operands
                .first()
                .is_some_and(|x| significant(x.unsigned()) <= DIGITS),
            Step::Memory => match operands {
                [low, high] => in_memory(low.low_u64(), high.unsigned() as u32),
                _ => false,
            },
        }
    }
}

/// Returns the reason for an incomplete verdict after an inexact operation; `name` is the keyword of the operation. If
/// `name` is not a keyword, the reason contains it unchanged.
pub fn reason(name: &str) -> String {
    let row = STEPS.iter().find(|row| row.1 == name);
    let what = row.map_or(name, |row| row.2);
    format!("`long double` is computed as `double`, which may not hold {what} exactly")
}

/// Returns the number of bits from the highest to the lowest set bit, including these two bits; 0 for the value 0.
fn significant(value: u128) -> u32 {
    match value {
        0 => 0,
        _ => 128 - value.leading_zeros() - value.trailing_zeros(),
    }
}

fn sum(x: f64, y: f64) -> bool {
    if !(x.is_finite() && y.is_finite()) {
        return true;
    }
    // The residual of Knuth's two-sum algorithm is the rounding error of `x + y`. The residual does not underflow,
    // because sums of the smallest numbers are exact.
    let sum = x + y;
    let part = sum - x;
    let rest = (x - (sum - part)) + (y - part);
    sum.is_finite() && rest == 0.0
}

fn product(x: f64, y: f64) -> bool {
    if !(x.is_finite() && y.is_finite()) || x == 0.0 || y == 0.0 {
        return true;
    }
    let product = x * y;
    product.is_finite() && product.abs() >= SMALL && x.mul_add(y, -product) == 0.0
}

fn quotient(x: f64, y: f64) -> bool {
    if !(x.is_finite() && y.is_finite()) || x == 0.0 || y == 0.0 {
        return true;
    }
    let quotient = x / y;
    quotient.is_finite()
        && quotient.abs() >= SMALL
        && x.abs() >= SMALL
        && quotient.mul_add(y, -x) == 0.0
}

fn root(x: f64) -> bool {
    if !x.is_finite() || x <= 0.0 {
        return true;
    }
    let root = x.sqrt();
    x >= SMALL && root.mul_add(root, -x) == 0.0
}

fn in_memory(significand: u64, high: u32) -> bool {
    let exponent = high & SPECIAL;
    if significand == 0 {
        return exponent == 0;
    }
    // If the highest bit of the significand is not set, the number is invalid, or far below the range of `double`.
    if significand >> 63 == 0 {
        return false;
    }
    if exponent == SPECIAL {
        return true;
    }
    let highest = exponent as i32 - BIAS;
    let lowest = highest - 63 + significand.trailing_zeros() as i32;
    significant(u128::from(significand)) <= DIGITS && highest <= 1023 && lowest >= -1074
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(step: Step, x: f64, y: f64) -> bool {
        let bits = [x, y].map(|v| Bits::new(64, u128::from(v.to_bits())));
        step.is_exact(&bits)
    }

    #[test]
    fn small_numbers_and_halves_are_exact() {
        for step in [Step::Sum, Step::Difference, Step::Product] {
            assert!(exact(step, 3.0, 0.5), "{step:?}");
            assert!(exact(step, -7.25, 1024.0), "{step:?}");
            assert!(exact(step, 0.0, f64::INFINITY), "{step:?}");
        }
        assert!(exact(Step::Quotient, 7.0, 4.0));
        assert!(exact(Step::Quotient, 1.0, 0.0));
        assert!(exact(Step::Root, 2.25, 0.0));
        assert!(exact(Step::Root, -1.0, 0.0));
    }

    #[test]
    fn inexact_results_are_detected() {
        assert!(!exact(Step::Sum, 1.0, 1e-18));
        assert!(!exact(Step::Difference, 9007199254740992.0, -1.0));
        assert!(!exact(Step::Product, 1.1, 1.1));
        assert!(!exact(Step::Quotient, 1.0, 3.0));
        assert!(!exact(Step::Root, 2.0, 0.0));
    }

    #[test]
    fn results_near_the_ends_of_the_range_are_inexact() {
        assert!(!exact(Step::Sum, f64::MAX, f64::MAX));
        assert!(!exact(Step::Product, f64::MAX, 2.0));
        assert!(!exact(Step::Product, 1e-200, 1e-200));
        assert!(!exact(Step::Quotient, f64::MAX, 0.5));
        assert!(!exact(Step::Quotient, 1e-200, 1e200));
    }

    #[test]
    fn integers_of_more_than_53_bits_are_inexact() {
        let int = |width, value: i128| Bits::signed(width, value);
        assert!(Step::Signed.is_exact(&[int(64, i128::from(i64::MIN))]));
        assert!(!Step::Signed.is_exact(&[int(64, i128::from(i64::MAX))]));
        assert!(Step::Signed.is_exact(&[int(64, -1)]));
        assert!(!Step::Unsigned.is_exact(&[int(64, -1)]));
        assert!(!Step::Unsigned.is_exact(&[int(128, i128::MAX)]));
        assert!(Step::Unsigned.is_exact(&[int(128, 1 << 100)]));
    }

    #[test]
    fn numbers_in_memory() {
        let exact = |low: u64, high: u128| {
            Step::Memory.is_exact(&[Bits::new(64, u128::from(low)), Bits::new(16, high)])
        };
        assert!(exact(0, 0));
        assert!(exact(1 << 63, 16383));
        assert!(exact(1 << 63, 0x8000 | 16383));
        assert!(exact(1 << 63, 0x7fff));
        assert!(!exact(1 << 63 | 1, 16383));
        assert!(!exact(1, 16383));
        assert!(!exact(1 << 63, 16383 + 1024));
        assert!(exact(1 << 63, 16383 - 1074));
        assert!(!exact(1 << 63, 16383 - 1075));
    }

    #[test]
    fn each_step_has_its_row() {
        for &(step, name, _) in STEPS {
            assert_eq!(Step::named(name), Some(step));
            assert_eq!(step.name(), name);
        }
    }
}

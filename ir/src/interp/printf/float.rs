//! Formats floating-point numbers (`%f %e %g %a`), exactly to the last digit.
//!
//! A double has at most 1,074 digits after the point and 767 significant digits; a greater precision adds zeros. So
//! the digits are those of Rust's exact conversion with at most [`EXACT`] digits, followed by zeros.
use super::spec::{FloatForm, FloatStyle, Spec, sign, zero_fill};
use crate::bits::Bits;

/// An upper bound on the number of decimal digits of a double.
const EXACT: usize = 1100;

/// Formats a floating-point number as the directive `spec` requires.
pub(super) fn format(spec: &Spec, style: FloatStyle, value: Bits) -> Vec<u8> {
    let value = if value.width() == 32 {
        f64::from(f32::from_bits(value.low_u64() as u32))
    } else {
        f64::from_bits(value.low_u64())
    };
    let sign = sign(spec, value.is_sign_negative());
    let magnitude = value.abs();
    let cased = |text: String| {
        if style.upper {
            text.to_ascii_uppercase()
        } else {
            text
        }
    };
    if !magnitude.is_finite() {
        let text = if magnitude.is_nan() { "nan" } else { "inf" };
        return zero_fill(spec, sign, &cased(text.to_owned()), false);
    }
    let precision = spec.precision.unwrap_or(6);
    match style.form {
        FloatForm::Fixed => zero_fill(spec, sign, &fixed(spec, magnitude, precision), true),
        FloatForm::Exponent => zero_fill(
            spec,
            sign,
            &cased(exponent(spec, magnitude, precision)),
            true,
        ),
        FloatForm::General => zero_fill(
            spec,
            sign,
            &cased(general(spec, magnitude, precision)),
            true,
        ),
        FloatForm::Hex => {
            let prefix = cased(format!("{sign}0x"));
            zero_fill(spec, &prefix, &cased(hex(spec, magnitude)), true)
        }
    }
}

fn fixed(spec: &Spec, value: f64, precision: usize) -> String {
    let exact = precision.min(EXACT);
    let mut text = format!("{value:.exact$}");
    text.push_str(&"0".repeat(precision - exact));
    if precision == 0 && spec.alternate {
        text.push('.');
    }
    text
}

/// Returns `precision + 1` significant digits of a number, and its decimal exponent after rounding.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let exact = precision.min(EXACT);
    let text = format!("{value:.exact$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.replace('.', "") + &"0".repeat(precision - exact);
    (digits, exponent.parse().unwrap_or(0))
}

fn exponent(spec: &Spec, value: f64, precision: usize) -> String {
    let (digits, exponent) = scientific(value, precision);
    with_exponent(spec, &digits, exponent)
}

fn with_exponent(spec: &Spec, digits: &str, exponent: i32) -> String {
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() && !spec.alternate {
        ""
    } else {
        "."
    };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{first}{point}{rest}e{sign}{:02}", exponent.abs())
}

/// Formats by `%g` (C17 7.21.6.1) with `precision` significant digits, but at least one. The exponent that `%e` would
/// print decides whether the style of `%e` or of `%f` is used. Trailing zeros are removed unless the flag `#` is
/// given.
fn general(spec: &Spec, value: f64, precision: usize) -> String {
    let precision = precision.max(1);
    let (mut digits, exponent) = scientific(value, precision - 1);
    if !spec.alternate {
        let kept = digits.trim_end_matches('0').len().max(1);
        digits.truncate(kept);
    }
    if exponent < -4 || exponent >= precision as i32 {
        return with_exponent(spec, &digits, exponent);
    }
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize));
    }
    let whole = exponent as usize + 1;
    if digits.len() < whole {
        digits.push_str(&"0".repeat(whole - digits.len()));
    }
    let (whole, fraction) = digits.split_at(whole);
    let point = if fraction.is_empty() && !spec.alternate {
        ""
    } else {
        "."
    };
    format!("{whole}{point}{fraction}")
}

/// Returns the text after `0x` for `%a`: one digit, the hexadecimal digits of the fraction, a binary exponent.
fn hex(spec: &Spec, value: f64) -> String {
    let bits = value.to_bits();
    let biased = (bits >> 52) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (mut lead, exponent) = match (biased, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, biased - 1023),
    };
    let mut digits = format!("{fraction:013x}");
    match spec.precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(precision) if precision < 13 => {
            let dropped = 4 * (13 - precision as u32);
            let rounded = round_half_even((lead << 52) | fraction, dropped);
            lead = rounded >> (4 * precision);
            let kept = rounded & ((1 << (4 * precision)) - 1);
            digits = if precision == 0 {
                String::new()
            } else {
                format!("{kept:0precision$x}")
            };
        }
        Some(precision) => digits.push_str(&"0".repeat(precision - 13)),
    }
    let point = if digits.is_empty() && !spec.alternate {
        ""
    } else {
        "."
    };
    format!("{lead:x}{point}{digits}p{exponent:+}")
}

/// Returns `value / 2^dropped`, rounded to the nearest integer, with ties to even.
fn round_half_even(value: u64, dropped: u32) -> u64 {
    let kept = value >> dropped;
    let rest = value & ((1 << dropped) - 1);
    let half = 1 << (dropped - 1);
    kept + u64::from(rest > half || (rest == half && kept & 1 == 1))
}

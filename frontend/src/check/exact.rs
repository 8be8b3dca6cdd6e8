//! Determines whether a floating-point constant is exact: whether a `double` can represent exactly the number in the
//! source text.
use lang_c::ast::FloatBase;

/// The exponent of the highest power of two that a significant bit of a `double` can represent.
const HIGHEST: i64 = 1023;
/// The exponent of the lowest power of two that a significant bit of a `double` can represent.
const LOWEST: i64 = -1074;
/// The maximum number of significant bits of a `double`.
const DIGITS: i64 = 53;

/// Returns whether `value`, the double nearest to the number that the text of a constant denotes, is exactly this
/// number. The text has no suffix.
pub(super) fn is_exactly(base: &FloatBase, text: &str, value: f64) -> bool {
    match base {
        // Rust can print the exact decimal expansion of the double, which is compared with the digits of the
        // text.
        FloatBase::Decimal => {
            value.is_finite() && decimal(text) == decimal(&format!("{:.1074}", value.abs()))
        }
        FloatBase::Hexadecimal => hexadecimal_fits(text),
    }
}

/// Returns the significant digits of a decimal number, without zeros at the ends, and the decimal exponent of
/// the last digit. Returns `None` if the exponent is too large to parse.
fn decimal(text: &str) -> Option<(String, i64)> {
    let text = text.to_ascii_lowercase();
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i64 = exponent.trim_start_matches('+').parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let last = all.trim_end_matches('0');
    let cut = (all.len() - last.len()) as i64;
    let digits = last.trim_start_matches('0').to_owned();
    match digits.is_empty() {
        true => Some((digits, 0)),
        false => Some((digits, exponent - fraction.len() as i64 + cut)),
    }
}

/// Returns whether a `double` can represent a hexadecimal number exactly: whether the number's significant bits fit
/// into the precision and the exponent range of a `double`.
fn hexadecimal_fits(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let text = text.strip_prefix("0x").unwrap_or(&text);
    let (digits, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let Ok(exponent) = exponent.trim_start_matches('+').parse::<i64>() else {
        return false;
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let bits: String = whole
        .chars()
        .chain(fraction.chars())
        .map(|digit| format!("{:04b}", digit.to_digit(16).unwrap_or(0)))
        .collect();
    let (Some(first), Some(last)) = (bits.find('1'), bits.rfind('1')) else {
        return true;
    };
    // The bit with the index n in `bits` represents 2^(end - 1 - n).
    let end = exponent - 4 * fraction.len() as i64 + bits.len() as i64;
    let (highest, lowest) = (end - first as i64 - 1, end - last as i64 - 1);
    highest <= HIGHEST && lowest >= LOWEST && highest - lowest < DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_constants() {
        let exact = |text: &str| is_exactly(&FloatBase::Decimal, text, text.parse().unwrap_or(0.0));
        for text in [
            "0",
            "0.0",
            "1",
            "100.50",
            "5e-1",
            "1e22",
            "00.125e+2",
            "1e0",
            ".5",
        ] {
            assert!(exact(text), "{text}");
        }
        for text in [
            "0.1",
            "1e23",
            "1e400",
            "1e-400",
            "9007199254740993",
            "3.14159",
        ] {
            assert!(!exact(text), "{text}");
        }
    }

    #[test]
    fn hexadecimal_constants() {
        let exact = |text: &str| is_exactly(&FloatBase::Hexadecimal, text, 0.0);
        for text in [
            "0x0p9",
            "0x1p1023",
            "0x1p-1074",
            "0x1.fffffffffffffp0",
            "0x.0008p3",
        ] {
            assert!(exact(text), "{text}");
        }
        for text in [
            "0x1p1024",
            "0x1p-1075",
            "0x1.fffffffffffff8p0",
            "0x1.00000000000001p0",
        ] {
            assert!(!exact(text), "{text}");
        }
    }
}

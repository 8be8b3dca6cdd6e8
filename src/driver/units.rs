//! Durations (`500ms`, `30s`, `5m`, `1h`) and sizes (`200M`, `4G`) on the command line.
use std::fmt;
use std::str::FromStr;

/// A span of time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Duration(pub std::time::Duration);

/// A number of bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

/// The error for a duration or size that cannot be parsed.
#[derive(Debug, PartialEq, Eq)]
pub struct UnitError {
    what: &'static str,
    units: &'static str,
}

impl fmt::Display for UnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected {}: a whole number and one of {}",
            self.what, self.units
        )
    }
}

impl std::error::Error for UnitError {}

/// Parses a quantity such as `12ms`, and returns its number times the factor of its unit. Returns `None` if the
/// quantity is malformed or too large.
fn with_unit(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().ok()?;
    let unit = text[digits..].trim();
    let factor = units
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit))?
        .1;
    number.checked_mul(factor)
}

impl FromStr for Duration {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Duration, UnitError> {
        const UNITS: &[(&str, u64)] = &[
            ("", 1000),
            ("ms", 1),
            ("s", 1000),
            ("m", 60_000),
            ("min", 60_000),
            ("h", 3_600_000),
        ];
        with_unit(text, UNITS)
            .map(|ms| Duration(std::time::Duration::from_millis(ms)))
            .ok_or(UnitError {
                what: "a time",
                units: "ms, s, m, h",
            })
    }
}

impl FromStr for Size {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Size, UnitError> {
        const UNITS: &[(&str, u64)] = &[("", 1), ("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)];
        with_unit(text, UNITS).map(Size).ok_or(UnitError {
            what: "a size",
            units: "K, M, G",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_take_a_unit() {
        let ms = |text: &str| text.parse::<Duration>().map(|d| d.0.as_millis());
        assert_eq!(ms("500ms"), Ok(500));
        assert_eq!(ms("30"), Ok(30_000));
        assert_eq!(ms("2h"), Ok(7_200_000));
        assert!(ms("fast").is_err());
        assert!(ms("99999999999999999999h").is_err());
    }

    #[test]
    fn sizes_take_a_unit() {
        assert_eq!("200M".parse(), Ok(Size(200 << 20)));
        assert!("".parse::<Size>().is_err());
        assert!("18446744073709551615G".parse::<Size>().is_err());
    }
}

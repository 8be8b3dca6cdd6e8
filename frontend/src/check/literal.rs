//! Semantic analysis of numeric constants, character constants and string literals: their types and values.
use super::Checker;
use crate::ctypes::{IntKind, Len, Ty, Types};
use crate::program::{Checked, StringData};
use crate::raw_bytes::byte_of;
use crate::typed::{Expr, ExprKind};
use lang_c::ast::{self, Constant, FloatBase, FloatFormat, IntegerBase, IntegerSize};
use lang_c::span::Span;

impl Checker<'_> {
    pub(super) fn literal(&mut self, constant: &Constant, span: Span) -> Checked<Expr> {
        match constant {
            Constant::Integer(integer) => self.integer(integer, span),
            Constant::Float(float) => self.float(float, span),
            Constant::Character(text) => self.character(text, span),
        }
    }

    fn integer(&mut self, integer: &ast::Integer, span: Span) -> Checked<Expr> {
        let radix = match integer.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let digits = if integer.number.is_empty() {
            "0"
        } else {
            &integer.number
        };
        let Ok(value) = u128::from_str_radix(digits, radix) else {
            return Err(self.error(
                span,
                "number",
                "integer constant is too large for any integer type",
            ));
        };
        let Some(kind) = integer_kind(&self.program.types, value, integer, radix == 10) else {
            return Err(self.error(
                span,
                "number",
                "integer constant is too large for any integer type",
            ));
        };
        let ty = self.program.types.int_of(kind);
        let number = Expr::new(ExprKind::Int(value), ty, span);
        Ok(match integer.suffix.imaginary {
            true => self.imaginary(number),
            false => number,
        })
    }

    fn float(&mut self, float: &ast::Float, span: Span) -> Checked<Expr> {
        let single = matches!(float.suffix.format, FloatFormat::Float);
        let value = match float.base {
            FloatBase::Decimal if single => float.number.parse::<f32>().ok().map(f64::from),
            FloatBase::Decimal => float.number.parse::<f64>().ok(),
            FloatBase::Hexadecimal => hex_float(&float.number),
        };
        let Some(value) = value else {
            return Err(self.error(span, "number", "invalid floating-point constant"));
        };
        let types = &mut self.program.types;
        let ty = match float.suffix.format {
            FloatFormat::Float => types.float(),
            FloatFormat::Double => types.double(),
            FloatFormat::LongDouble => types.long_double(),
            FloatFormat::TS18661Format(_) => {
                return Err(self.unsupported(span, "this floating-point suffix is"));
            }
        };
        let long = matches!(float.suffix.format, FloatFormat::LongDouble);
        let kind = match long && !super::exact::is_exactly(&float.base, &float.number, value) {
            true => ExprKind::Rounded(value),
            false => ExprKind::Float(value),
        };
        let number = Expr::new(kind, ty, span);
        Ok(match float.suffix.imaginary {
            true => self.imaginary(number),
            false => number,
        })
    }

    fn character(&mut self, text: &str, span: Span) -> Checked<Expr> {
        let (prefix, body) = split_quotes(text, '\'');
        self.only_utf8(prefix, body, span)?;
        let units = decode(body, prefix.is_empty());
        let (kind, value) = match prefix {
            "" => {
                let mut value = 0i32;
                for &unit in &units {
                    value = value << 8 | (unit & 0xff) as i32;
                }
                if units.len() == 1 {
                    value = match self.program.types.char_is_unsigned {
                        true => i32::from(units[0] as u8),
                        false => i32::from(units[0] as u8 as i8),
                    };
                }
                (IntKind::Int, i128::from(value))
            }
            "L" => (IntKind::Int, i128::from(*units.last().unwrap_or(&0) as i32)),
            "u" => {
                let last = utf16(*units.last().unwrap_or(&0));
                let unit = *last.last().unwrap_or(&0) as u16;
                (IntKind::UShort, i128::from(unit))
            }
            _ => (IntKind::UInt, i128::from(*units.last().unwrap_or(&0))),
        };
        if units.is_empty() {
            return Err(self.error(span, "number", "empty character constant"));
        }
        if units.len() > 1 {
            let message = "multi-character character constant";
            let help = "write a text in double quotes, and a single character in single quotes";
            self.warn_with_help(span, "multichar", message, help);
        }
        let ty = self.program.types.int_of(kind);
        Ok(self.int_expr(value, ty, span))
    }

    /// Reports an error if the wide literal with the text `body` contains bytes that are not UTF-8. The
    /// characters of a wide literal are code points, and such bytes do not encode a code point.
    fn only_utf8(&mut self, prefix: &str, body: &str, span: Span) -> Checked<()> {
        if prefix.is_empty() || prefix == "u8" || !body.contains(|c| byte_of(c).is_some()) {
            return Ok(());
        }
        let message = "wide literal contains bytes that are not UTF-8";
        Err(self.error_with_help(span, "literal", message, "save the file as UTF-8"))
    }

    pub(super) fn string_literal(&mut self, parts: &[String], span: Span) -> Checked<Expr> {
        let (bytes, elem) = self.string_bytes(parts);
        if self.program.types.size(elem) != Some(1) {
            for part in parts {
                self.only_utf8("L", part, span)?;
            }
        }
        let unit = self.program.types.size(elem).unwrap_or(1);
        let len = bytes.len() as u64 / unit;
        let id = self.program.add_string(StringData { bytes, unit });
        let ty = self.program.types.array_of(elem.into(), Len::Fixed(len));
        Ok(Expr::new(ExprKind::String(id), ty, span))
    }

    /// Returns the bytes of a string literal with its terminating zero, and its element type.
    fn string_bytes(&mut self, parts: &[String]) -> (Vec<u8>, Ty) {
        let prefix = parts
            .iter()
            .map(|part| split_quotes(part, '"').0)
            .find(|prefix| !prefix.is_empty() && *prefix != "u8")
            .unwrap_or("");
        let kind = match prefix {
            "L" => IntKind::Int,
            "U" => IntKind::UInt,
            "u" => IntKind::UShort,
            _ => IntKind::Char,
        };
        let mut bytes = Vec::new();
        let mut put = |unit: u32| match kind {
            IntKind::Char => bytes.push(unit as u8),
            IntKind::UShort => bytes.extend((unit as u16).to_le_bytes()),
            _ => bytes.extend(unit.to_le_bytes()),
        };
        for part in parts {
            let (_, body) = split_quotes(part, '"');
            for unit in decode(body, kind == IntKind::Char) {
                if kind == IntKind::UShort {
                    utf16(unit).into_iter().for_each(&mut put);
                } else {
                    put(unit);
                }
            }
        }
        put(0);
        (bytes, self.program.types.int_of(kind))
    }

    /// Builds the integer constant `value` of type `ty`.
    pub(super) fn int_expr(&mut self, value: i128, ty: Ty, span: Span) -> Expr {
        let width = self
            .program
            .types
            .ir_type(ty)
            .map_or(32, symtool_ir::Type::bits);
        let bits = symtool_ir::Bits::signed(width, value).unsigned();
        Expr::new(ExprKind::Int(bits), ty, span)
    }
}

/// Returns the type of an integer constant: the first type in the list of C11 §6.4.4.1p5 that can represent its
/// value. For a constant in decimal digits (`decimal`) without the suffix `u`, the list has no unsigned types.
/// Returns `None` if no type can represent the value.
fn integer_kind(
    types: &Types,
    value: u128,
    integer: &ast::Integer,
    decimal: bool,
) -> Option<IntKind> {
    use IntKind::{Int, Int128, Long, LongLong, UInt, UInt128, ULong, ULongLong};
    let all: &[IntKind] = match integer.suffix.size {
        IntegerSize::Int => &[Int, UInt, Long, ULong, Int128, UInt128],
        IntegerSize::Long => &[Long, ULong, Int128, UInt128],
        IntegerSize::LongLong => &[LongLong, ULongLong, Int128, UInt128],
    };
    all.iter().copied().find(|&kind| {
        let is_signed = types.kind_is_signed(kind);
        let usable = if integer.suffix.unsigned {
            !is_signed
        } else {
            is_signed || !decimal
        };
        let bits = kind.bits() - u32::from(is_signed);
        usable && value <= symtool_ir::bits::mask(bits)
    })
}

/// Parses a hexadecimal floating-point number such as `0x1.8p3`, with or without the `0x`; `None` if `text` is
/// malformed.
fn hex_float(text: &str) -> Option<f64> {
    let text = text.to_ascii_lowercase();
    let text = text.strip_prefix("0x").unwrap_or(&text);
    let (digits, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let mut exponent: i32 = exponent.trim_start_matches('+').parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut mantissa: u128 = 0;
    for (index, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = digit.to_digit(16)?;
        if mantissa >> 120 == 0 {
            mantissa = mantissa << 4 | u128::from(digit);
        } else {
            mantissa |= u128::from(digit != 0); // the lowest bit records whether omitted digits are nonzero, for rounding
            exponent = exponent.checked_add(4)?;
        }
        if index >= whole.len() {
            exponent = exponent.checked_sub(4)?;
        }
    }
    // The number is scaled in two steps, so that neither power of two overflows or underflows.
    let half = exponent / 2;
    Some(mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// Splits a character or string literal into its encoding prefix (such as `L`) and the text between the quotes.
fn split_quotes(text: &str, quote: char) -> (&str, &str) {
    match text.find(quote) {
        Some(start) => {
            let body = &text[start + 1..];
            (&text[..start], body.strip_suffix(quote).unwrap_or(body))
        }
        None => ("", text),
    }
}

/// Returns the UTF-16 code units of a code point: two (a surrogate pair) above 0xffff, otherwise one.
fn utf16(code_point: u32) -> Vec<u32> {
    match code_point.checked_sub(0x10000) {
        Some(above) => vec![0xd800 + (above >> 10), 0xdc00 + (above & 0x3ff)],
        None => vec![code_point],
    }
}

/// Returns the code units that the characters and escape sequences of a literal's body denote: UTF-8 bytes if `bytes`
/// is set, else code points.
fn decode(body: &str, bytes: bool) -> Vec<u32> {
    let mut units = Vec::new();
    let put_char = |units: &mut Vec<u32>, c: char| {
        if let Some(byte) = byte_of(c) {
            units.push(u32::from(byte));
        } else if bytes {
            let mut buffer = [0; 4];
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        } else {
            units.push(c as u32);
        }
    };
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            put_char(&mut units, c);
            continue;
        }
        let Some(escape) = chars.next() else { break };
        let mut number = |first: u32, radix: u32, most: usize| {
            let mut value = first;
            for _ in 0..most {
                match chars.peek().and_then(|c| c.to_digit(radix)) {
                    Some(digit) => {
                        value = value.wrapping_mul(radix).wrapping_add(digit);
                        chars.next();
                    }
                    None => break,
                }
            }
            value
        };
        match escape {
            'n' => units.push(10),
            't' => units.push(9),
            'r' => units.push(13),
            'a' => units.push(7),
            'b' => units.push(8),
            'v' => units.push(11),
            'f' => units.push(12),
            'e' | 'E' => units.push(27),
            'x' => units.push(number(0, 16, usize::MAX)),
            'u' => put_char(&mut units, char::from_u32(number(0, 16, 4)).unwrap_or('?')),
            'U' => put_char(&mut units, char::from_u32(number(0, 16, 8)).unwrap_or('?')),
            '0'..='7' => units.push(number(escape as u32 - '0' as u32, 8, 2)),
            other => put_char(&mut units, other),
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(decode(r"a\n\x41\101\0", true), [97, 10, 65, 65, 0]);
        assert_eq!(decode("é", true), [0xc3, 0xa9]);
        assert_eq!(decode("é", false), [0xe9]);
        assert_eq!(decode(r"\1234", true), [0o123, 52]);
    }

    #[test]
    fn hexadecimal_floats_are_exact() {
        assert_eq!(hex_float("1.8p3"), Some(12.0));
        assert_eq!(hex_float("0x.1p0"), Some(0.0625));
        assert_eq!(hex_float("1p-1074"), Some(5e-324));
    }
}

//! The C type of an input. With this type, reports print the value of the input in the syntax of C.
//!
//! The front end writes the type as the text of the intrinsic `make_symbolic`. The text has no effect on the execution
//! of the intrinsic.
//!
//! | text | type |
//! | --- | --- |
//! | `i32`, `u8` | an integer, signed or unsigned |
//! | `char` | a character |
//! | `f32`, `f64` | a floating-point number |
//! | `ptr` | a pointer, shown as a hexadecimal number |
//! | `x8` | eight bytes that are not interpreted, such as those of a union; shown as a comment with the bytes in the order of memory |
//! | `[4 i32]` | an array |
//! | `{2: tag@0 u8, flags@1:3+2 u8}` | a structure: its size in bytes, and its members with their offsets in bytes; a bit-field has its first bit and its width in addition |
//!
//! ```
//! use symtool_ir::shape::Shape;
//!
//! let record = Shape::parse("{4: tag@0 u8, name@1 [3 char]}").expect("a type");
//! assert_eq!(record.value(b"\x04ab\0").as_deref(), Some("{.tag = 4, .name = \"ab\"}"));
//! assert_eq!(record.to_string(), "{4: tag@0 u8, name@1 [3 char]}");
//! ```
use crate::types::Type;
use std::fmt;

/// The maximum number of array elements that the text of a value contains.
const MAX_ELEMENTS: usize = 64;

/// The maximum length of an array that is always written with all its elements. In the text of a longer array that is
/// mostly zero, the zeros are omitted.
const MAX_DENSE: usize = 16;

/// The C type of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An integer.
    Integer {
        /// The size in bytes, at most 16.
        bytes: u64,
        /// Whether the type is signed.
        signed: bool,
    },
    /// A character.
    Char,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A pointer.
    Pointer,
    /// Bytes that are not interpreted, such as those of a union. The field is the number of bytes.
    Bytes(u64),
    /// An array: the type and the number of its elements.
    Array(Box<Shape>, u64),
    /// A structure: its size in bytes, with the padding, and its members.
    Record(u64, Vec<Member>),
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name; only letters, digits, `_` and `$`.
    pub name: String,
    /// The offset in bytes. For a bit-field, the offset of the byte with its first bit.
    pub offset: u64,
    /// For a bit-field, the number of its first bit in the byte at `offset`, and its width in bits, at most 64.
    pub bits: Option<(u32, u32)>,
    /// The type.
    pub shape: Shape,
}

impl Shape {
    /// Returns the size of a value of this C type in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Shape::Integer { bytes, .. } | Shape::Bytes(bytes) | Shape::Record(bytes, _) => *bytes,
            Shape::Char => 1,
            Shape::Float => 4,
            Shape::Double | Shape::Pointer => 8,
            Shape::Array(element, length) => element.size().saturating_mul(*length),
        }
    }

    /// Returns the IR type of a `float` or `double`; `None` for any other C type.
    pub fn floating(&self) -> Option<Type> {
        match self {
            Shape::Float => Some(Type::F32),
            Shape::Double => Some(Type::F64),
            _ => None,
        }
    }

    /// Returns the components that have a size of one byte (array elements and structure members, but no bit-fields).
    /// Each component is given by its byte offset in an object of this type, and by its C expression relative to the
    /// object: `.tag`, `.name[2]` or `[7]`. Only the first elements of a long array are returned.
    ///
    /// ```
    /// use symtool_ir::shape::Shape;
    ///
    /// let record = Shape::parse("{8: tag@0 u8, length@4 i32, name@8 [2 char]}").expect("a type");
    /// let bytes: Vec<(u64, String)> = record.bytes();
    /// assert_eq!(bytes[0], (0, ".tag".to_owned()));
    /// assert_eq!(bytes[2], (9, ".name[1]".to_owned()));
    /// ```
    pub fn bytes(&self) -> Vec<(u64, String)> {
        let mut all = Vec::new();
        self.add_bytes(0, "", &mut all);
        all
    }

    fn add_bytes(&self, offset: u64, path: &str, all: &mut Vec<(u64, String)>) {
        match self {
            Shape::Char | Shape::Integer { bytes: 1, .. } if !path.is_empty() => {
                all.push((offset, path.to_owned()));
            }
            Shape::Array(element, length) => {
                for at in 0..(*length).min(MAX_ELEMENTS as u64) {
                    let path = format!("{path}[{at}]");
                    element.add_bytes(offset + at * element.size(), &path, all);
                }
            }
            Shape::Record(_, members) => {
                for member in members.iter().filter(|member| member.bits.is_none()) {
                    let path = format!("{path}.{}", member.name);
                    member.shape.add_bytes(offset + member.offset, &path, all);
                }
            }
            Shape::Char
            | Shape::Integer { .. }
            | Shape::Float
            | Shape::Double
            | Shape::Pointer
            | Shape::Bytes(_) => {}
        }
    }

    /// Parses the text of a type; `None` if the text is not of the form that the module describes.
    pub fn parse(text: &str) -> Option<Shape> {
        let mut rest = text;
        let shape = shape(&mut rest, 0)?;
        rest.is_empty().then_some(shape)
    }

    /// Returns the value of the given bytes as a C initializer. Missing bytes are zero. Returns `None` for an array or
    /// structure of more than 16 bytes that are all zero, because words describe such a value better than an
    /// initializer.
    pub fn value(&self, bytes: &[u8]) -> Option<String> {
        let is_zero = bytes.iter().all(|&byte| byte == 0);
        let is_aggregate = matches!(self, Shape::Array(..) | Shape::Record(..));
        if is_zero && is_aggregate && bytes.len() > 16 {
            return None;
        }
        let mut text = String::new();
        self.write(&mut text, bytes);
        Some(text)
    }

    fn write(&self, text: &mut String, bytes: &[u8]) {
        match self {
            Shape::Integer {
                bytes: size,
                signed,
            } => {
                *text += &integer(number(bytes), 8 * *size as u32, *signed);
            }
            Shape::Char => match number(bytes) as u8 {
                byte @ (b' '..=b'~') if byte != b'\'' && byte != b'\\' => {
                    *text += &format!("'{}'", char::from(byte));
                }
                byte => *text += &integer(byte.into(), 8, true),
            },
            Shape::Float => *text += &float(number(bytes) as u32),
            Shape::Double => *text += &double(number(bytes) as u64),
            Shape::Pointer => *text += &hexadecimal(bytes),
            Shape::Bytes(_) => {
                let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                *text += &format!("/* bytes {digits} */");
            }
            Shape::Array(element, length) if **element == Shape::Char => {
                let length = usize::try_from(*length).unwrap_or(usize::MAX);
                string(text, &bytes[..length.min(bytes.len())]);
            }
            Shape::Array(element, length) => array(text, (element, *length), bytes),
            Shape::Record(_, members) => {
                let mut separator = "{";
                for member in members {
                    *text += &format!("{separator}.{} = ", member.name);
                    member.write(text, bytes);
                    separator = ", ";
                }
                *text += if members.is_empty() { "{}" } else { "}" };
            }
        }
    }
}

impl Member {
    fn write(&self, text: &mut String, bytes: &[u8]) {
        let from = usize::try_from(self.offset).unwrap_or(usize::MAX);
        let rest = bytes.get(from..).unwrap_or_default();
        let Some((first, width)) = self.bits else {
            let size = usize::try_from(self.shape.size()).unwrap_or(usize::MAX);
            return self.shape.write(text, &rest[..size.min(rest.len())]);
        };
        let signed = matches!(
            self.shape,
            Shape::Char | Shape::Integer { signed: true, .. }
        );
        *text += &integer(number(rest) >> first, width, signed);
    }
}

/// Returns the little-endian number in at most 16 bytes.
fn number(bytes: &[u8]) -> u128 {
    let bytes = bytes.iter().take(16).rev();
    bytes.fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// Returns the lowest `width` bits of a number in decimal.
fn integer(bits: u128, width: u32, signed: bool) -> String {
    let unused = 128 - width.clamp(1, 128);
    match signed {
        true => (((bits << unused) as i128) >> unused).to_string(),
        false => ((bits << unused) >> unused).to_string(),
    }
}

/// Returns a `float` as text, with the fewest digits that C reads back as the same value. The text of a NaN contains
/// its bits.
fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    match value.is_finite() {
        true => format!("{value:?}f"),
        false => special(value.into(), format!("{bits:#010x}")),
    }
}

/// Returns a `double` as text, with the fewest digits that C reads back as the same value. The text of a NaN contains
/// its bits.
fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    match value.is_finite() {
        true => format!("{value:?}"),
        false => special(value, format!("{bits:#018x}")),
    }
}

fn special(value: f64, bits: String) -> String {
    match value.is_nan() {
        true => format!("NaN ({bits})"),
        false if value < 0.0 => "-INFINITY".to_owned(),
        false => "INFINITY".to_owned(),
    }
}

/// Returns bytes as one hexadecimal number.
fn hexadecimal(bytes: &[u8]) -> String {
    let digits: String = bytes
        .iter()
        .rev()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

/// Writes an array of characters as a string literal, without the zeros at its end.
fn string(text: &mut String, bytes: &[u8]) {
    let used = bytes.iter().rposition(|&byte| byte != 0);
    let used = &bytes[..used.map_or(0, |last| last + 1)];
    *text += &c_literal(&used[..used.len().min(4 * MAX_ELEMENTS)]);
    if used.len() > 4 * MAX_ELEMENTS {
        *text += "…";
    }
}

/// Returns a C string literal with the given bytes. If a digit follows an escape, the literal is written so that C does
/// not read the digit as a part of the escape.
///
/// ```
/// use symtool_ir::shape::c_literal;
///
/// assert_eq!(c_literal(b"a\0"), r#""a\0""#);
/// assert_eq!(c_literal(b"\x001\x01f"), r#""\0001\x01" "f""#);
/// ```
pub fn c_literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).copied().unwrap_or_default();
        match byte {
            0 if matches!(next, b'0'..=b'7') => text += "\\000",
            0 => text += "\\0",
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ if next.is_ascii_hexdigit() => text += &format!("\\x{byte:02x}\" \""),
            _ => text += &format!("\\x{byte:02x}"),
        }
    }
    text + "\""
}

/// Writes the elements of an array as a C initializer. If an array has more than [`MAX_DENSE`] elements, most of which
/// are zero, only the nonzero elements are written, with designators: `[3] = 1`.
fn array(text: &mut String, (element, length): (&Shape, u64), bytes: &[u8]) {
    let size = usize::try_from(element.size()).unwrap_or(usize::MAX).max(1);
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let elements = || bytes.chunks(size).take(length).enumerate();
    let is_zero = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
    let given = elements().count();
    let set = elements().filter(|(_, bytes)| !is_zero(bytes)).count();
    let is_sparse = given > MAX_DENSE && set <= given / 4;
    let shown = elements().filter(|(_, bytes)| !is_sparse || !is_zero(bytes));
    let mut separator = "{";
    for (at, bytes) in shown.take(MAX_ELEMENTS) {
        *text += separator;
        if is_sparse {
            *text += &format!("[{at}] = ");
        }
        element.write(text, bytes);
        separator = ", ";
    }
    *text += match if is_sparse { set } else { given } {
        0 if is_sparse => "{0}",
        0 => "{}",
        all if all > MAX_ELEMENTS => ", …}",
        _ => "}",
    };
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Integer { bytes, signed } => {
                write!(f, "{}{}", if *signed { 'i' } else { 'u' }, 8 * bytes)
            }
            Shape::Char => f.write_str("char"),
            Shape::Float => f.write_str(Type::F32.name()),
            Shape::Double => f.write_str(Type::F64.name()),
            Shape::Pointer => f.write_str("ptr"),
            Shape::Bytes(bytes) => write!(f, "x{bytes}"),
            Shape::Array(element, length) => write!(f, "[{length} {element}]"),
            Shape::Record(size, members) => {
                write!(f, "{{{size}:")?;
                for (at, member) in members.iter().enumerate() {
                    f.write_str(if at == 0 { " " } else { ", " })?;
                    write!(f, "{}@{}", member.name, member.offset)?;
                    if let Some((first, width)) = member.bits {
                        write!(f, ":{first}+{width}")?;
                    }
                    write!(f, " {}", member.shape)?;
                }
                f.write_str("}")
            }
        }
    }
}

/// The maximum depth of nested types that are parsed.
const MAX_DEPTH: u32 = 32;

fn shape(rest: &mut &str, depth: u32) -> Option<Shape> {
    if depth > MAX_DEPTH {
        return None;
    }
    if eat(rest, "[") {
        let length = decimal(rest)?;
        let element = eat(rest, " ").then(|| shape(rest, depth + 1))??;
        return eat(rest, "]").then(|| Shape::Array(Box::new(element), length));
    }
    if eat(rest, "{") {
        let size = decimal(rest)?;
        let mut separator = ": ";
        let mut members = Vec::new();
        while eat(rest, separator) {
            members.push(member(rest, depth)?);
            separator = ", ";
        }
        let is_whole = (!members.is_empty() || eat(rest, ":")) && eat(rest, "}");
        return is_whole.then_some(Shape::Record(size, members));
    }
    let words = [
        ("char", Shape::Char),
        ("f32", Shape::Float),
        ("f64", Shape::Double),
        ("ptr", Shape::Pointer),
    ];
    if let Some((_, found)) = words.into_iter().find(|(word, _)| eat(rest, word)) {
        return Some(found);
    }
    if eat(rest, "x") {
        return Some(Shape::Bytes(decimal(rest)?));
    }
    let signed = eat(rest, "i");
    if !signed && !eat(rest, "u") {
        return None;
    }
    let bytes = decimal(rest)? / 8;
    (1..=16)
        .contains(&bytes)
        .then_some(Shape::Integer { bytes, signed })
}

fn member(rest: &mut &str, depth: u32) -> Option<Member> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let end = rest.find(|c| !is_name(c))?;
    let (name, after) = rest.split_at(end);
    *rest = after;
    let offset = eat(rest, "@").then(|| decimal(rest))??;
    let mut bits = None;
    if eat(rest, ":") {
        let first = u32::try_from(decimal(rest)?).ok()?;
        let width = eat(rest, "+").then(|| decimal(rest))??;
        bits = Some((first, u32::try_from(width).ok()?));
        if first > 7 || !(1..=64).contains(&width) {
            return None;
        }
    }
    let shape = eat(rest, " ").then(|| shape(rest, depth + 1))??;
    Some(Member {
        name: name.to_owned(),
        offset,
        bits,
        shape,
    })
}

fn eat(rest: &mut &str, word: &str) -> bool {
    let after = rest.strip_prefix(word);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

fn decimal(rest: &mut &str) -> Option<u64> {
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(shape: &str, bytes: &[u8]) -> String {
        let shape = Shape::parse(shape).expect("a type");
        shape.value(bytes).expect("a value")
    }

    #[test]
    fn values_are_initializers() {
        assert_eq!(value("u8", &[255]), "255");
        assert_eq!(value("i16", &[254, 255]), "-2");
        assert_eq!(value("char", b"a"), "'a'");
        assert_eq!(value("char", &[0]), "0");
        assert_eq!(value("f64", &1.5f64.to_le_bytes()), "1.5");
        assert_eq!(value("ptr", &[16, 2, 0, 0, 0, 0, 0, 0]), "0x210");
        assert_eq!(value("x4", &[0, 0, 128, 63]), "/* bytes 0000803f */");
        assert_eq!(value("{1: c@0:0+3 char}", &[7]), "{.c = -1}");
        assert_eq!(
            value("[2 i32]", &[1, 0, 0, 0, 255, 255, 255, 255]),
            "{1, -1}"
        );
        assert_eq!(value("[4 char]", b"a\x01b\0"), "\"a\\x01\" \"b\"");
        let bits = "{4: low@0:0+3 u32, high@0:3+5 i32}";
        assert_eq!(value(bits, &[0b1111_1010]), "{.low = 2, .high = -1}");
        assert_eq!(value("{0:}", &[]), "{}");
        let mut long = [0; 100];
        (long[3], long[99]) = (7, 255);
        assert_eq!(value("[100 i8]", &long), "{[3] = 7, [99] = -1}");
        assert_eq!(value("[17 u8]", &[1; 17]).matches("1").count(), 17);
    }

    /// Checks that the distance between the elements of an array of structures is the size of the structure, which
    /// includes padding.
    #[test]
    fn padding_is_between_elements() {
        let bytes = [1, 0, 0, 0, 2, 9, 9, 9, 3, 0, 0, 0, 4, 9, 9, 9];
        let text = value("[2 {8: a@0 i32, b@4 u8}]", &bytes);
        assert_eq!(text, "{{.a = 1, .b = 2}, {.a = 3, .b = 4}}");
    }

    #[test]
    fn long_zero_values_have_no_initializer() {
        let shape = Shape::parse("[10 i32]").expect("a type");
        assert_eq!(shape.value(&[0; 40]), None);
        assert_eq!(shape.size(), 40);
    }

    #[test]
    fn other_texts_are_no_types() {
        for text in [
            "",
            "i",
            "i7",
            "[4 i32",
            "{a i32}",
            "{a@0:9+1 u8}",
            "f32 ",
            "u256",
        ] {
            assert_eq!(Shape::parse(text), None, "{text}");
        }
        let deep = "[1 ".repeat(100_000);
        assert_eq!(Shape::parse(&deep), None);
    }
}

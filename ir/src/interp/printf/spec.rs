//! Parses one directive (such as `%5.2f`) of a format string: flags, width, precision, length modifier, conversion.
use super::MAX_FIELD;

/// The conversion of a directive.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// `%%`: prints a percent sign.
    Percent,
    Signed,
    /// An unsigned number in the given radix and case.
    Unsigned(Radix),
    Pointer,
    Float(FloatStyle),
    Char,
    String,
    /// `%n`: stores the number of bytes printed so far.
    Count,
}

/// The base of an unsigned number and, for base 16, the case of the letters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Radix {
    Decimal,
    Octal,
    Hex { upper: bool },
}

/// The conversion of a floating-point number, and whether its letters are in upper case, as for `%E`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FloatStyle {
    pub form: FloatForm,
    pub upper: bool,
}

/// The floating-point conversions `%f`, `%e`, `%g`, `%a`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum FloatForm {
    /// `%f`.
    Fixed,
    /// `%e`.
    Exponent,
    /// `%g`.
    General,
    /// `%a`.
    Hex,
}

/// The length modifier of a directive, which determines the C type of an integer argument.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Char,
    Short,
    Int,
    Long,
}

impl Spec {
    /// Returns the size in bytes of the argument after the default argument promotions.
    pub fn argument_bytes(&self) -> usize {
        match self.conversion {
            Conversion::Signed | Conversion::Unsigned(_) => self.length.bytes().max(4),
            Conversion::Char => 4,
            _ => 8,
        }
    }

    /// Returns whether the conversion prints one byte, whatever its argument is: `%c`, but not `%lc`.
    pub fn is_byte(&self) -> bool {
        self.conversion == Conversion::Char && self.length != Length::Long
    }
}

impl Length {
    pub fn bytes(self) -> usize {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long => 8,
        }
    }
}

/// The source of the width or the precision of a directive.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Star {
    /// The directive contains the width or precision as a number, or has none.
    None,
    /// The directive has a `*`: the next argument is the width or precision.
    Next,
    /// The directive has `*m$`: the m-th argument is the width or precision. The field is m - 1.
    At(usize),
}

/// A parsed directive of a format.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    /// The index (from 0) of the argument to print, if the directive gives it: n - 1 for `%n$d`. `None` means the next
    /// argument.
    pub position: Option<usize>,
    /// The flag `-`: pads on the right.
    pub left: bool,
    /// The flag `+`: prints the sign of a number that is not negative.
    pub plus: bool,
    /// The flag ` `: prints a space instead of the sign `+`.
    pub space: bool,
    /// The flag `#`: the alternative form of the conversion, such as a prefix `0x`.
    pub alternate: bool,
    /// The flag `0`: pads with zeros.
    pub zero: bool,
    /// The minimum length of the text in bytes.
    pub width: usize,
    pub width_star: Star,
    pub precision: Option<usize>,
    pub precision_star: Star,
    pub length: Length,
    pub conversion: Conversion,
}

/// Parses the directive at the start of `text`, which begins with `%`. Returns the directive and its length; `None` for
/// an unknown conversion.
pub(super) fn parse(text: &[u8]) -> Option<(Spec, usize)> {
    let mut cursor = Cursor { text, at: 1 };
    let mut spec = Spec {
        position: cursor.position(),
        left: false,
        plus: false,
        space: false,
        alternate: false,
        zero: false,
        width: 0,
        width_star: Star::None,
        precision: None,
        precision_star: Star::None,
        length: Length::Int,
        conversion: Conversion::Percent,
    };
    while let Some(flag) = cursor.take(b"-+ #0'I") {
        match flag {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            // In the C locale, `'` (digit grouping) and `I` (native digits) have no effect.
            _ => {}
        }
    }
    spec.width_star = cursor.star();
    if spec.width_star == Star::None {
        spec.width = cursor.number();
    }
    if cursor.take(b".").is_some() {
        spec.precision_star = cursor.star();
        if spec.precision_star == Star::None {
            spec.precision = Some(cursor.number());
        }
    }
    spec.length = cursor.length();
    spec.conversion = conversion(*text.get(cursor.at)?)?;
    Some((spec, cursor.at + 1))
}

fn conversion(letter: u8) -> Option<Conversion> {
    let upper = letter.is_ascii_uppercase();
    let float = |form| Some(Conversion::Float(FloatStyle { form, upper }));
    match letter {
        b'%' => Some(Conversion::Percent),
        b'd' | b'i' => Some(Conversion::Signed),
        b'u' => Some(Conversion::Unsigned(Radix::Decimal)),
        b'o' => Some(Conversion::Unsigned(Radix::Octal)),
        b'x' | b'X' => Some(Conversion::Unsigned(Radix::Hex { upper })),
        b'p' => Some(Conversion::Pointer),
        b'f' | b'F' => float(FloatForm::Fixed),
        b'e' | b'E' => float(FloatForm::Exponent),
        b'g' | b'G' => float(FloatForm::General),
        b'a' | b'A' => float(FloatForm::Hex),
        b'c' => Some(Conversion::Char),
        b's' => Some(Conversion::String),
        b'n' => Some(Conversion::Count),
        _ => None,
    }
}

struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Consumes and returns the next byte if it is one of `set`; otherwise returns `None`.
    fn take(&mut self, set: &[u8]) -> Option<u8> {
        let byte = *self.text.get(self.at)?;
        set.contains(&byte).then(|| {
            self.at += 1;
            byte
        })
    }

    /// Consumes `n$`, if present; returns the index of the argument, from 0.
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        let number = self.number();
        if number > 0 && self.take(b"$").is_some() {
            return Some(number - 1);
        }
        self.at = start;
        None
    }

    /// Consumes `*` or `*m$`, if present; returns the source of the width or precision.
    fn star(&mut self) -> Star {
        match self.take(b"*") {
            None => Star::None,
            Some(_) => self.position().map_or(Star::Next, Star::At),
        }
    }

    fn number(&mut self) -> usize {
        let mut value = 0usize;
        while let Some(digit) = self.take(b"0123456789") {
            value = (value * 10 + usize::from(digit - b'0')).min(MAX_FIELD);
        }
        value
    }

    fn length(&mut self) -> Length {
        match self.take(b"hlqjztL") {
            Some(b'h') if self.take(b"h").is_some() => Length::Char,
            Some(b'h') => Length::Short,
            Some(b'l') => {
                self.take(b"l");
                Length::Long
            }
            Some(_) => Length::Long,
            None => Length::Int,
        }
    }
}

/// Appends `text` to `out`, padded with spaces to the field width of the directive `spec`.
pub(super) fn pad(spec: &Spec, text: &[u8], out: &mut Vec<u8>) {
    let missing = spec.width.saturating_sub(text.len());
    if !spec.left {
        out.extend(std::iter::repeat_n(b' ', missing));
    }
    out.extend(text);
    if spec.left {
        out.extend(std::iter::repeat_n(b' ', missing));
    }
}

/// Returns `prefix`, a sign or radix prefix, followed by `digits`. If the flags of the directive `spec` require it,
/// adds zeros between the prefix and the digits up to the field width.
pub(super) fn zero_fill(spec: &Spec, prefix: &str, digits: &str, zeros_allowed: bool) -> Vec<u8> {
    let mut text = prefix.as_bytes().to_vec();
    if spec.zero && !spec.left && zeros_allowed {
        let missing = spec.width.saturating_sub(prefix.len() + digits.len());
        text.extend(std::iter::repeat_n(b'0', missing));
    }
    text.extend(digits.bytes());
    text
}

/// Returns the sign that is printed before a signed number.
pub(super) fn sign(spec: &Spec, negative: bool) -> &'static str {
    if negative {
        "-"
    } else if spec.plus {
        "+"
    } else if spec.space {
        " "
    } else {
        ""
    }
}

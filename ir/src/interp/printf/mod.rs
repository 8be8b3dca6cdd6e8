//! C's formatted output: the conversions of C17's `printf`, except those for wide characters. Here, `%La` prints the
//! digits of a `double`. The library model of `printf`, which is written in C, implements the conversions for wide
//! characters and the 80-bit form of `%La`.
//!
//! [`format()`] takes its arguments through a trait. Therefore the symbolic engine can use the same function, although
//! it does not know the values of some arguments: an unknown value prints as `?`.
mod float;
mod integer;
mod spec;

use crate::bits::Bits;
use spec::{Conversion, Length, Spec, Star};

/// The maximum width and precision of a directive, in bytes; greater widths and precisions are reduced to this number.
pub(crate) const MAX_FIELD: usize = 1 << 20;

/// An argument of a `printf` call.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The value is known; C's default argument promotions have been applied.
    Known(Bits),
    /// The value is unknown to the engine.
    Unknown,
    /// The call has fewer arguments than the format needs.
    Missing,
}

/// The source of the arguments of a call, and of the strings to which they point.
pub trait Arguments {
    /// The error for an illegal memory access.
    type Error;

    /// Returns the argument with index `index`; index 0 is the first argument after the format. If the arguments are in
    /// memory (as for `vprintf`), `bytes` bytes are read; otherwise, `bytes` has no effect.
    fn get(&mut self, index: usize, bytes: usize) -> Result<Argument, Self::Error>;

    /// Returns the C string at an address without its terminating zero; `None` if the contents are unknown. With
    /// `Some(n)` as `most`, returns at most n bytes.
    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Stores the low `bytes` bytes of `value` at an address, for the conversion `%n`.
    fn store(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), Self::Error>;
}

/// The result of formatting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The formatted text.
    pub bytes: Vec<u8>,
    /// Whether every value was known, so that the text is exact.
    pub exact: bool,
    /// What is known about the length of the text. An unknown character (`%c`) makes the text inexact, but not its
    /// length.
    pub length: TextLength,
    /// The errors of the call, such as missing arguments and unknown conversions.
    pub problems: Vec<String>,
}

/// What is known about the length of a formatted text.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum TextLength {
    /// The length is that of [`Printed::bytes`].
    #[default]
    Exact,
    /// The length is at least this number of bytes, and at most the greatest `int`: some values are unknown.
    AtLeast(usize),
    /// The width or the precision of a value is unknown, so the call may even fail.
    Unknown,
}

/// Formats arguments as `printf` does.
///
/// # Errors
/// An access of `args` to memory is illegal.
pub fn format<A: Arguments>(format: &[u8], args: &mut A) -> Result<Printed, A::Error> {
    let mut printer = Printer {
        args,
        taken: 0,
        inexact: 0,
        out: Printed {
            exact: true,
            ..Printed::default()
        },
    };
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&b| b == b'%') {
        printer.out.bytes.extend(&rest[..at]);
        rest = printer.directive(&rest[at..])?;
    }
    printer.out.bytes.extend(rest);
    // A value of unknown length may be empty, and is one `?` in the text.
    if printer.inexact > 0 && printer.out.length != TextLength::Unknown {
        printer.out.length = TextLength::AtLeast(printer.out.bytes.len() - printer.inexact);
    }
    Ok(printer.out)
}

/// The reason why an argument cannot be printed: it is missing or its value is unknown.
struct NoValue;

struct Printer<'a, A> {
    args: &'a mut A,
    /// The number of arguments used so far by directives without an explicit index.
    taken: usize,
    /// The number of values of unknown length.
    inexact: usize,
    out: Printed,
}

impl<A: Arguments> Printer<'_, A> {
    /// Formats the directive at the start of `text`; returns the text after the directive.
    fn directive<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], A::Error> {
        let Some((mut spec, len)) = spec::parse(text) else {
            let shown = text.get(..2.min(text.len())).unwrap_or_default();
            let shown = String::from_utf8_lossy(shown).into_owned();
            self.out
                .problems
                .push(format!("printf does not support the conversion `{shown}`"));
            self.out.bytes.extend(&text[..1]);
            return Ok(&text[1..]);
        };
        let stars = self.stars(&mut spec)?;
        let value = match spec.conversion {
            Conversion::Percent => Ok(Bits::zero(1)),
            _ => self.value(spec.position, spec.argument_bytes())?,
        };
        match (stars, value) {
            (Ok(()), Ok(value)) => self.convert(&spec, value)?,
            (Ok(()), Err(NoValue)) if spec.is_byte() => {
                self.out.exact = false;
                spec::pad(&spec, b"?", &mut self.out.bytes);
            }
            (_, Err(NoValue)) if spec.conversion == Conversion::Count => {
                let problem = "`%n` with an address that depends on the input";
                self.out.problems.push(problem.to_owned());
            }
            (Ok(()), Err(NoValue)) => self.make_inexact(),
            (Err(NoValue), _) => {
                self.make_inexact();
                self.out.length = TextLength::Unknown;
            }
        }
        Ok(&text[len..])
    }

    /// Appends `?` for a value of unknown length.
    fn make_inexact(&mut self) {
        self.out.bytes.push(b'?');
        self.out.exact = false;
        self.inexact += 1;
    }

    /// Returns the argument at `position`, or the next argument if `position` is `None`.
    fn value(
        &mut self,
        position: Option<usize>,
        bytes: usize,
    ) -> Result<Result<Bits, NoValue>, A::Error> {
        let index = position.unwrap_or_else(|| {
            self.taken += 1;
            self.taken - 1
        });
        Ok(match self.args.get(index, bytes)? {
            Argument::Known(bits) => Ok(bits),
            Argument::Unknown => Err(NoValue),
            Argument::Missing => {
                let problem = "printf has fewer arguments than its format requires";
                self.out.problems.push(problem.to_owned());
                Err(NoValue)
            }
        })
    }

    /// Returns the argument for a `*` in a directive, which is a width or a precision; `None` if there is no `*`.
    fn star(&mut self, star: Star) -> Result<Option<Result<i32, NoValue>>, A::Error> {
        let position = match star {
            Star::None => return Ok(None),
            Star::Next => None,
            Star::At(index) => Some(index),
        };
        Ok(Some(self.value(position, 4)?.map(as_int)))
    }

    /// Replaces each `*` of a directive by the value of its argument, which is the width or precision. All arguments
    /// for `*` are consumed even if one has no value, so that later directives get the right arguments.
    fn stars(&mut self, spec: &mut Spec) -> Result<Result<(), NoValue>, A::Error> {
        let width = self.star(spec.width_star)?;
        let precision = self.star(spec.precision_star)?;
        match width {
            Some(Ok(width)) => {
                spec.left |= width < 0;
                spec.width = (width.unsigned_abs() as usize).min(MAX_FIELD);
            }
            Some(Err(NoValue)) => return Ok(Err(NoValue)),
            None => {}
        }
        match precision {
            Some(Ok(p)) => spec.precision = usize::try_from(p).ok().map(|p| p.min(MAX_FIELD)),
            Some(Err(NoValue)) => return Ok(Err(NoValue)),
            None => {}
        }
        Ok(Ok(()))
    }

    fn convert(&mut self, spec: &Spec, value: Bits) -> Result<(), A::Error> {
        let text = match spec.conversion {
            Conversion::Percent => {
                self.out.bytes.push(b'%');
                return Ok(());
            }
            Conversion::Signed => integer::signed(spec, value),
            Conversion::Unsigned(radix) => integer::unsigned(spec, value, radix),
            Conversion::Pointer => integer::pointer(spec, value),
            Conversion::Float(style) => float::format(spec, style, value),
            Conversion::Char => vec![value.low_u64() as u8],
            Conversion::String => match self.string(spec, value.low_u64())? {
                Some(text) => text,
                None => {
                    self.make_inexact();
                    return Ok(());
                }
            },
            Conversion::Count => {
                if self.inexact > 0 {
                    let problem = "`%n` after text whose length depends on the input";
                    self.out.problems.push(problem.to_owned());
                }
                let count = self.out.bytes.len() as u64;
                let bytes = spec.length.bytes();
                return self.args.store(value.low_u64(), bytes, count);
            }
        };
        spec::pad(spec, &text, &mut self.out.bytes);
        Ok(())
    }

    /// Returns the text of the conversion `%s` for the string at `address`; `None` if the text is unknown. A null
    /// pointer prints as in glibc: `(null)`, or nothing if the precision is less than 6.
    fn string(&mut self, spec: &Spec, address: u64) -> Result<Option<Vec<u8>>, A::Error> {
        if spec.length == Length::Long {
            self.out.problems.push("printf of a wide string".to_owned());
            return Ok(None);
        }
        if address == 0 {
            let fits = spec.precision.is_none_or(|p| p >= 6);
            return Ok(Some(if fits { b"(null)".to_vec() } else { Vec::new() }));
        }
        self.args.string(address, spec.precision.map(|p| p as u64))
    }
}

/// Returns the value of an `int` argument.
fn as_int(bits: Bits) -> i32 {
    bits.low_u64() as i32
}

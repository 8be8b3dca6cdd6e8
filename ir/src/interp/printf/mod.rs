//! C's formatted output: all conversions of C17's `printf` except those of wide characters, which the library
//! model implements.
//!
//! The function takes its arguments through a trait, so that an engine with unknown values can use it too: an
//! unknown value prints as `?`.
mod float;
mod integer;
mod spec;

use crate::bits::Bits;
use spec::{Conversion, Length, Spec, Star};

/// The maximum length of one conversion's text, in bytes; greater widths and precisions are truncated.
pub(crate) const MAX_FIELD: usize = 1 << 20;

/// The next argument of a call.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The argument's value, after C's default argument promotions.
    Known(Bits),
    /// A value the engine does not know.
    Unknown,
    /// No argument is left.
    Missing,
}

/// The source of arguments and strings.
pub trait Arguments {
    /// The error of an illegal access.
    type Error;

    /// The argument after the format with this index from 0; `bytes` is its size if it is in memory.
    fn get(&mut self, index: usize, bytes: usize) -> Result<Argument, Self::Error>;

    /// The C string at an address without its terminator, at most `most` bytes of it; `None` if it is
    /// unknown.
    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Stores the low `bytes` bytes of a count (`%n`).
    fn store(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), Self::Error>;
}

/// The output of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The text.
    pub bytes: Vec<u8>,
    /// Was every value known, so that the text is exact?
    pub exact: bool,
    /// Errors of the call: missing arguments, unknown conversions.
    pub problems: Vec<String>,
}

/// Formats arguments as `printf` does.
///
/// # Errors
/// An illegal access, from the argument source.
pub fn format<A: Arguments>(format: &[u8], args: &mut A) -> Result<Printed, A::Error> {
    let mut printer = Printer {
        args,
        taken: 0,
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
    Ok(printer.out)
}

/// A value that cannot be printed.
struct NoValue;

struct Printer<'a, A> {
    args: &'a mut A,
    /// The number of arguments consumed so far without an explicit index.
    taken: usize,
    out: Printed,
}

impl<A: Arguments> Printer<'_, A> {
    /// Handles the directive at the start of `text`; returns the rest.
    fn directive<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], A::Error> {
        let Some((mut spec, len)) = spec::parse(text) else {
            let shown = text.get(..2.min(text.len())).unwrap_or_default();
            let shown = String::from_utf8_lossy(shown).into_owned();
            self.out
                .problems
                .push(format!("printf does not know the conversion `{shown}`"));
            self.out.bytes.extend(&text[..1]);
            return Ok(&text[1..]);
        };
        let stars = self.stars(&mut spec)?;
        let value = match spec.conversion {
            Conversion::Percent => Ok(Bits::zero(1)),
            _ => self.value(spec.position, spec.argument_bytes())?,
        };
        let known = stars.and(value);
        match known {
            Ok(value) => self.convert(&spec, value)?,
            Err(NoValue) => {
                self.out.exact = false;
                self.out.bytes.push(b'?');
            }
        }
        Ok(&text[len..])
    }

    /// The argument at a position, or else the next.
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
                let problem = "printf has fewer arguments than its format asks for";
                self.out.problems.push(problem.to_owned());
                Err(NoValue)
            }
        })
    }

    /// The argument for a `*`.
    fn star(&mut self, star: Star) -> Result<Option<Result<i32, NoValue>>, A::Error> {
        let position = match star {
            Star::None => return Ok(None),
            Star::Next => None,
            Star::At(index) => Some(index),
        };
        Ok(Some(self.value(position, 4)?.map(as_int)))
    }

    /// Takes width and precision from the arguments for each `*`. All are consumed, so that later directives
    /// find their own arguments.
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
                    self.out.exact = false;
                    b"?".to_vec()
                }
            },
            Conversion::Count => {
                let count = self.out.bytes.len() as u64;
                let bytes = spec.length.bytes();
                return self.args.store(value.low_u64(), bytes, count);
            }
        };
        spec::pad(spec, &text, &mut self.out.bytes);
        Ok(())
    }

    /// A null pointer prints as glibc prints it: `(null)`, or nothing where the precision is too small.
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

/// An `int` argument.
fn as_int(bits: Bits) -> i32 {
    bits.low_u64() as i32
}

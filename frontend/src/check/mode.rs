//! `__attribute__((mode(XX)))`, gcc's machine modes. A mode sets the width of an arithmetic type. The type must have
//! the class of the mode: integer or floating-point, and real or complex.
use super::Checker;
use super::attributes::Attributes;
use crate::ctypes::{IntKind, Kind, QTy, Ty};
use crate::program::{Checked, Reported};
use lang_c::span::Span;

/// A machine mode: the kind and width of an arithmetic type.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    number: Number,
    is_complex: bool,
    /// The mode's name without underscores.
    name: String,
    /// The source location of the attribute.
    span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Number {
    /// An integer of this many bits.
    Integer(u32),
    Float(Kind),
}

impl Mode {
    /// Returns the mode with the name `name`, with or without underscores around it; `None` if there is no such
    /// mode.
    pub(super) fn named(name: &str, span: Span) -> Option<Mode> {
        let plain = name.trim_matches('_');
        let (number, is_complex) = match plain {
            "QI" | "byte" => (Number::Integer(8), false),
            "HI" => (Number::Integer(16), false),
            "SI" => (Number::Integer(32), false),
            "DI" | "word" | "pointer" | "unwind_word" => (Number::Integer(64), false),
            "TI" => (Number::Integer(128), false),
            "CQI" => (Number::Integer(8), true),
            "CHI" => (Number::Integer(16), true),
            "CSI" => (Number::Integer(32), true),
            "CDI" => (Number::Integer(64), true),
            "CTI" => (Number::Integer(128), true),
            "SF" => (Number::Float(Kind::Float), false),
            "DF" => (Number::Float(Kind::Double), false),
            "XF" | "TF" => (Number::Float(Kind::LongDouble), false),
            "SC" => (Number::Float(Kind::Float), true),
            "DC" => (Number::Float(Kind::Double), true),
            "XC" | "TC" => (Number::Float(Kind::LongDouble), true),
            _ => return None,
        };
        Some(Mode {
            number,
            is_complex,
            name: plain.to_owned(),
            span,
        })
    }
}

impl Checker<'_> {
    /// Returns the type `qty` of a declaration changed by the attributes `mode` and `vector_size`.
    pub(super) fn apply_type_attributes(
        &mut self,
        qty: QTy,
        attributes: &Attributes,
    ) -> Checked<QTy> {
        let qty = self.apply_mode(qty, attributes.mode.as_ref())?;
        self.apply_vector_size(qty, attributes.vector_size)
    }

    /// Returns `qty`, the type of a declaration, with the width that `mode` selects; unchanged if there is no
    /// mode.
    pub(super) fn apply_mode(&mut self, qty: QTy, mode: Option<&Mode>) -> Checked<QTy> {
        let Some(mode) = mode else {
            return Ok(qty);
        };
        let types = &self.program.types;
        if types.is_pointer(qty.ty) && mode.number == Number::Integer(64) && !mode.is_complex {
            return Ok(qty);
        }
        let (part, is_complex) = match types.complex_part(qty.ty) {
            Some(part) => (part, true),
            None => (qty.ty, false),
        };
        if is_complex != mode.is_complex {
            return Err(self.no_mode_for(qty, mode));
        }
        let ty = match &mode.number {
            Number::Integer(bits) if types.int_kind(part).is_some() => {
                let kind = integer(*bits, types.is_signed(part));
                self.program.types.int_of(kind)
            }
            Number::Float(kind) if types.is_float(part) => {
                let kind = kind.clone();
                if mode.name.starts_with('T') {
                    self.refuse_quadruple(mode.span, &format!("the mode `{}` is", mode.name))?;
                }
                self.program.types.of(kind)
            }
            _ => return Err(self.no_mode_for(qty, mode)),
        };
        Ok(QTy::from(self.with_parts(ty, is_complex)).with(qty.quals))
    }

    fn with_parts(&mut self, part: Ty, is_complex: bool) -> Ty {
        match is_complex {
            true => self.program.types.complex_of(part),
            false => part,
        }
    }

    fn no_mode_for(&mut self, qty: QTy, mode: &Mode) -> Reported {
        let name = self.type_name(qty);
        let message = format!("mode `{}` cannot be applied to type `{name}`", mode.name);
        self.error(mode.span, "type", message)
    }

    /// Returns `kind`, the underlying type of an enumeration, with the width that `mode` selects; unchanged if
    /// there is no mode.
    pub(super) fn mode_of_enum(&mut self, kind: IntKind, mode: Option<&Mode>) -> Checked<IntKind> {
        match mode {
            None => Ok(kind),
            Some(mode) => {
                let ty = self.program.types.int_of(kind);
                let ty = self.apply_mode(ty.into(), Some(mode))?.ty;
                Ok(self.program.types.int_kind(ty).unwrap_or(kind))
            }
        }
    }
}

fn integer(bits: u32, signed: bool) -> IntKind {
    let kind = match bits {
        8 => IntKind::SChar,
        16 => IntKind::Short,
        32 => IntKind::Int,
        64 => IntKind::Long,
        _ => IntKind::Int128,
    };
    match signed {
        true => kind,
        false => kind.to_unsigned(),
    }
}

//! Checks the attributes and `_Alignas` specifiers of a declaration. An unsupported attribute is an error if it
//! changes the meaning of a program; otherwise it is ignored.
use super::Checker;
use super::mode::Mode;
use crate::attribute::{Attribute, plain};
use crate::ctypes::OwnAlign;
use crate::program::{Checked, Reported};
use lang_c::ast::{self, Expression, Extension};
use lang_c::span::{Node, Span};

/// The attributes of a declaration that have an effect.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub packed: bool,
    /// The largest alignment that an `aligned` attribute specifies, in bytes. A record or member gets this alignment if
    /// it is larger than its own.
    pub align: Option<u64>,
    /// The alignment that the last `aligned` attribute specifies. A typedef or variable gets this alignment instead,
    /// which may be smaller than the alignment of its type.
    pub own_align: OwnAlign,
    /// The largest alignment that an `_Alignas` specifies, in bytes.
    pub alignas: Option<u64>,
    pub alias: Option<String>,
    /// The function that an `ifunc` attribute names. At run time, it returns the function to call.
    pub ifunc: Option<String>,
    pub mode: Option<Mode>,
    /// The function that a `cleanup` attribute names, and the location of the attribute.
    pub cleanup: Option<(String, Span)>,
    /// The number of bytes of a `vector_size` attribute, and the attribute's location.
    pub vector_size: Option<(u64, Span)>,
    pub asm_name: Option<String>,
    pub transparent_union: bool,
    pub weak: bool,
    /// Whether the function is declared `noreturn` or `_Noreturn`.
    pub noreturn: bool,
    /// The error in the argument of a `vector_size` attribute, if there is one. The declared type is then unknown, and
    /// the declaration declares no usable name.
    pub broken: Option<Reported>,
    /// The priority of a constructor, a function that runs before `main`; `None` for any other declaration.
    pub constructor: Option<u32>,
    /// The priority of a destructor, a function that runs at program exit; `None` for any other declaration.
    pub destructor: Option<u32>,
}

impl Attributes {
    /// Returns the alignment that these attributes specify for a variable, if any.
    pub(super) fn of_object(&self) -> Option<u64> {
        self.alignas.max(self.own_align.bytes())
    }
}

impl Checker<'_> {
    /// Adds the effects of the attributes in `list` to `into`.
    pub(super) fn attributes(&mut self, list: &[Node<Extension>], into: &mut Attributes) {
        for node in list {
            match &node.node {
                Extension::Attribute(attribute) => self.attribute(attribute, into),
                Extension::AsmLabel(text) => {
                    into.asm_name = Some(text.node.concat().replace('"', ""));
                }
                Extension::AvailabilityAttribute(_) => {}
            }
        }
    }

    fn attribute(&mut self, attribute: &ast::Attribute, into: &mut Attributes) {
        let name = attribute.name.node.as_str();
        let Some(meaning) = Attribute::named(name) else {
            return;
        };
        let argument = attribute.arguments.first();
        match meaning {
            Attribute::Packed => into.packed = true,
            Attribute::TransparentUnion => into.transparent_union = true,
            Attribute::Weak => into.weak = true,
            Attribute::NoReturn => into.noreturn = true,
            Attribute::Aligned => self.aligned(attribute, into),
            Attribute::Alias => {
                if let Some(Expression::StringLiteral(text)) = argument.map(|a| &a.node) {
                    into.alias = Some(text.node.concat().replace('"', ""));
                }
            }
            Attribute::Cleanup => match argument.map(|a| &a.node) {
                Some(Expression::Identifier(id)) => {
                    into.cleanup = Some((id.node.name.clone(), attribute.name.span));
                }
                Some(_) | None => {
                    let message = "`cleanup` requires the name of a function";
                    self.error(attribute.name.span, "type", message);
                }
            },
            Attribute::Ifunc => {
                if let Some(Expression::StringLiteral(text)) = argument.map(|a| &a.node) {
                    into.ifunc = Some(text.node.concat().replace('"', ""));
                }
            }
            Attribute::Mode => {
                if let Some(Expression::Identifier(id)) = argument.map(|a| &a.node) {
                    into.mode = Mode::named(&id.node.name, attribute.name.span);
                    if into.mode.is_none() {
                        let what = format!("the mode `{}` is", id.node.name);
                        self.unsupported(attribute.name.span, &what);
                    }
                }
            }
            Attribute::Vector => {
                let bytes = argument.map(|bytes| self.constant_expression(bytes));
                match bytes.map(|bytes| bytes.map(u64::try_from)) {
                    Some(Ok(Ok(bytes))) => into.vector_size = Some((bytes, attribute.name.span)),
                    Some(Err(reported)) => into.broken = Some(reported),
                    Some(Ok(Err(_))) | None => {
                        let message = "`vector_size` requires a number of bytes";
                        into.broken = Some(self.error(attribute.name.span, "type", message));
                    }
                }
            }
            Attribute::Constructor => into.constructor = self.lifetime_priority(attribute),
            Attribute::Destructor => into.destructor = self.lifetime_priority(attribute),
            Attribute::Refused => {
                let what = format!("`{}` attributes are", plain(name));
                self.unsupported(attribute.name.span, &what);
            }
        }
    }

    fn aligned(&mut self, attribute: &ast::Attribute, into: &mut Attributes) {
        let bytes = match attribute.arguments.first() {
            None => Some(16),
            Some(expr) => self.constant_expression(expr).ok(),
        };
        match bytes.and_then(|n| u64::try_from(n).ok()) {
            Some(n) if n.is_power_of_two() && n <= 1 << 28 => {
                into.align = into.align.max(Some(n));
                into.own_align = OwnAlign::of(n);
            }
            _ => {
                self.error(
                    attribute.name.span,
                    "alignment",
                    "alignment must be a power of two of at most 2^28 bytes",
                );
            }
        }
    }

    /// Returns the alignment that an `_Alignas` specifies; `None` for 0, which has no effect.
    pub(super) fn alignment(
        &mut self,
        node: &Node<ast::AlignmentSpecifier>,
    ) -> Checked<Option<u64>> {
        let bytes = match &node.node {
            ast::AlignmentSpecifier::Type(name) => {
                let qty = self.type_of_name(name)?;
                self.program.types.align_of(qty)
            }
            ast::AlignmentSpecifier::Constant(expr) => {
                u64::try_from(self.constant_expression(expr)?).unwrap_or(u64::MAX)
            }
        };
        match bytes {
            0 => Ok(None),
            n if n.is_power_of_two() && n <= 1 << 28 => Ok(Some(n)),
            _ => Err(self.error(
                node.span,
                "alignment",
                "alignment must be a power of two of at most 2^28 bytes",
            )),
        }
    }
}

//! Attributes and `_Alignas`: what they ask of a declaration. Those that change what a program does and are not
//! supported are errors; all others are ignored.
use super::Checker;
use crate::ctypes::{IntKind, QTy};
use crate::program::Checked;
use lang_c::ast::{self, Expression, Extension};
use lang_c::span::Node;

/// Attributes that mean something here; all others are ignored.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub packed: bool,
    /// Bytes.
    pub align: Option<u64>,
    pub alias: Option<String>,
    /// `mode(DI)`: the width in bits.
    pub mode: Option<u32>,
    pub asm_name: Option<String>,
    pub transparent_union: bool,
}

impl Checker<'_> {
    pub(super) fn apply_mode(&mut self, qty: QTy, attributes: &Attributes) -> QTy {
        let Some(bits) = attributes.mode else {
            return qty;
        };
        if let Some(part) = self.program.types.complex_part(qty.ty) {
            let part = self.apply_mode(part.into(), attributes);
            return QTy {
                ty: self.program.types.complex_of(part.ty),
                quals: qty.quals,
            };
        }
        let signed = self.program.types.is_signed(qty.ty);
        let kind = match (bits, signed) {
            (8, true) => IntKind::SChar,
            (8, false) => IntKind::UChar,
            (16, true) => IntKind::Short,
            (16, false) => IntKind::UShort,
            (32, true) => IntKind::Int,
            (32, false) => IntKind::UInt,
            (64, true) => IntKind::Long,
            (64, false) => IntKind::ULong,
            (_, true) => IntKind::Int128,
            (_, false) => IntKind::UInt128,
        };
        if self.program.types.is_float(qty.ty) {
            let ty = match bits {
                32 => self.program.types.float(),
                _ => self.program.types.double(),
            };
            return QTy {
                ty,
                quals: qty.quals,
            };
        }
        QTy {
            ty: self.program.types.int_of(kind),
            quals: qty.quals,
        }
    }

    /// Reads the attributes that matter.
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
        let name = name
            .strip_prefix("__")
            .and_then(|n| n.strip_suffix("__"))
            .unwrap_or(name);
        let argument = attribute.arguments.first();
        match name {
            "packed" => into.packed = true,
            "transparent_union" => into.transparent_union = true,
            "aligned" => {
                let bytes = match argument {
                    None => Some(16),
                    Some(expr) => self.constant_expression(expr).ok(),
                };
                match bytes.and_then(|n| u64::try_from(n).ok()) {
                    Some(n) if n.is_power_of_two() && n <= 1 << 28 => {
                        into.align = into.align.max(Some(n));
                    }
                    _ => {
                        self.error(
                            attribute.name.span,
                            "alignment",
                            "an alignment must be a power of two",
                        );
                    }
                }
            }
            "alias" => {
                if let Some(Expression::StringLiteral(text)) = argument.map(|a| &a.node) {
                    into.alias = Some(text.node.concat().replace('"', ""));
                }
            }
            "mode" => {
                if let Some(Expression::Identifier(id)) = argument.map(|a| &a.node) {
                    into.mode = mode_bits(id.node.name.trim_matches('_'));
                }
            }
            "vector_size" => {
                self.unsupported(attribute.name.span, "vector types are");
            }
            "cleanup" => {
                self.unsupported(attribute.name.span, "`cleanup` attributes are");
            }
            "constructor" | "destructor" => {
                let what =
                    "functions that run before or after `main` (`constructor`, `destructor`) are";
                self.unsupported(attribute.name.span, what);
            }
            "scalar_storage_order" => {
                let what = "`scalar_storage_order` attributes are";
                self.unsupported(attribute.name.span, what);
            }
            _ => {}
        }
    }

    /// The alignment an `_Alignas` asks for; none for 0.
    pub(super) fn alignment(
        &mut self,
        node: &Node<ast::AlignmentSpecifier>,
    ) -> Checked<Option<u64>> {
        let bytes = match &node.node {
            ast::AlignmentSpecifier::Type(name) => {
                let ty = self.type_of_name(name)?.ty;
                self.program.types.align(ty)
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
                "an alignment must be a power of two",
            )),
        }
    }
}

fn mode_bits(mode: &str) -> Option<u32> {
    Some(match mode {
        "QI" | "CQI" | "byte" => 8,
        "HI" | "CHI" => 16,
        "SI" | "CSI" | "SF" | "SC" => 32,
        "DI" | "CDI" | "DF" | "DC" | "word" | "pointer" => 64,
        "TI" => 128,
        _ => return None,
    })
}

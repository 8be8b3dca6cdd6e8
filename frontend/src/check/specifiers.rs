//! Declaration specifiers: base type, storage class, and the assignment of attributes to the type or the declaration.
use super::Checker;
use super::attributes::Attributes;
use crate::ctypes::{IntKind, Kind, QTy, Quals, Ty};
use crate::program::Checked;
use crate::scope::Name;
use crate::sources::is_system_file;
use lang_c::ast::{self, Expression, Extension, StorageClassSpecifier, TypeSpecifier};
use lang_c::span::{Node, Span};

/// The combined specifiers of a declaration.
#[derive(Clone, Debug)]
pub(super) struct Specifiers {
    pub qty: QTy,
    pub storage: Option<StorageClassSpecifier>,
    pub inline: bool,
    pub attributes: Attributes,
    /// Whether the type specifier is `__auto_type`: the declared type is then the initializer's type.
    pub auto_type: bool,
}

/// The type specifiers of a declaration that have been read so far.
#[derive(Default)]
struct SpecifierSet {
    base: Option<&'static str>,
    /// The number of `long` specifiers.
    longs: u32,
    short: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
    other: Option<QTy>,
}

/// A specifier, classified in order to decide whether an attribute belongs to the type or to the declaration.
enum SpecifierClass<'a> {
    /// A record or enumeration specifier with a body in braces. Attributes directly after the body belong to the
    /// type.
    Definition,
    Attributes(&'a [Node<Extension>]),
    Other,
}

impl SpecifierClass<'_> {
    fn of(spec: &TypeSpecifier) -> SpecifierClass<'_> {
        let defines = match spec {
            TypeSpecifier::Struct(record) => record.node.declarations.is_some(),
            TypeSpecifier::Enum(enumeration) => !enumeration.node.enumerators.is_empty(),
            _ => false,
        };
        match defines {
            true => SpecifierClass::Definition,
            false => SpecifierClass::Other,
        }
    }
}

impl Checker<'_> {
    pub(super) fn specifiers(
        &mut self,
        specifiers: &[Node<ast::DeclarationSpecifier>],
        span: Span,
        alone: bool,
    ) -> Checked<Specifiers> {
        let mut set = SpecifierSet::default();
        let mut quals = Quals::NONE;
        let mut storage = None;
        let mut inline = false;
        let mut auto_type = false;
        let (of_type, mut attributes) =
            self.split_attributes(specifiers.iter().map(|node| match &node.node {
                ast::DeclarationSpecifier::Extension(list) => SpecifierClass::Attributes(list),
                ast::DeclarationSpecifier::TypeSpecifier(spec) => SpecifierClass::of(&spec.node),
                _ => SpecifierClass::Other,
            }));
        for node in specifiers {
            match &node.node {
                ast::DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::ThreadLocal => {}
                    _ => storage = Some(class.node.clone()),
                },
                ast::DeclarationSpecifier::TypeSpecifier(spec) => {
                    if is_auto_type(&spec.node) {
                        auto_type = true;
                    } else {
                        self.add_type_specifier(spec, &mut set, &of_type, alone)?;
                    }
                }
                ast::DeclarationSpecifier::TypeQualifier(qualifier) => {
                    quals = quals.union(qualifier_of(&qualifier.node));
                }
                ast::DeclarationSpecifier::Function(function) => match function.node {
                    ast::FunctionSpecifier::Inline => inline = true,
                    ast::FunctionSpecifier::Noreturn => attributes.noreturn = true,
                },
                ast::DeclarationSpecifier::Alignment(alignment) => {
                    let bytes = self.alignment(alignment)?;
                    attributes.alignas = attributes.alignas.max(bytes);
                }
                ast::DeclarationSpecifier::Extension(_) => {}
            }
        }
        let qty = self.resolve_type(set, span)?;
        if let Some(reported) = attributes.broken.or(of_type.broken) {
            return Err(reported);
        }
        let qty = self.program.types.qualify(qty, quals);
        Ok(Specifiers {
            qty,
            storage,
            inline,
            attributes,
            auto_type,
        })
    }

    /// Returns the type that a specifier-qualifier list (in members and type names) denotes, and the attributes of
    /// the declaration. If `alone` is set, no declarator follows.
    pub(super) fn specifier_qualifiers(
        &mut self,
        specifiers: &[Node<ast::SpecifierQualifier>],
        span: Span,
        alone: bool,
    ) -> Checked<(QTy, Attributes)> {
        let mut set = SpecifierSet::default();
        let mut quals = Quals::NONE;
        let (of_type, attributes) =
            self.split_attributes(specifiers.iter().map(|node| match &node.node {
                ast::SpecifierQualifier::Extension(list) => SpecifierClass::Attributes(list),
                ast::SpecifierQualifier::TypeSpecifier(spec) => SpecifierClass::of(&spec.node),
                _ => SpecifierClass::Other,
            }));
        for node in specifiers {
            match &node.node {
                ast::SpecifierQualifier::TypeSpecifier(spec) => {
                    self.add_type_specifier(spec, &mut set, &of_type, alone)?;
                }
                ast::SpecifierQualifier::TypeQualifier(qualifier) => {
                    quals = quals.union(qualifier_of(&qualifier.node));
                }
                ast::SpecifierQualifier::Extension(_) => {}
            }
        }
        let qty = self.resolve_type(set, span)?;
        if let Some(reported) = attributes.broken.or(of_type.broken) {
            return Err(reported);
        }
        Ok((self.program.types.qualify(qty, quals), attributes))
    }

    /// Splits the attributes among the specifiers of a declaration into two sets. Returns the attributes of the record
    /// or enumeration that the specifiers define, and the attributes of the declaration.
    fn split_attributes<'a>(
        &mut self,
        parts: impl Iterator<Item = SpecifierClass<'a>>,
    ) -> (Attributes, Attributes) {
        let mut of_type = Attributes::default();
        let mut of_declaration = Attributes::default();
        let mut behind_body = false;
        for part in parts {
            match part {
                SpecifierClass::Attributes(list) if behind_body => {
                    self.attributes(list, &mut of_type);
                }
                SpecifierClass::Attributes(list) => self.attributes(list, &mut of_declaration),
                SpecifierClass::Definition => behind_body = true,
                SpecifierClass::Other => behind_body = false,
            }
        }
        (of_type, of_declaration)
    }

    fn add_type_specifier(
        &mut self,
        spec: &Node<TypeSpecifier>,
        set: &mut SpecifierSet,
        attributes: &Attributes,
        alone: bool,
    ) -> Checked<()> {
        let mut base = |word: &'static str| {
            let fits = set.base.is_none() && set.other.is_none();
            set.base = Some(word);
            fits
        };
        let fits = match &spec.node {
            TypeSpecifier::Void => base("void"),
            TypeSpecifier::Char => base("char"),
            TypeSpecifier::Int => base("int"),
            TypeSpecifier::Float => base("float"),
            TypeSpecifier::Double => base("double"),
            TypeSpecifier::Bool => base("_Bool"),
            TypeSpecifier::Short => !std::mem::replace(&mut set.short, true),
            TypeSpecifier::Long => {
                set.longs += 1;
                set.longs <= 2
            }
            TypeSpecifier::Signed => {
                set.signed = true;
                !set.unsigned
            }
            TypeSpecifier::Unsigned => {
                set.unsigned = true;
                !set.signed
            }
            TypeSpecifier::Complex => !std::mem::replace(&mut set.complex, true),
            TypeSpecifier::TypedefName(id) if id.node.name == "__symtool_int128" => {
                base("__int128")
            }
            TypeSpecifier::TypedefName(id) if id.node.name == "__symtool_uint128" => {
                set.unsigned = true;
                base("__int128")
            }
            other => {
                let qty = self.type_specifier(other, spec.span, attributes, alone)?;
                set.other.replace(qty).is_none() && set.base.is_none()
            }
        };
        if fits {
            Ok(())
        } else {
            Err(self.error(spec.span, "type", "invalid combination of type specifiers"))
        }
    }

    fn type_specifier(
        &mut self,
        spec: &TypeSpecifier,
        span: Span,
        attributes: &Attributes,
        alone: bool,
    ) -> Checked<QTy> {
        match spec {
            TypeSpecifier::Struct(record) => {
                Ok(self.record_type(record, attributes, alone)?.into())
            }
            TypeSpecifier::Enum(enumeration) => {
                Ok(self.enum_type(enumeration, attributes, alone)?.into())
            }
            TypeSpecifier::TypedefName(id) => self.typedef_name(&id.node.name, id.span),
            TypeSpecifier::TypeOf(node) => match &node.node {
                ast::TypeOf::Type(name) => self.type_of_name(name),
                ast::TypeOf::Expression(expr) => {
                    // The parser reads the typedef name `T` in `typeof(T)` as an expression.
                    if let Expression::Identifier(id) = &expr.node
                        && let Some(Name::Typedef(qty)) = self.scopes.find(&id.node.name)
                    {
                        return Ok(*qty);
                    }
                    let expr =
                        self.type_operand(expr, crate::ctypes::Types::is_variably_modified)?;
                    Ok(expr.qty)
                }
            },
            TypeSpecifier::Atomic(name) => self.type_of_name(name),
            TypeSpecifier::TS18661Float(float) => {
                use ast::TS18661FloatFormat::{BinaryExtended, BinaryInterchange};
                if (&float.format, float.width) == (&BinaryInterchange, 128) {
                    self.refuse_quadruple(span, "the type `_Float128` is")?;
                }
                let kind = match (&float.format, float.width) {
                    (BinaryInterchange, 32) => Kind::Float,
                    (BinaryInterchange, 64) | (BinaryExtended, 32) => Kind::Double,
                    (BinaryInterchange, 128) | (BinaryExtended, 64) => Kind::LongDouble,
                    _ => return Err(self.unsupported(span, "this floating-point type is")),
                };
                Ok(self.program.types.of(kind).into())
            }
            _ => Err(self.error(span, "type", "unexpected type specifier")),
        }
    }

    fn typedef_name(&mut self, name: &str, span: Span) -> Checked<QTy> {
        match self.scopes.find(name) {
            Some(Name::Typedef(qty)) => {
                let qty = *qty;
                return Ok(qty);
            }
            Some(Name::Broken(reported)) => return Err(*reported),
            _ => {}
        }
        let types = &mut self.program.types;
        let known = match name {
            "__builtin_va_list" | "__gnuc_va_list" => types.va_list(),
            "__int128_t" => types.int_of(IntKind::Int128),
            "__uint128_t" => types.int_of(IntKind::UInt128),
            "_Float32" => types.float(),
            "_Float64" | "_Float32x" => types.double(),
            _ => return Err(self.error(span, "undeclared", format!("unknown type name `{name}`"))),
        };
        Ok(known.into())
    }

    fn resolve_type(&mut self, set: SpecifierSet, span: Span) -> Checked<QTy> {
        if let Some(qty) = set.other {
            return if set.complex || set.longs > 0 || set.short || set.signed || set.unsigned {
                Err(self.error(span, "type", "invalid combination of type specifiers"))
            } else {
                Ok(qty)
            };
        }
        let Some(kind) = set.kind() else {
            return Err(self.error(span, "type", "invalid combination of type specifiers"));
        };
        let ty = self.program.types.of(kind);
        if !set.complex {
            return Ok(ty.into());
        }
        if !self.program.types.is_arithmetic(ty) || self.program.types.is_bool(ty) {
            let name = self.type_name(ty);
            let message = format!("`_Complex` cannot be applied to type `{name}`");
            return Err(self.error(span, "type", message));
        }
        Ok(self.program.types.complex_of(ty).into())
    }

    /// Reports an error for a 128-bit floating-point type. Headers of the host are exempt, because they may declare
    /// functions with such types.
    pub(super) fn refuse_quadruple(&mut self, span: Span, what: &str) -> Checked<()> {
        match is_system_file(&self.show(span).file) {
            true => Ok(()),
            false => Err(self.unsupported(span, what)),
        }
    }

    /// Warns at the first place where the program computes with `long double`. The type has the same size as on the
    /// host, but symtool computes with the precision of `double`.
    pub(super) fn warn_of_precision(&mut self, ty: Ty, span: Span) {
        let is_long = matches!(self.program.types.kind(ty), Kind::LongDouble);
        // The warning is issued once per run. A use of `long double` in a header or library model does not
        // count, because warnings are suppressed there.
        if is_long
            && !is_system_file(&self.show(span).file)
            && self.program.first_time("long double")
        {
            self.warn(
                span,
                "long-double",
                "`long double` is computed as `double`; the verdict is incomplete if a result may lose digits",
            );
        }
    }

    /// Returns the value of an integer constant expression.
    pub(super) fn constant_expression(&mut self, expr: &Node<Expression>) -> Checked<i128> {
        let span = expr.span;
        let expr = self.unevaluated(|c| c.value(expr))?;
        if !self.program.types.is_integer(expr.ty()) {
            let name = self.type_name(expr.ty());
            return Err(self.error(
                span,
                "constant",
                format!("expected an integer constant expression, found `{name}`"),
            ));
        }
        match self.program.constant_int(&expr) {
            Some(value) => Ok(value),
            None => {
                let message = "expression is not an integer constant expression";
                let help = "use a number, an enumeration constant or a macro: the value of a variable is unknown here";
                Err(self.error_with_help(span, "constant", message, help))
            }
        }
    }

    pub(super) fn int_ty(&mut self) -> Ty {
        self.program.types.int()
    }
}

impl SpecifierSet {
    /// Returns the type that the specifiers name; `int` if they name no type (implicit int). Returns `None` for an
    /// invalid combination, such as `short float`.
    fn kind(&self) -> Option<Kind> {
        let int = |signed: IntKind| {
            Some(Kind::Int(if self.unsigned {
                signed.to_unsigned()
            } else {
                signed
            }))
        };
        let plain = !self.short && self.longs == 0;
        let no_sign = !self.signed && !self.unsigned;
        match self.base {
            Some("void") if plain && no_sign => Some(Kind::Void),
            Some("_Bool") if plain && no_sign => Some(Kind::Bool),
            Some("float") if plain && no_sign => Some(Kind::Float),
            Some("double") if plain && no_sign => Some(Kind::Double),
            Some("double") if self.longs == 1 && !self.short && no_sign => Some(Kind::LongDouble),
            Some("char") if plain && self.signed => Some(Kind::Int(IntKind::SChar)),
            Some("char") if plain => int(IntKind::Char),
            Some("__int128") if plain => int(IntKind::Int128),
            None if self.complex && plain && no_sign => Some(Kind::Double),
            None | Some("int") => match (self.short, self.longs) {
                (true, 0) => int(IntKind::Short),
                (false, 0) => int(IntKind::Int),
                (false, 1) => int(IntKind::Long),
                (false, 2) => int(IntKind::LongLong),
                _ => None,
            },
            _ => None,
        }
    }
}

pub(super) fn qualifier_of(qualifier: &ast::TypeQualifier) -> Quals {
    match qualifier {
        ast::TypeQualifier::Const => Quals::CONST,
        ast::TypeQualifier::Volatile => Quals::VOLATILE,
        ast::TypeQualifier::Restrict => Quals::RESTRICT,
        _ => Quals::NONE,
    }
}

fn is_auto_type(spec: &TypeSpecifier) -> bool {
    matches!(spec, TypeSpecifier::TypedefName(id) if id.node.name == "__symtool_auto")
}

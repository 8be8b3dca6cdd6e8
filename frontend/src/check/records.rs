//! Checks the definitions of structures, unions and enumerations.
use super::Checker;
use super::attributes::Attributes;
use crate::ctypes::{IntKind, Kind, Len, QTy, RecordId, Ty, Types};
use crate::layout::{Member, RecordOptions};
use crate::program::{Checked, Reported};
use crate::scope::{Name, Tag};
use lang_c::ast::{self, StructDeclaration, StructKind};
use lang_c::span::{Node, Span};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Returns the type that a `struct` or `union` specifier denotes; the specifier may define this type. `alone` is
    /// set for a declaration without a declarator. In this case, `struct s;` declares a type of the current
    /// scope, even if an outer scope has another type `struct s`.
    pub(super) fn record_type(
        &mut self,
        node: &Node<ast::StructType>,
        attributes: &Attributes,
        alone: bool,
    ) -> Checked<Ty> {
        let is_union = node.node.kind.node == StructKind::Union;
        let tag = node.node.identifier.as_ref();
        let defines = node.node.declarations.is_some();
        let id = match tag {
            None => self.program.types.new_record(None, is_union),
            Some(tag) => self.tagged_record(tag, is_union, defines || alone)?,
        };
        let ty = self.program.types.of(Kind::Record(id));
        if let Some(declarations) = &node.node.declarations {
            if self.program.types.record(id).fields.is_some() {
                let name = self.type_name(ty);
                return Err(self.error(
                    node.span,
                    "redefinition",
                    format!("redefinition of `{name}`"),
                ));
            }
            let members = self.members(declarations);
            // After an error in a member, the record gets the valid members, so that uses of the record report no
            // further errors.
            let (members, failed) = members;
            // As in gcc, the packing limit (`#pragma pack`) in force at the closing brace applies to all members.
            let brace = node.span.end - 1;
            let options = RecordOptions {
                packed: attributes.packed,
                align: attributes.align,
                max_align: self.pragmas.packing.limit(brace).map(u64::from),
            };
            let result = self.complete_record(id, members, options, node.span);
            let failed = failed.or(result.err());
            self.apply_mode(ty.into(), attributes.mode.as_ref())?;
            if attributes.transparent_union {
                self.make_transparent(ty);
            }
            if let Some(reported) = failed {
                self.program.broken_records.insert(id, reported);
                return Err(reported);
            }
        }
        Ok(ty)
    }

    /// Sets the members of a record and computes its layout. If a member has a variable size and this is not supported,
    /// reports an error and gives the record a constant layout, so that uses of the record report no further errors.
    fn complete_record(
        &mut self,
        id: RecordId,
        members: Vec<Member>,
        options: RecordOptions,
        span: Span,
    ) -> Checked<()> {
        let types = &self.program.types;
        let has_lengths = |member: &Member| types.is_variably_modified(member.qty.ty);
        let is_variable = |member: &Member| types.is_vla(member.qty.ty);
        let (has_lengths, first) = (
            members.iter().any(has_lengths),
            members.iter().position(is_variable),
        );
        if has_lengths {
            let depth = self.enclosing.len();
            self.program.types.set_length_depth(id, depth);
        }
        let supported = match first {
            Some(first) => self.check_variable_record(id, &members[first..], span),
            None => Ok(()),
        };
        match (first, supported) {
            (Some(first), Ok(())) => {
                self.complete_variable_record(id, (members, first), options, span)
            }
            (_, supported) => {
                self.program.types.complete_record(id, members, options);
                supported
            }
        }
    }

    fn tagged_record(
        &mut self,
        tag: &Node<ast::Identifier>,
        is_union: bool,
        here: bool,
    ) -> Checked<RecordId> {
        let name = &tag.node.name;
        let found = if here {
            self.scopes.find_tag_here(name)
        } else {
            self.scopes.find_tag(name)
        };
        match found {
            Some(Tag::Record(id)) if self.program.types.record(id).is_union == is_union => Ok(id),
            Some(_) => Err(self.error(
                tag.span,
                "tag",
                format!("`{name}` declared as a different kind of tag"),
            )),
            None => {
                let id = self.program.types.new_record(Some(name.clone()), is_union);
                self.scopes.declare_tag(name, Tag::Record(id));
                Ok(id)
            }
        }
    }

    /// Checks the members of a record. Returns the valid members, and the error of an invalid member if there is one.
    fn members(
        &mut self,
        declarations: &[Node<StructDeclaration>],
    ) -> (Vec<Member>, Option<Reported>) {
        let mut members = Vec::new();
        let mut failed = None;
        for declaration in declarations {
            let result = match &declaration.node {
                StructDeclaration::Field(field) => self.field(field, &mut members),
                StructDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
            };
            failed = failed.or(result.err());
        }
        let mut names = FxHashSet::default();
        for member in &members {
            if let Some(name) = &member.name
                && !names.insert(name.clone())
                && let Some(first) = declarations.first()
            {
                failed = Some(self.error(
                    first.span,
                    "redefinition",
                    format!("duplicate member `{name}`"),
                ));
            }
        }
        (members, failed)
    }

    fn field(&mut self, field: &Node<ast::StructField>, into: &mut Vec<Member>) -> Checked<()> {
        let alone = field.node.declarators.is_empty();
        let (base, attributes) =
            self.specifier_qualifiers(&field.node.specifiers, field.span, false)?;
        if alone {
            // The members of an anonymous record are also members of the enclosing record.
            let types = &self.program.types;
            if types.as_record(base.ty).is_some() && types.complex_part(base.ty).is_none() {
                into.push(Member {
                    name: None,
                    qty: base,
                    width: None,
                    packed: false,
                    align: attributes.align,
                });
            }
            return Ok(());
        }
        for node in &field.node.declarators {
            let declarator = &node.node;
            let declared = match &declarator.declarator {
                Some(d) => self.declarator(base, d, &attributes)?,
                None => super::types::Declared {
                    name: None,
                    span: node.span,
                    qty: self.apply_type_attributes(base, &attributes)?,
                    attributes: attributes.clone(),
                },
            };
            let width = match &declarator.bit_width {
                None => None,
                Some(expr) => Some(self.bit_width(expr, declared.qty, declared.name.is_some())?),
            };
            self.check_member_type(declared.qty, declared.span)?;
            into.push(Member {
                name: declared.name,
                qty: declared.qty,
                width,
                packed: declared.attributes.packed,
                align: declared.attributes.align,
            });
        }
        Ok(())
    }

    fn check_member_type(&mut self, qty: QTy, span: Span) -> Checked<()> {
        let types = &self.program.types;
        let flexible = matches!(types.as_array(qty.ty), Some((elem, Len::Unknown)) if types.is_complete(elem.ty));
        if flexible || types.is_complete(qty.ty) {
            return Ok(());
        }
        let name = self.type_name(qty);
        Err(self.error(
            span,
            "type",
            format!("member has incomplete or function type `{name}`"),
        ))
    }

    fn bit_width(&mut self, expr: &Node<ast::Expression>, qty: QTy, named: bool) -> Checked<u32> {
        let width = self.constant_expression(expr)?;
        if !self.program.types.is_integer(qty.ty) {
            let name = self.type_name(qty);
            let message = format!("bit-field has non-integer type `{name}`");
            return Err(self.error(expr.span, "type", message));
        }
        let most = match self.program.types.int_kind(qty.ty) {
            Some(kind) => kind.bits(),
            None => 1,
        };
        match u32::try_from(width) {
            Ok(0) if named => Err(self.error(expr.span, "type", "named bit-field has zero width")),
            Ok(width) if width <= most => Ok(width),
            _ if width < 0 => Err(self.error(expr.span, "type", "bit-field has negative width")),
            _ => Err(self.error(
                expr.span,
                "type",
                format!("width of bit-field ({width} bits) exceeds its type ({most} bits)"),
            )),
        }
    }

    // ---- Enumerations.

    /// Returns the type of an `enum` specifier, which may define the type.
    pub(super) fn enum_type(
        &mut self,
        node: &Node<ast::EnumType>,
        attributes: &Attributes,
        alone: bool,
    ) -> Checked<Ty> {
        let defines = !node.node.enumerators.is_empty();
        let found = match &node.node.identifier {
            None => None,
            Some(tag) => {
                let found = if defines || alone {
                    self.scopes.find_tag_here(&tag.node.name)
                } else {
                    self.scopes.find_tag(&tag.node.name)
                };
                match found {
                    Some(Tag::Record(_)) => {
                        let message =
                            format!("`{}` declared as a different kind of tag", tag.node.name);
                        return Err(self.error(tag.span, "tag", message));
                    }
                    Some(Tag::Enum(id)) => Some(id),
                    None => None,
                }
            }
        };
        let id = match found {
            Some(id) => id,
            None => {
                let tag = node.node.identifier.as_ref().map(|t| t.node.name.clone());
                let id = self.program.types.new_enum(tag.clone());
                if let Some(tag) = tag {
                    self.scopes.declare_tag(&tag, Tag::Enum(id));
                }
                id
            }
        };
        let ty = self.program.types.of(Kind::Enum(id));
        if defines {
            if self.program.types.enums[id.0 as usize].repr.is_some() {
                let name = self.type_name(ty);
                return Err(self.error(
                    node.span,
                    "redefinition",
                    format!("redefinition of `{name}`"),
                ));
            }
            let values = self.enumerators(&node.node.enumerators)?;
            let repr = representation(&self.program.types, &values, attributes);
            let repr = self.mode_of_enum(repr, attributes.mode.as_ref())?;
            self.program.types.enums[id.0 as usize].repr = Some(repr);
            self.declare_wide_enumerators(&node.node.enumerators, &values, ty);
        }
        Ok(ty)
    }

    fn enumerators(&mut self, nodes: &[Node<ast::Enumerator>]) -> Checked<Vec<i128>> {
        let mut values = Vec::new();
        let mut next = 0i128;
        for node in nodes {
            if let Some(expr) = &node.node.expression {
                next = self.constant_expression(expr)?;
            }
            let ty = self.enumerator_type(next);
            let name = &node.node.identifier.node.name;
            if let Some(
                Name::Constant(..)
                | Name::Local(_)
                | Name::Nested(_)
                | Name::Parameter(_)
                | Name::Symbol(_)
                | Name::Typedef(_),
            ) = self.scopes.find_here(name)
            {
                let message = format!("redeclaration of enumerator `{name}`");
                return Err(self.error(node.span, "redefinition", message));
            }
            self.scopes.declare(name, Name::Constant(next, ty));
            values.push(next);
            next += 1;
        }
        Ok(values)
    }

    fn enumerator_type(&mut self, value: i128) -> Ty {
        let kind = if i32::try_from(value).is_ok() {
            IntKind::Int
        } else if u32::try_from(value).is_ok() {
            IntKind::UInt
        } else if i64::try_from(value).is_ok() {
            IntKind::Long
        } else {
            IntKind::ULong
        };
        self.program.types.int_of(kind)
    }

    /// Changes the type of each enumeration constant with a value outside the range of `int` to the type of the
    /// enumeration. This type is known only after the last constant.
    fn declare_wide_enumerators(
        &mut self,
        nodes: &[Node<ast::Enumerator>],
        values: &[i128],
        ty: Ty,
    ) {
        for (node, &value) in nodes.iter().zip(values) {
            if i32::try_from(value).is_err() {
                self.scopes
                    .declare(&node.node.identifier.node.name, Name::Constant(value, ty));
            }
        }
    }

    /// Checks `_Static_assert` and reports an error if its condition is false.
    pub(super) fn static_assert(&mut self, node: &Node<ast::StaticAssert>) -> Checked<()> {
        if self.constant_expression(&node.node.expression)? != 0 {
            return Ok(());
        }
        let text = node.node.message.node.concat().replace('"', "");
        let message = if text.is_empty() {
            "static assertion failed".to_owned()
        } else {
            format!("static assertion failed: {text}")
        };
        Err(self.error(node.node.expression.span, "static-assert", message))
    }
}

/// Returns the underlying integer type that gcc gives to an enumeration whose enumerators have the values `values`.
fn representation(types: &Types, values: &[i128], attributes: &Attributes) -> IntKind {
    let low = values.iter().copied().min().unwrap_or(0);
    let high = values.iter().copied().max().unwrap_or(0);
    let fits = |kind: IntKind| {
        let bits = kind.bits();
        if types.kind_is_signed(kind) {
            low >= -(1 << (bits - 1)) && high < 1 << (bits - 1)
        } else {
            low >= 0 && high < 1 << bits
        }
    };
    let small = [
        IntKind::UChar,
        IntKind::SChar,
        IntKind::UShort,
        IntKind::Short,
    ];
    let usual = [IntKind::UInt, IntKind::Int, IntKind::ULong, IntKind::Long];
    small
        .into_iter()
        .filter(|_| attributes.packed)
        .chain(usual)
        .find(|&kind| fits(kind))
        .unwrap_or(IntKind::ULong)
}

//! Semantic analysis of declarators and type names: computes the types that they denote.
use super::Checker;
use super::attributes::Attributes;
use super::specifiers::qualifier_of;
use crate::ctypes::{FnTy, Len, OwnAlign, QTy, Quals, Ty};
use crate::normalise::MAX_DEPTH;
use crate::program::{Checked, Reported};
use crate::scope::Name;
use crate::typed::{Expr, ExprKind, Stmt, StmtKind};
use lang_c::ast::{self, ArraySize, DeclaratorKind, DerivedDeclarator, Expression};
use lang_c::span::{Node, Span};

/// The result of applying a declarator to its base type: a name with a type. In `int *p[3]`, the declarator `*p[3]`
/// applied to `int` gives `p`, an array of 3 pointers.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub name: Option<String>,
    /// The location of the name. For a declarator without a name, the location of the whole declarator.
    pub span: Span,
    pub qty: QTy,
    pub attributes: Attributes,
}

impl Checker<'_> {
    /// Applies a declarator to its base type.
    pub(super) fn declarator(
        &mut self,
        base: QTy,
        node: &Node<ast::Declarator>,
        attributes: &Attributes,
    ) -> Checked<Declared> {
        let declarator = &node.node;
        if declarator.derived.len() > MAX_DEPTH {
            let message = format!("nesting deeper than {MAX_DEPTH} levels");
            return Err(self.error(node.span, "syntax", message));
        }
        let mut attributes = attributes.clone();
        let before = std::mem::take(&mut attributes.own_align);
        self.attributes(&declarator.extensions, &mut attributes);
        if let Some(reported) = attributes.broken {
            return Err(reported);
        }
        // As in gcc, an `aligned` attribute among the specifiers takes precedence over an `aligned` attribute of the
        // declarator.
        if before != OwnAlign::NONE {
            attributes.own_align = before;
        }
        let mut qty = base;
        let pointers = leading_pointers(declarator);
        for derived in &declarator.derived[..pointers] {
            if let DerivedDeclarator::Pointer(qualifiers) = &derived.node {
                let quals = pointer_quals(qualifiers);
                let found = self.pointer_attributes(qualifiers);
                attributes.cleanup = found.cleanup.or(attributes.cleanup.take());
                qty = found
                    .own_align
                    .applied_to(QTy::from(self.program.types.pointer_to(qty)).with(quals));
            }
        }
        for derived in declarator.derived[pointers..].iter().rev() {
            qty = self.suffix(qty, derived)?;
        }
        if let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
            return self.declarator(qty, inner, &attributes);
        }
        qty = self.apply_type_attributes(qty, &attributes)?;
        if let DeclaratorKind::Identifier(id) = &declarator.kind.node {
            attributes.weak |= self.pragmas.weak.contains(&id.node.name);
        }
        match &declarator.kind.node {
            DeclaratorKind::Identifier(id) => Ok(Declared {
                name: Some(id.node.name.clone()),
                span: id.span,
                qty,
                attributes,
            }),
            _ => Ok(Declared {
                name: None,
                span: node.span,
                qty,
                attributes,
            }),
        }
    }

    /// Returns the attributes after a `*`. In this position, an `aligned` attribute changes the alignment of the
    /// pointer type, and a `cleanup` attribute belongs to the declared variable.
    fn pointer_attributes(&mut self, qualifiers: &[Node<ast::PointerQualifier>]) -> Attributes {
        let mut attributes = Attributes::default();
        for qualifier in qualifiers {
            if let ast::PointerQualifier::Extension(list) = &qualifier.node {
                self.attributes(list, &mut attributes);
            }
        }
        attributes
    }

    fn suffix(&mut self, of: QTy, derived: &Node<DerivedDeclarator>) -> Checked<QTy> {
        match &derived.node {
            DerivedDeclarator::Array(array) => {
                if self.program.types.is_function(of.ty) || self.program.types.is_void(of.ty) {
                    let name = self.type_name(of);
                    let message = format!("array has invalid element type `{name}`");
                    return Err(self.error(derived.span, "type", message));
                }
                if !self.program.types.is_complete(of.ty) {
                    let name = self.type_name(of);
                    let message = format!("array has incomplete element type `{name}`");
                    return Err(self.error(derived.span, "type", message));
                }
                self.check_element_align(of, derived.span)?;
                let len = self.array_len(&array.node.size, derived.span)?;
                if let (Len::Fixed(n), Some(size)) = (len, self.program.types.size(of.ty))
                    && n.checked_mul(size).is_none_or(|bytes| bytes >= 1 << 63)
                {
                    return Err(self.error(derived.span, "type", "size of array is too large"));
                }
                Ok(self.program.types.array_of(of, len).into())
            }
            DerivedDeclarator::Function(function) => self.function_suffix(of, function),
            DerivedDeclarator::KRFunction(_) => {
                self.check_result_type(of, derived.span)?;
                Ok(self
                    .program
                    .types
                    .function(FnTy {
                        result: of,
                        params: Vec::new(),
                        variadic: false,
                        prototype: false,
                    })
                    .into())
            }
            DerivedDeclarator::Pointer(qualifiers) => {
                let quals = pointer_quals(qualifiers);
                Ok(QTy::from(self.program.types.pointer_to(of)).with(quals))
            }
            DerivedDeclarator::Block(_) => Err(self.unsupported(derived.span, "blocks are")),
        }
    }

    /// Reports an error unless the element size is a multiple of the element alignment, because array elements
    /// are contiguous.
    fn check_element_align(&mut self, of: QTy, span: Span) -> Checked<()> {
        let types = &self.program.types;
        let (align, size) = (types.align_of(of), types.size(of.ty));
        if size.is_none_or(|size| size % align == 0) {
            return Ok(());
        }
        let name = self.type_name(of);
        let message = format!(
            "size of array element type `{name}` is not a multiple of its alignment ({align} bytes)"
        );
        Err(self.error(span, "alignment", message))
    }

    fn check_result_type(&mut self, of: QTy, span: Span) -> Checked<()> {
        self.refuse_variable_copy(of.ty, span)?;
        if self.program.types.is_array(of.ty) || self.program.types.is_function(of.ty) {
            let name = self.type_name(of);
            let message = format!("function cannot return type `{name}`");
            return Err(self.error(span, "type", message));
        }
        Ok(())
    }

    fn function_suffix(
        &mut self,
        result: QTy,
        function: &Node<ast::FunctionDeclarator>,
    ) -> Checked<QTy> {
        self.check_result_type(result, function.span)?;
        self.scopes.enter();
        self.prototype_depth += 1;
        let params = self.prototype_params(&function.node.parameters);
        self.prototype_depth -= 1;
        self.scopes.leave();
        let params = params?;
        let variadic = function.node.ellipsis == ast::Ellipsis::Some;
        Ok(self
            .program
            .types
            .function(FnTy {
                result: result.ty.into(),
                prototype: variadic || !function.node.parameters.is_empty(),
                params,
                variadic,
            })
            .into())
    }

    fn prototype_params(&mut self, params: &[Node<ast::ParameterDeclaration>]) -> Checked<Vec<Ty>> {
        let mut types = Vec::new();
        for param in params {
            let declared = self.parameter(param)?;
            if self.program.types.is_void(declared.qty.ty) && declared.name.is_none() {
                if params.len() == 1 {
                    break;
                }
                return Err(self.error(param.span, "type", "`void` must be the only parameter"));
            }
            if let Some(name) = &declared.name {
                self.scopes.declare(name, Name::Parameter(declared.qty));
            }
            types.push(declared.qty.ty);
        }
        Ok(types)
    }

    /// Returns the name and the adjusted type of a parameter.
    pub(super) fn parameter(
        &mut self,
        param: &Node<ast::ParameterDeclaration>,
    ) -> Checked<Declared> {
        let mut specifiers = self.specifiers(&param.node.specifiers, param.span, false)?;
        self.attributes(&param.node.extensions, &mut specifiers.attributes);
        let mut declared = match &param.node.declarator {
            Some(declarator) => {
                self.declarator(specifiers.qty, declarator, &specifiers.attributes)?
            }
            None => Declared {
                name: None,
                span: param.span,
                qty: self.apply_type_attributes(specifiers.qty, &specifiers.attributes)?,
                attributes: specifiers.attributes,
            },
        };
        declared.qty = self.program.types.adjust_param(declared.qty);
        Ok(declared)
    }

    /// Returns the type of a type name such as `char *[3]`.
    pub(super) fn type_of_name(&mut self, name: &Node<ast::TypeName>) -> Checked<QTy> {
        let (qty, attributes) =
            self.specifier_qualifiers(&name.node.specifiers, name.span, false)?;
        let (qty, align) = match &name.node.declarator {
            None => {
                let qty = self.apply_type_attributes(qty, &attributes)?;
                (qty, attributes.own_align)
            }
            Some(declarator) => {
                let declared = self.declarator(qty, declarator, &attributes)?;
                (declared.qty, declared.attributes.own_align)
            }
        };
        Ok(align.applied_to(qty))
    }

    fn array_len(&mut self, size: &ArraySize, span: Span) -> Checked<Len> {
        let expr = match size {
            ArraySize::Unknown => return Ok(Len::Unknown),
            ArraySize::VariableUnknown => return Ok(Len::Star),
            ArraySize::VariableExpression(expr) | ArraySize::StaticExpression(expr) => expr,
        };
        if self.prototype_depth > 0 {
            return self.prototype_len(expr);
        }
        let value = self.value(expr)?;
        if !self.program.types.is_integer(value.ty()) {
            let name = self.type_name(value.ty());
            let message = format!("size of array has non-integer type `{name}`");
            return Err(self.error(expr.span, "type", message));
        }
        if let Some(n) = self.program.constant_int(&value) {
            return match u64::try_from(n) {
                Ok(n) => Ok(Len::Fixed(n)),
                Err(_) => Err(self.error(expr.span, "type", "size of array is negative")),
            };
        }
        if self.function.is_none() {
            let message = "variable-length array not allowed at file scope";
            return Err(self.error(expr.span, "constant", message));
        }
        let ulong = self.program.types.ulong();
        let long = self.program.types.long();
        let value = self.convert_unchecked(value, long);
        let value = self.convert_unchecked(value, ulong);
        let local = self.new_local(span, "array length", ulong.into())?;
        let stmt = Stmt {
            kind: StmtKind::SetLength(local, value),
            span: expr.span,
        };
        self.function_state(span, "a variable length")?
            .pending
            .push(stmt);
        Ok(Len::Vla(local))
    }

    /// Checks an array length in a prototype. A length that is not constant is equivalent to `[*]`, because the
    /// parameters of a prototype have no values.
    fn prototype_len(&mut self, expr: &Node<Expression>) -> Checked<Len> {
        let value = self.unevaluated(|c| c.value(expr));
        let known = value.ok().and_then(|v| self.program.constant_int(&v));
        match known.map(u64::try_from) {
            Some(Ok(n)) => Ok(Len::Fixed(n)),
            Some(Err(_)) => Err(self.error(expr.span, "type", "size of array is negative")),
            None => Ok(Len::Star),
        }
    }

    // ---- Sizes as expressions.

    /// Returns the size of a type as an expression of type `unsigned long`, or an error for types without a size.
    pub(super) fn size_expr(&mut self, ty: Ty, span: Span) -> Checked<Expr> {
        let ulong = self.program.types.ulong();
        if self.program.types.is_void(ty) || self.program.types.is_function(ty) {
            return Ok(Expr::new(ExprKind::Int(1), ulong, span));
        }
        if let Some(size) = self.program.types.size(ty) {
            return Ok(Expr::new(ExprKind::Int(u128::from(size)), ulong, span));
        }
        if let Some(size) = self.variable_record_size(ty, span)? {
            return Ok(size);
        }
        if let Some((elem, len)) = self.program.types.as_array(ty)
            && self.program.types.is_vla(ty)
        {
            let elem = self.size_expr(elem.ty, span)?;
            let count = match len {
                Len::Vla(local) => {
                    let place = Expr::new(ExprKind::Local(local), ulong, span);
                    Expr::new(ExprKind::Load(Box::new(place)), ulong, span)
                }
                Len::Fixed(n) => Expr::new(ExprKind::Int(u128::from(n)), ulong, span),
                Len::Star if self.prototype_depth > 0 => self.unknown_length(span),
                Len::Unknown | Len::Star => {
                    let message = "the size of this array is not known here";
                    return Err(self.error(span, "type", message));
                }
            };
            let product =
                ExprKind::Arith(crate::typed::Arith::Mul, Box::new(count), Box::new(elem));
            return Ok(Expr::new(product, ulong, span));
        }
        Err(self.incomplete(ty, span))
    }

    /// Returns an expression for an array length in a prototype. Such a length is never evaluated, so any expression
    /// that is not constant can represent it.
    fn unknown_length(&mut self, span: Span) -> Expr {
        let ulong = self.program.types.ulong();
        let pointer = self.program.types.pointer_to(ulong);
        let null = Expr::new(ExprKind::Int(0), pointer, span);
        let place = Expr::new(ExprKind::Deref(Box::new(null)), ulong, span);
        Expr::new(ExprKind::Load(Box::new(place)), ulong, span)
    }

    /// Reports that a type is incomplete where its size or members are needed.
    pub(super) fn incomplete(&mut self, ty: Ty, span: Span) -> Reported {
        let name = self.type_name(ty);
        let message = format!("invalid use of incomplete type `{name}`");
        self.incomplete_because(ty, span, message)
    }

    /// Reports, with the text `message`, that the type `ty` is incomplete where its size or members are needed.
    pub(super) fn incomplete_because(&mut self, ty: Ty, span: Span, message: String) -> Reported {
        let types = &self.program.types;
        let record = types.as_record(ty).map(|id| types.record(id));
        let tag = record.and_then(|record| record.tag.as_deref());
        let help = match tag {
            Some(tag) => format!("define `struct {tag} {{ … }}` before this use"),
            None if types.is_array(ty) => {
                "state the number of elements in the brackets, or initialize the array".to_owned()
            }
            None => return self.error(span, "type", message),
        };
        let help = match record.is_some_and(|record| record.is_union) {
            true => help.replace("`struct", "`union"),
            false => help,
        };
        self.error_with_help(span, "type", message, help)
    }

    /// Returns the size of the type `ty`: the number of bytes by which adding 1 advances a pointer to this type.
    pub(super) fn pointee_size(&mut self, ty: Ty, span: Span) -> Checked<crate::typed::Size> {
        let size = self.size_expr(ty, span)?;
        Ok(match size.kind {
            ExprKind::Int(n) => crate::typed::Size::Fixed(n as u64),
            _ => crate::typed::Size::Dynamic(Box::new(size)),
        })
    }
}

/// Returns the number of pointer declarators (`*`) before the declared name.
fn leading_pointers(declarator: &ast::Declarator) -> usize {
    declarator
        .derived
        .iter()
        .take_while(|d| matches!(d.node, DerivedDeclarator::Pointer(_)))
        .count()
}

fn pointer_quals(qualifiers: &[Node<ast::PointerQualifier>]) -> Quals {
    qualifiers
        .iter()
        .fold(Quals::NONE, |quals, q| match &q.node {
            ast::PointerQualifier::TypeQualifier(q) => quals.union(qualifier_of(&q.node)),
            ast::PointerQualifier::Extension(_) => quals,
        })
}

/// Returns the function declarator that belongs directly to the declared name, as in a function definition;
/// `None` if the name does not declare a function.
pub(super) fn function_part(declarator: &ast::Declarator) -> Option<&Node<DerivedDeclarator>> {
    if let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
        if let Some(found) = function_part(&inner.node) {
            return Some(found);
        }
        if !inner.node.derived.is_empty() {
            return None;
        }
    }
    let first = declarator.derived.get(leading_pointers(declarator))?;
    match first.node {
        DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_) => Some(first),
        _ => None,
    }
}

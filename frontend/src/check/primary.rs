//! Checks identifiers, generic selections, compound literals, statement expressions, variadic arguments.
use super::Checker;
use super::expr::prepend;
use crate::ctypes::{Len, QTy};
use crate::headers::header_defining;
use crate::parse::header_of;
use crate::program::{Checked, Reported};
use crate::scope::Name;
use crate::suggest::{c23_replacement, nearest};
use crate::typed::{Expr, ExprKind, Init, StmtKind};
use crate::wide_names::decode;
use lang_c::ast::{self, Expression};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn identifier(&mut self, name: &str, span: Span) -> Checked<Expr> {
        if let Some((level, &Name::Local(id))) = self.scopes.find_with_level(name)
            && let Some(result) = self.enclosing_variable(level, id, span)
        {
            return result;
        }
        match self.scopes.find(name).cloned() {
            Some(Name::Nested(id)) => self.nested_designator(id, span),
            Some(Name::Local(id)) => match self.local(id) {
                Some(local) => Ok(Expr::new(ExprKind::Local(id), local.qty, span)),
                None => Err(self.internal(span, "a local variable outside a function")),
            },
            Some(Name::Symbol(id)) => {
                self.note_use(id, span);
                let declared = self.declared_types.get(&id).copied();
                let qty = declared.unwrap_or_else(|| self.program.symbol(id).qty);
                Ok(Expr::new(ExprKind::Symbol(id), qty, span))
            }
            Some(Name::Constant(value, ty)) => Ok(self.int_expr(value, ty, span)),
            Some(Name::Parameter(qty)) => {
                // A parameter of a prototype may occur in the type of a later parameter, as `n` in
                // `f(int n, int a[n])`. This use is never evaluated, so any lvalue of the same type can replace it:
                // here, a dereferenced null pointer.
                let address = self.program.types.pointer_to(qty);
                let null = Expr::new(ExprKind::Int(0), address, span);
                Ok(Expr::new(ExprKind::Deref(Box::new(null)), qty, span))
            }
            Some(Name::Broken(reported)) => Err(reported),
            Some(Name::Typedef(_)) => {
                let message = format!("expected an expression, found type name `{name}`");
                Err(self.error(span, "type", message))
            }
            None => self.predefined(name, span),
        }
    }

    /// Checks a name without a declaration: `__func__` and its variants, and functions known to the compiler.
    fn predefined(&mut self, name: &str, span: Span) -> Checked<Expr> {
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
            && let Some(state) = &self.function
        {
            let text = format!("\"{}\"", decode(&state.name));
            return self.string_literal(&[text], span);
        }
        if let Some(id) = self.declare_builtin(name, span) {
            self.note_use(id, span);
            let qty = self.program.symbol(id).qty;
            return Ok(Expr::new(ExprKind::Symbol(id), qty, span));
        }
        Err(self.undeclared(name, span))
    }

    /// Reports an undeclared name, once per function.
    fn undeclared(&mut self, name: &str, span: Span) -> Reported {
        let function = self.function.as_ref().map_or("", |state| &state.name);
        let key = format!("`{name}` in `{function}`");
        if let Some(reported) = self.program.undeclared(&key) {
            return reported;
        }
        let reported = self.report_undeclared(name, span);
        self.program.note_undeclared(key, reported);
        reported
    }

    fn report_undeclared(&mut self, name: &str, span: Span) -> Reported {
        let message = format!("`{name}` is not declared");
        let near = nearest(name, self.scopes.names());
        if let Some(help) = c23_replacement(name) {
            return self.error_with_help(span, "undeclared", message, help);
        }
        let help = match (header_defining(name).or(header_of(name)), near) {
            (Some(header), _) => format!("include `<{header}>`, which defines it"),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => {
                format!("declare the variable before its first use, as in `int {name};`")
            }
        };
        self.error_with_help(span, "undeclared", message, help)
    }

    /// Records that the current function or object uses a symbol.
    pub(super) fn note_use(&mut self, id: crate::typed::SymbolId, span: Span) {
        self.uses.push(id);
        if self.program.symbol(id).first_use.is_none() {
            let origin = self.origin(span);
            self.program.symbol_mut(id).first_use = Some(origin);
        }
    }

    pub(super) fn generic(&mut self, node: &ast::GenericSelection, span: Span) -> Checked<Expr> {
        let control = self.unevaluated(|c| c.value(&node.expression))?.ty();
        let mut chosen = None;
        let mut default = None;
        for association in &node.associations {
            match &association.node {
                ast::GenericAssociation::Type(entry) => {
                    let ty = self.type_of_name(&entry.node.type_name)?;
                    let same = ty.quals == crate::ctypes::Quals::NONE
                        && self.program.types.strictly_compatible(ty.ty, control);
                    if same && chosen.is_none() {
                        chosen = Some(&entry.node.expression);
                    }
                }
                ast::GenericAssociation::Default(expr) => default = Some(expr),
            }
        }
        match chosen.or(default) {
            Some(expr) => self.operand(expr),
            None => {
                let ty = self.type_name(control);
                let message = format!(
                    "`_Generic` selector of type `{ty}` is not compatible with any association"
                );
                Err(self.error(span, "type", message))
            }
        }
    }

    pub(super) fn compound_literal(
        &mut self,
        node: &ast::CompoundLiteral,
        span: Span,
    ) -> Checked<Expr> {
        let outer = self.take_pending();
        let result = self.literal_parts(node, span);
        let lengths = self.replace_pending(outer);
        let (qty, mut init) = result?;
        match init.items.first_mut() {
            _ if lengths.is_empty() => {}
            // The type of the compound literal may contain array lengths. The statements that evaluate these lengths
            // run before the first initializer. The statements cannot be prepended to the compound literal itself,
            // because the result would not be an lvalue.
            Some(first) => first.value = prepend(lengths, first.value.clone()),
            None => self.extend_pending(lengths),
        }
        if self.function.is_none() || self.scopes.at_file_level() {
            let init = self.constant_init(init)?;
            let id = self.anonymous_object(qty, init, span);
            return Ok(Expr::new(ExprKind::Symbol(id), qty, span));
        }
        let local = self.new_local(span, "literal", qty)?;
        Ok(Expr::new(
            ExprKind::Compound(local, Box::new(init)),
            qty,
            span,
        ))
    }

    /// Checks the type name and the initializer list of a compound literal. Returns the type, completed by the
    /// initializer, and the initializer.
    fn literal_parts(&mut self, node: &ast::CompoundLiteral, span: Span) -> Checked<(QTy, Init)> {
        let mut qty = self.type_of_name(&node.type_name)?;
        let init = self.init_list(&mut qty, &node.initializer_list, span)?;
        Ok((qty, init))
    }

    pub(super) fn statement_expression(
        &mut self,
        node: &Node<ast::Statement>,
        span: Span,
    ) -> Checked<Expr> {
        if self.function.is_none() {
            let message = "statement expression not allowed at file scope";
            return Err(self.error(span, "constant", message));
        }
        let ast::Statement::Compound(items) = &node.node else {
            return Err(self.error(span, "syntax", "expected a compound statement"));
        };
        let depth = self.cleanup_depth();
        self.scopes.enter();
        let stmts = self.whole_block(items);
        self.scopes.leave();
        let mut stmts = stmts?;
        let void = self.program.types.void();
        let last = match stmts.pop() {
            None => None,
            Some(stmt) => match stmt.kind {
                StmtKind::Expr(value) => Some(value),
                _ => {
                    stmts.push(stmt);
                    None
                }
            },
        };
        let Some(last) = self.value_before_cleanups(last, depth, &mut stmts)? else {
            return Ok(Expr::new(ExprKind::Statements(stmts, None), void, span));
        };
        let ty = last.ty();
        Ok(Expr::new(
            ExprKind::Statements(stmts, Some(Box::new(last))),
            ty,
            span,
        ))
    }

    pub(super) fn va_arg(&mut self, node: &ast::VaArgExpression, span: Span) -> Checked<Expr> {
        let list = self.va_list_address(&node.va_list)?;
        let ty = self.type_of_name(&node.type_name)?.ty;
        if !self.program.types.is_complete(ty) || self.program.types.is_array(ty) {
            let name = self.type_name(ty);
            let message = format!("`va_arg` requires a complete non-array type, found `{name}`");
            return Err(self.error(span, "type", message));
        }
        self.refuse_variable_copy(ty, span)?;
        Ok(Expr::new(ExprKind::VaArg(Box::new(list)), ty, span))
    }

    /// Returns the address of the `va_list` record that `node` denotes. `node` is a `va_list` variable, which is an
    /// array of one record, or a parameter that points to a `va_list` record.
    pub(super) fn va_list_address(&mut self, node: &Node<Expression>) -> Checked<Expr> {
        let value = self.value(node)?;
        let list = self.program.types.va_list();
        let record = self.program.types.as_array(list).map(|(elem, _)| elem.ty);
        match self.program.types.pointee(value.ty()) {
            Some(to) if Some(to.ty) == record => Ok(value),
            _ => {
                let name = self.type_name(value.ty());
                let message = format!("expected a `va_list`, found `{name}`");
                Err(self.error(node.span, "type", message))
            }
        }
    }

    /// Returns the length of an array type if this length is constant; otherwise `None`.
    pub(super) fn fixed_len(&self, qty: QTy) -> Option<u64> {
        match self.program.types.as_array(qty.ty) {
            Some((_, Len::Fixed(n))) => Some(n),
            _ => None,
        }
    }
}

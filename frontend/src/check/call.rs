//! Semantic analysis of function calls: checks the callee, and converts the arguments to the parameter types.
use super::Checker;
use crate::ctypes::{FnTy, Ty};
use crate::headers::{header_declaring, header_defining};
use crate::program::Checked;
use crate::requests::{self, Returns};
use crate::scope::Name;
use crate::suggest::nearest;
use crate::typed::{Call, Expr, ExprKind, Special, StringId, SymbolId};
use lang_c::ast::{self, Expression};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn call(&mut self, node: &ast::CallExpression, span: Span) -> Checked<Expr> {
        let mut name = None;
        if let Expression::Identifier(id) = &node.callee.node {
            name = Some(id.node.name.as_str());
            if requests::returns(&id.node.name) == Returns::Again {
                self.keep_locals_in_memory();
            }
            if self.scopes.find(&id.node.name).is_none() {
                if let Some(result) = self.builtin_call(&id.node.name, &node.arguments, span) {
                    return result;
                }
                self.declare_implicitly(&id.node.name, id.span)?;
            }
        }
        if let Some(&Name::Nested(id)) = name.and_then(|name| self.scopes.find(name)) {
            let args: Checked<Vec<Expr>> = node.arguments.iter().map(|a| self.value(a)).collect();
            return self.call_nested(id, args?, &node.arguments, span);
        }
        let callee = self.value(&node.callee);
        if name == Some("klee_alias_function")
            && let Ok(ExprKind::Decay(function)) = callee.as_ref().map(|c| &c.kind)
            && let ExprKind::Symbol(_) = function.kind
        {
            return self.alias_function(&node.arguments, span);
        }
        let args: Vec<Checked<Expr>> = node.arguments.iter().map(|a| self.value(a)).collect();
        let callee = callee?;
        if let ExprKind::Decay(function) = &callee.kind {
            self.note_address(function, false);
        }
        let args: Vec<Expr> = args.into_iter().collect::<Checked<_>>()?;
        if name == Some("printf")
            && let (ExprKind::Decay(function), Some(format)) = (&callee.kind, args.first())
            && self.is_for_library(format)
        {
            // The format has a conversion that the engine's own `printf` does not support, but the library model (C
            // code) of `printf` does. A program gets the library model if it takes the address of `printf`. Therefore
            // this call is counted as a use that takes the address.
            self.note_address(function, true);
        }
        let function = self
            .program
            .types
            .pointee(callee.ty())
            .filter(|to| self.program.types.is_function(to.ty));
        let Some(function) = function else {
            let ty = self.type_name(callee.ty());
            let message =
                format!("called object of type `{ty}` is not a function or function pointer");
            let at = node.callee.span;
            return Err(match self.program.types.is_pointer(callee.ty()) {
                true => {
                    let help = "the elements of an array are written with brackets, as in `a[0]`";
                    self.error_with_help(at, "type", message, help)
                }
                false => self.error(at, "type", message),
            });
        };
        let text = name
            .filter(|name| requests::returns(name) == Returns::Asserts)
            .and(node.arguments.first())
            .map(|a| self.source_text(a.span).into());
        let shown = name.map_or("the function".to_owned(), |n| format!("`{n}`"));
        self.finish_call(
            callee,
            function.ty,
            args,
            &node.arguments,
            text,
            &shown,
            span,
        )
    }

    /// Returns whether the format string `format` has a conversion that the library model of `printf` supports, but
    /// the engine's own `printf` does not: `%m`, `%La`, or a conversion of wide characters.
    fn is_for_library(&self, format: &Expr) -> bool {
        let Some(id) = literal(format) else {
            return false;
        };
        let text = &self.program.strings[id.0 as usize].bytes;
        let mut rest = text.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            if byte != b'%' {
                continue;
            }
            let (mut wide, mut long) = (false, false);
            while let Some(c) = rest.next_if(|c| b"-+ #0'I123456789.*$hlLqjzt".contains(c)) {
                wide |= c == b'l';
                long |= c == b'L';
            }
            match rest.next() {
                Some(b'm' | b'S' | b'C') => return true,
                Some(b's' | b'c') if wide => return true,
                Some(b'a' | b'A') if long => return true,
                _ => {}
            }
        }
        false
    }

    /// Checks `klee_alias_function("f", "g")`, which redirects calls of `f` to `g`.
    fn alias_function(&mut self, nodes: &[Node<Expression>], span: Span) -> Checked<Expr> {
        let (from, to) = match nodes {
            [from, to] => (self.named_function(from)?, self.named_function(to)?),
            _ => {
                let message = "`klee_alias_function` takes 2 arguments";
                return Err(self.error(span, "arguments", message));
            }
        };
        let (a, b) = (self.program.symbol(from).ty, self.program.symbol(to).ty);
        if !self.program.types.compatible(a, b) {
            let (a, b) = (self.type_name(a), self.type_name(b));
            let message = format!("alias and function have incompatible types: `{b}` and `{a}`");
            return Err(self.error(span, "type", message));
        }
        for id in [from, to] {
            self.note_use(id, span);
        }
        self.program.redirected.insert(from);
        let void = self.program.types.void();
        Ok(Expr::special(Special::Redirect(from, to), void, span))
    }

    /// Returns the function named by `node`, a string literal that is an argument of `klee_alias_function`.
    fn named_function(&mut self, node: &Node<Expression>) -> Checked<SymbolId> {
        let value = self.value(node)?;
        let Some(id) = literal(&value) else {
            let message = "`klee_alias_function` with names that are not string literals is";
            return Err(self.unsupported(node.span, message));
        };
        let bytes = &self.program.strings[id.0 as usize].bytes;
        let name = String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(bytes)).into_owned();
        match self.scopes.find(&name) {
            Some(&Name::Symbol(id))
                if self.program.types.is_function(self.program.symbol(id).ty) =>
            {
                Ok(id)
            }
            _ => {
                let message = format!("`{name}` is not declared as a function");
                Err(self.error(node.span, "undeclared", message))
            }
        }
    }

    /// Checks a call of the function that `callee` designates. `name` is the function's name, for messages.
    pub(super) fn call_designator(
        &mut self,
        callee: Expr,
        args: Vec<Expr>,
        name: &str,
        span: Span,
    ) -> Checked<Expr> {
        let ty = callee.ty();
        let callee = self.as_value(callee);
        if let ExprKind::Decay(function) = &callee.kind {
            self.note_address(function, false);
        }
        self.finish_call(callee, ty, args, &[], None, &format!("`{name}`"), span)
    }

    #[expect(clippy::too_many_arguments, reason = "the components of a call")]
    pub(super) fn finish_call(
        &mut self,
        callee: Expr,
        ty: Ty,
        args: Vec<Expr>,
        nodes: &[Node<Expression>],
        text: Option<Box<str>>,
        shown: &str,
        span: Span,
    ) -> Checked<Expr> {
        let Some(function) = self.program.types.as_function(ty).cloned() else {
            return Err(self.internal(span, "a call of a non-function"));
        };
        let args = self.arguments(&function, args, nodes, shown, span)?;
        let result = function.result.ty;
        if !self.program.types.is_void(result) && !self.program.types.is_complete(result) {
            let name = self.type_name(result);
            let message = format!("{shown} has incomplete return type `{name}`");
            return Err(self.error(span, "type", message));
        }
        let call = Call {
            callee,
            ty,
            args,
            text,
        };
        Ok(Expr::new(ExprKind::Call(Box::new(call)), result, span))
    }

    pub(super) fn arguments(
        &mut self,
        function: &FnTy,
        args: Vec<Expr>,
        nodes: &[Node<Expression>],
        shown: &str,
        span: Span,
    ) -> Checked<Vec<Expr>> {
        let wanted = function.params.len();
        let given = args.len();
        if function.prototype && (given < wanted || (given > wanted && !function.variadic)) {
            let least = if function.variadic { "at least " } else { "" };
            let verb = if given == 1 { "is" } else { "are" };
            let plural = if wanted == 1 { "" } else { "s" };
            let message =
                format!("{shown} takes {least}{wanted} argument{plural}, but {given} {verb} given");
            return Err(self.error(span, "arguments", message));
        }
        let mut converted = Vec::with_capacity(given);
        for (index, arg) in args.into_iter().enumerate() {
            let at = nodes.get(index).map_or(span, |n| n.span);
            let arg = match function.params.get(index) {
                Some(&param) if function.prototype => {
                    let what = format!("argument {} of {shown}", index + 1);
                    self.argument_for(arg, param, at, &what)?
                }
                _ => {
                    if self.program.types.is_void(arg.ty()) {
                        return Err(self.error(at, "type", "argument has incomplete type `void`"));
                    }
                    self.promote_argument(arg)
                }
            };
            self.refuse_variable_copy(arg.ty(), at)?;
            converted.push(arg);
        }
        Ok(converted)
    }

    /// Declares the function `name`, which is called without a declaration, implicitly as in C89. A library function
    /// that the compiler knows gets its real type, and any other function the type `int ()`.
    fn declare_implicitly(&mut self, name: &str, span: Span) -> Checked<()> {
        let message = format!("implicit declaration of function `{name}`");
        if self.declare_builtin(name, span).is_some() {
            if let Some(header) = header_declaring(name) {
                let help = format!("include `<{header}>`, which declares it");
                self.warn_with_help(span, "implicit-function", message, help);
            }
            return Ok(());
        }
        if name.starts_with("__builtin_") {
            return Err(self.unsupported(span, &format!("the built-in `{name}` is")));
        }
        let near = nearest(name, self.scopes.names()).or_else(|| nearest(name, requests::names()));
        let declare = "declare the function before its first call, or move its definition there";
        let help = match (header_defining(name), near) {
            (Some(header), _) => format!("include `<{header}>`, which defines the macro `{name}`"),
            (None, Some(near)) => format!("did you mean `{near}`? Otherwise {declare}"),
            (None, None) => declare.to_owned(),
        };
        self.warn_with_help(span, "implicit-function", message, help);
        let result = self.int_ty();
        let ty = self.program.types.function(FnTy {
            result: result.into(),
            params: Vec::new(),
            variadic: false,
            prototype: false,
        });
        let id = self.external_symbol(name, ty, span, true);
        self.scopes.declare_at_file_level(name, Name::Symbol(id));
        Ok(())
    }

    /// Returns the symbol with external linkage and the name `name`. If there is none, creates it with the type
    /// `ty`. `implicit` is set if a call of an undeclared function creates the symbol.
    pub(super) fn external_symbol(
        &mut self,
        name: &str,
        ty: Ty,
        span: Span,
        implicit: bool,
    ) -> SymbolId {
        if let Some(id) = self.program.external_named(name) {
            return id;
        }
        let origin = self.origin(span);
        self.program
            .add_symbol(super::decl::new_symbol(name, ty, origin, implicit))
    }

    /// Returns the source text of `span`, up to the end of the line in which the span begins.
    pub(super) fn source_text(&self, span: Span) -> String {
        let at = self.show(span);
        let line = self.sources.line(&at.file, at.line).unwrap_or("");
        let text: String = line
            .chars()
            .skip(at.column as usize - 1)
            .take(at.len as usize)
            .collect();
        text.trim().to_owned()
    }
}

/// Returns the string literal in `expr` if the expression consists of a literal and conversions of it, else
/// `None`.
fn literal(expr: &Expr) -> Option<StringId> {
    let mut inner = expr;
    while let ExprKind::Convert(next) | ExprKind::Decay(next) = &inner.kind {
        inner = next;
    }
    match inner.kind {
        ExprKind::String(id) => Some(id),
        _ => None,
    }
}

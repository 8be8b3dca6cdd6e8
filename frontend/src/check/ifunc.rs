//! Implements the attribute `ifunc`, which redirects calls of the declared function. The attribute names a resolver: a
//! function that returns, at run time, the function to call.
//!
//! The declared function becomes a wrapper with a static variable. On the first call, the wrapper calls the resolver
//! and stores the returned function pointer in the variable. On each call, the wrapper passes its arguments to the
//! stored function. A dynamic linker with lazy binding does the same.
use super::Checker;
use super::decl::new_symbol;
use crate::ctypes::{FnTy, Ty};
use crate::program::{Checked, Definition, Reported};
use crate::scope::Name;
use crate::typed::{Body, Call, Expr, ExprKind, Local, LocalId, Stmt, StmtKind, SymbolId};
use lang_c::span::Span;

impl Checker<'_> {
    /// Defines the function `id`, which has the attribute `ifunc(resolver)` at `span`.
    pub(super) fn define_ifunc(&mut self, id: SymbolId, resolver: &str, span: Span) -> Checked<()> {
        let ty = self.program.symbol(id).ty;
        let Some(function) = self.program.types.as_function(ty).cloned() else {
            return Err(self.internal(span, "an `ifunc` attribute of a variable"));
        };
        if function.variadic || !function.prototype {
            let what = "an `ifunc` attribute of a function with variable arguments or without prototype is";
            return Err(self.unsupported(span, what));
        }
        let resolved = self.call_of_resolver(resolver, span)?;
        let pointer = self.program.types.pointer_to(ty);
        let name = format!("{}.implementation", self.program.symbol(id).name);
        let origin = self.origin(span);
        let mut target = new_symbol(&name, pointer, origin, false);
        target.external = false;
        target.definition = Definition::Tentative;
        let target = self.program.add_symbol(target);
        let body = self.wrapper(target, &function, ty, resolved, span);
        self.program.symbol_mut(id).definition = Definition::Function(Box::new(body));
        Ok(())
    }

    fn call_of_resolver(&mut self, resolver: &str, span: Span) -> Checked<(SymbolId, Expr)> {
        let Some(&Name::Symbol(symbol)) = self.scopes.find_at_file_level(resolver) else {
            return Err(self.bad_resolver(resolver, span));
        };
        let ty = self.program.symbol(symbol).ty;
        let types = &self.program.types;
        let result = types.as_function(ty).map(|function| function.result.ty);
        if !result.is_some_and(|result| types.is_pointer(result)) {
            return Err(self.bad_resolver(resolver, span));
        }
        let callee = Expr::new(ExprKind::Symbol(symbol), ty, span);
        let call = self.call_designator(callee, Vec::new(), resolver, span)?;
        Ok((symbol, call))
    }

    fn bad_resolver(&mut self, resolver: &str, span: Span) -> Reported {
        let message = format!(
            "`ifunc` resolver `{resolver}` is not declared as a function that returns a pointer"
        );
        self.error(span, "type", message)
    }

    /// Builds the body of the wrapper function: `if (!target) target = resolver(); return target(…);`.
    fn wrapper(
        &mut self,
        target: SymbolId,
        function: &FnTy,
        ty: Ty,
        (resolver, resolved): (SymbolId, Expr),
        span: Span,
    ) -> Body {
        let pointer = self.program.types.pointer_to(ty);
        let int = self.int_ty();
        let place = Expr::new(ExprKind::Symbol(target), pointer, span);
        let stored = self.as_value(place.clone());
        let resolved = self.convert_unchecked(resolved, pointer);
        let assign = ExprKind::Assign(Box::new(place), Box::new(resolved));
        let assign = Stmt {
            kind: StmtKind::Expr(Expr::new(assign, pointer, span)),
            span,
        };
        let unset = Expr::new(ExprKind::Not(Box::new(stored.clone())), int, span);
        let resolve = StmtKind::If(unset, Box::new(assign), None);
        let types = &self.program.types;
        let local = |(index, &ty): (usize, &Ty)| Local {
            name: format!("a{index}"),
            qty: ty.into(),
            in_memory: !types.is_scalar(ty),
            align: None,
        };
        let locals: Vec<Local> = function.params.iter().enumerate().map(local).collect();
        let params: Vec<LocalId> = (0..locals.len() as u32).map(LocalId).collect();
        let arg = |(&id, local): (&LocalId, &Local)| {
            let place = Expr::new(ExprKind::Local(id), local.qty, span);
            Expr::new(ExprKind::Load(Box::new(place)), local.qty, span)
        };
        let call = Call {
            callee: stored,
            ty,
            args: params.iter().zip(&locals).map(arg).collect(),
            text: None,
        };
        let call = Expr::new(ExprKind::Call(Box::new(call)), function.result, span);
        let finish = match types.is_void(function.result.ty) {
            true => StmtKind::Expr(call),
            false => StmtKind::Return(Some(call)),
        };
        let stmts = [resolve, finish].map(|kind| Stmt { kind, span });
        Body {
            locals,
            params,
            stmts: stmts.into(),
            labels: Vec::new(),
            taken_labels: Vec::new(),
            uses: vec![target, resolver],
            end: span,
        }
    }
}

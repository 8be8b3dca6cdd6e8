//! Lowers calls of functions: direct and indirect calls, their arguments, and calls that do not fit the definition of
//! the function.
use super::{Lowerer, signature};
use crate::ctypes::FnTy;
use crate::program::{Definition, Program};
use crate::requests::{self, Request};
use crate::symbol_map::resolve_alias;
use crate::typed::{Call, Expr, ExprKind, SymbolId};
use lang_c::span::Span;
use symtool_ir::{
    BugKind, Func, GlobalData, Intrinsic, LocSet, RelocTarget, Relocation, SignatureData, Type,
    Value,
};

/// The callee of a direct call, classified by how the call is lowered.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// A function with a body in the module.
    Function(Func),
    /// A function that the engine implements, with the way in which its calls are lowered.
    Request(Request),
    /// A function that has no body and that the engine does not implement.
    Missing,
}

impl Lowerer<'_, '_> {
    /// Lowers a call. Returns its value, or the address of its record result; `None` for a call without a result.
    pub(super) fn call(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let function = self.types().as_function(call.ty)?.clone();
        if let Some(id) = call.callee.called_symbol() {
            let id = resolve_alias(self.cx.program, id);
            match target(self.cx.program, &self.cx.symbol_map.funcs, id) {
                Target::Function(func) => return self.direct_call(func, id, &function, call, expr),
                Target::Request(request) => return self.request(request, call, expr),
                // An undefined weak function has the address null, so a call fails when it is executed.
                Target::Missing if self.cx.program.is_weak_reference(id) => {}
                Target::Missing => return self.undefined_call(id, call, expr),
            }
        }
        let callee = self.value(&call.callee);
        let (mut args, result) = self.arguments(&function, call, expr);
        let mut data = signature(self.types(), &function, None);
        if !function.prototype {
            data.params = args.iter().map(|&a| self.b.func.ty(a)).collect();
            if let Some(result) = result {
                args.insert(0, result);
                data.params.insert(0, Type::Ptr);
            }
        } else if let Some(result) = result {
            args.insert(0, result);
        }
        let result_type = data.result;
        let signature = self.cx.module.signature(data);
        self.at(expr.span);
        let value = self.b.call_indirect(signature, callee, &args, result_type);
        value.or(result)
    }

    /// Lowers the arguments in order, and allocates the temporary for a record result. Returns the values of the
    /// arguments, and the address of the temporary if there is one.
    fn arguments(
        &mut self,
        function: &FnTy,
        call: &Call,
        expr: &Expr,
    ) -> (Vec<Value>, Option<Value>) {
        let args = call.args.iter().map(|a| self.argument(a)).collect();
        let result = self.types().as_record(function.result.ty).map(|_| {
            let size = self.size(function.result.ty);
            let align = self.types().align_of(function.result);
            self.at(expr.span);
            self.temporary("result", size, align)
        });
        (args, result)
    }

    /// Returns the value to pass for an argument: a scalar's value, or the address of a copy of a record.
    fn argument(&mut self, arg: &Expr) -> Value {
        if self.types().as_record(arg.ty()).is_some() {
            self.copied(arg, "argument")
        } else {
            self.value(arg)
        }
    }

    fn direct_call(
        &mut self,
        func: Func,
        id: SymbolId,
        function: &FnTy,
        call: &Call,
        expr: &Expr,
    ) -> Option<Value> {
        if let Some((place, message)) = self.misfit_of_definition(id, call, expr) {
            return self.misfitting_call(id, place, message, call, expr);
        }
        let (mut args, result) = self.arguments(function, call, expr);
        if let Some(result) = result {
            args.insert(0, result);
        }
        let data = self.cx.module.function_signature(func).clone();
        self.at(expr.span);
        self.adapt_arguments(&mut args, &data, &self.cx.program.symbol(id).name.clone());
        let value = match self.cx.program.redirected.contains(&id) {
            true => {
                let place = self.redirection(id, func);
                let callee = self.b.load(Type::Ptr, place);
                let (result, signature) = (data.result, self.cx.module.signature(data));
                self.b.call_indirect(signature, callee, &args, result)
            }
            false => self.b.call(func, &args, data.result),
        };
        let wanted = self.types().ir_type(function.result.ty);
        match (value, wanted) {
            (Some(value), Some(ty)) => Some(self.coerce(value, ty)),
            (None, Some(ty)) => self.indeterminate_result(call, ty),
            _ => result,
        }
    }

    /// Compares a direct call with the definition of the called function `id`. The classes of the arguments and of the
    /// result (integer or pointer, floating-point type, record) must agree. Returns the location of the first
    /// difference, and a message. Returns `None` if all classes agree.
    fn misfit_of_definition(
        &self,
        id: SymbolId,
        call: &Call,
        expr: &Expr,
    ) -> Option<(Span, String)> {
        let symbol = self.cx.program.symbol(id);
        let defined = self.types().as_function(symbol.ty)?;
        let params = symbol.old_style.as_deref().unwrap_or(&defined.params);
        for (index, (arg, &param)) in call.args.iter().zip(params).enumerate() {
            let (found, wanted) = (self.class(arg.ty()), self.class(param));
            if found != wanted {
                let (found, nth) = (self.types().name(arg.ty()), index + 1);
                let wanted = wanted.describe();
                return Some((
                    arg.span,
                    format!("argument {nth} must be {wanted}, found `{found}`"),
                ));
            }
        }
        let result = self.class(defined.result.ty);
        (!result.serves(self.class(expr.ty()))).then(|| {
            (
                expr.span,
                format!("the function returns {}", result.describe()),
            )
        })
    }

    /// Lowers a call that does not fit the definition of the called function. If the definition is a library
    /// model, reports an error. Otherwise emits a failing check, because the program may never execute the call.
    /// Returns an indeterminate result; `None` after an error or if the call has no result.
    fn misfitting_call(
        &mut self,
        id: SymbolId,
        place: Span,
        message: String,
        call: &Call,
        expr: &Expr,
    ) -> Option<Value> {
        let symbol = self.cx.program.symbol(id);
        let name = &symbol.name;
        let declared = self.types().name(call.ty);
        if symbol
            .origin
            .shown
            .as_ref()
            .is_some_and(|at| at.file.starts_with('<'))
        {
            let message = format!("`{name}` is declared as `{declared}`: {message}");
            self.problem_of("type", place, message);
            return None;
        }
        for arg in &call.args {
            self.effects(arg);
        }
        self.at(expr.span);
        let never = self.b.bool(false);
        let text = format!("`{name}` is called as `{declared}`: {message}");
        self.b.check(BugKind::BadCall, never, Some(&text));
        match self.types().ir_type(expr.ty()) {
            Some(ty) => self.indeterminate_result(call, ty),
            None if self.types().as_record(expr.ty()).is_some() => {
                let (size, align) = (self.size(expr.ty()), self.types().align(expr.ty()));
                Some(self.temporary("result", size, align))
            }
            None => None,
        }
    }

    /// Returns the address of the variable that holds the current target of calls of `id`. Initially, the target is
    /// `func`; `klee_alias_function` changes it.
    fn redirection(&mut self, id: SymbolId, func: Func) -> Value {
        let global = match self.cx.symbol_map.redirections.get(&id) {
            Some(&global) => global,
            None => {
                let name = format!(".alias.{}", self.cx.program.symbol(id).name);
                let global = self.cx.module.globals.push(GlobalData {
                    name: self.cx.symbol_map.names.unique(&name),
                    size: 8,
                    align: 8,
                    bytes: vec![0; 8],
                    relocs: vec![Relocation {
                        offset: 0,
                        target: RelocTarget::Func(func),
                        addend: 0,
                    }],
                    constant: false,
                    locs: LocSet::none(),
                });
                self.cx.symbol_map.redirections.insert(id, global);
                global
            }
        };
        self.b.global_addr(global)
    }

    /// Lowers `klee_alias_function`: later calls of `from` call `to`.
    pub(super) fn redirect(&mut self, from: SymbolId, to: SymbolId, expr: &Expr) {
        let program = self.cx.program;
        let own = resolve_alias(program, from);
        let other = resolve_alias(program, to);
        let funcs = &self.cx.symbol_map.funcs;
        match (target(program, funcs, own), target(program, funcs, other)) {
            (Target::Function(own), Target::Function(other)) => {
                self.at(expr.span);
                let place = self.redirection(from, own);
                let address = self.b.func_addr(other);
                self.b.store(address, place);
            }
            _ => {
                let message = "`klee_alias_function` is not supported for a function that is built in or undefined";
                self.problem(expr.span, message);
            }
        }
    }

    /// Adapts the arguments of a direct call to the parameters of the definition. The two may differ if the call was
    /// checked without a prototype. A missing argument becomes indeterminate, a surplus argument is dropped, and an
    /// argument of another type is converted to the type of the parameter.
    fn adapt_arguments(&mut self, args: &mut Vec<Value>, data: &SignatureData, name: &str) {
        if args.len() > data.params.len() && !data.variadic {
            args.truncate(data.params.len());
        }
        for (index, &ty) in data.params.iter().enumerate() {
            match args.get(index) {
                Some(&value) => args[index] = self.coerce(value, ty),
                None => {
                    let text = format!("argument {} of {name}", index + 1);
                    let value = self
                        .b
                        .intrinsic(Intrinsic::Uninit, &[], Some(ty), Some(&text));
                    args.extend(value);
                }
            }
        }
    }

    /// Lowers a call of a function without a body. A run that executes the call becomes incomplete, and the result of
    /// the call is any value, or an indeterminate record.
    fn undefined_call(&mut self, id: SymbolId, call: &Call, expr: &Expr) -> Option<Value> {
        let args: Vec<Value> = call.args.iter().map(|a| self.argument(a)).collect();
        let name = self.cx.program.symbol(id).name.clone();
        self.at(expr.span);
        let ty = self.types().ir_type(expr.ty());
        let value = self.b.intrinsic(Intrinsic::Missing, &args, ty, Some(&name));
        if self.types().as_record(expr.ty()).is_none() {
            return value;
        }
        let size = self.size(expr.ty());
        let align = self.types().align_of(expr.qty);
        Some(self.temporary("result", size, align))
    }

    /// Lowers the expansion of `assert(e)`, `e ? (void)0 : __symtool_assert_fail(…)`, to a check instruction without
    /// a branch. Returns false, and emits nothing, if the conditional expression `expr` is not such an expansion.
    pub(super) fn assertion(&mut self, c: &Expr, a: &Expr, b: &Expr, expr: &Expr) -> bool {
        let nothing = match &a.kind {
            ExprKind::Discard(inner) => matches!(inner.kind, ExprKind::Int(_)),
            _ => false,
        };
        let ExprKind::Call(call) = &b.kind else {
            return false;
        };
        let Some(id) = call.callee.called_symbol() else {
            return false;
        };
        let symbol = self.cx.program.symbol(id);
        if !nothing
            || !matches!(
                symbol.name.as_str(),
                "__symtool_assert_fail" | "__assert_fail"
            )
            || !matches!(symbol.definition, Definition::None)
        {
            return false;
        }
        let text = self.literal_text(call.args.first());
        let condition = self.condition(c);
        self.at(expr.span);
        self.b
            .check(symtool_ir::BugKind::Assert, condition, text.as_deref());
        true
    }

    /// Returns the text of an argument, if it is a string literal.
    pub(super) fn literal_text(&self, arg: Option<&Expr>) -> Option<String> {
        let mut expr = arg?;
        loop {
            match &expr.kind {
                ExprKind::Convert(inner) | ExprKind::Decay(inner) => expr = inner,
                ExprKind::String(id) => {
                    let bytes = &self.cx.program.strings[id.0 as usize].bytes;
                    let end = bytes.len().saturating_sub(1);
                    return Some(String::from_utf8_lossy(&bytes[..end]).into_owned());
                }
                _ => return None,
            }
        }
    }
}

/// Classifies the callee of a direct call: it has a body, the engine implements it, or neither. `reach_error`, whose
/// call is a failure by the rules of SV-COMP, is always implemented by the engine, even if it has a body.
pub(crate) fn target(program: &Program, funcs: &[Option<Func>], id: SymbolId) -> Target {
    let symbol = program.symbol(id);
    let defined = !matches!(symbol.definition, Definition::None | Definition::Tentative);
    if symbol.external
        && (!defined || symbol.name == "reach_error")
        && let Some(request) = requests::find(program, id)
    {
        return Target::Request(request);
    }
    match funcs[id.0 as usize] {
        Some(func) if defined => Target::Function(func),
        _ => Target::Missing,
    }
}

//! Semantic analysis of a translation unit: from the syntax tree to the [typed tree](crate::typed).
//!
//! The analysis is one pass in source order. A function that finds an error reports it and returns
//! [`Reported`]. Checking resumes with the next statement or declaration, so that one run reports several
//! errors.
mod access;
mod asm;
mod assign;
mod attributes;
mod binary;
mod builtin;
mod call;
mod cleanup;
mod complex;
mod complex_arith;
mod cond;
mod convert;
mod decl;
mod exact;
mod expr;
mod function;
mod ifunc;
mod initializer;
mod labels;
mod lifetime;
mod linkage;
mod literal;
mod measure;
mod mode;
mod nested;
mod object;
mod primary;
mod records;
mod specifiers;
mod stmt;
mod transparent;
mod types;
mod unary;
mod variable_records;
mod vector;

pub(crate) use lifetime::REGISTER;

use crate::ctypes::{QTy, Ty, Types};
use crate::diagnostic::Diagnostic;
use crate::normalise::Pragmas;
use crate::parse::{Locations, ParsedUnit};
use crate::program::{Origin, Program, Reported, UnitId};
use crate::scope::Scopes;
use crate::sources::Sources;
use crate::typed::{Expr, ExprKind, LabelId, Local, LocalId, Stmt, StmtKind, SymbolId};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks one translation unit and adds its symbols and definitions to the program.
pub(crate) fn check_unit(
    program: &mut Program,
    unit: UnitId,
    parsed: &ParsedUnit,
    sources: &Sources,
) {
    let mut checker = Checker {
        program,
        unit,
        locations: &parsed.locations,
        pragmas: &parsed.pragmas,
        sources,
        scopes: Scopes::new(),
        function: None,
        enclosing: Vec::new(),
        nested: Vec::new(),
        uses: Vec::new(),
        prototype_depth: 0,
        statics: FxHashMap::default(),
        declared_types: FxHashMap::default(),
        two_names: FxHashSet::default(),
    };
    for item in &parsed.ast.0 {
        checker.external(item);
    }
}

/// The state of the semantic analysis of one translation unit.
pub(crate) struct Checker<'a> {
    pub(crate) program: &'a mut Program,
    unit: UnitId,
    locations: &'a Locations,
    pragmas: &'a Pragmas,
    sources: &'a Sources,
    scopes: Scopes,
    /// The state of the function whose body is being checked; `None` outside of functions.
    function: Option<FunctionState>,
    /// The functions around the current nested function, outermost first.
    enclosing: Vec<FunctionState>,
    /// The nested functions of the translation unit; the index is the number in a `NestedId`.
    nested: Vec<nested::Nested>,
    /// The symbols used since the start of the current definition of a function or object.
    uses: Vec<SymbolId>,
    /// The number of prototypes whose parameter lists enclose the construct that is being checked. Inside a
    /// prototype, the lengths of variable-length arrays are not evaluated.
    prototype_depth: u32,
    /// The symbols of this translation unit that have internal linkage, by name.
    statics: FxHashMap<String, SymbolId>,
    /// The types of symbols with linkage as this translation unit declares them. The type of a
    /// symbol may differ between units: a structure may be complete in one unit and incomplete in
    /// another.
    declared_types: FxHashMap<SymbolId, QTy>,
    /// The functions that this translation unit declares under several C names, with different types.
    two_names: FxHashSet<SymbolId>,
}

/// The state of the semantic analysis of one function body.
struct FunctionState {
    name: String,
    result: QTy,
    variadic: bool,
    locals: Vec<Local>,
    /// The number of scopes, including file scope, that enclose the function.
    first_scope: usize,
    /// If this function is nested in another function: the variables of enclosing functions that it may use.
    captured: Vec<nested::Captured>,
    /// The labels by name: first the labels with function scope, then for each open block its local labels
    /// (`__label__`).
    labels: Vec<FxHashMap<String, LabelId>>,
    /// The names of the labels; the index is the number in a [`LabelId`].
    label_names: Vec<String>,
    /// For each label, the location of its first use, and whether it is defined.
    label_uses: Vec<(Option<Span>, bool)>,
    /// The labels in expressions `&&label` of the function.
    taken_labels: Vec<LabelId>,
    /// The statements that evaluate lengths of variable-length arrays, to be executed before the construct that
    /// is being checked.
    pending: Vec<Stmt>,
    /// The enclosing `switch` statements, innermost last.
    switches: Vec<SwitchState>,
    /// For each enclosing loop or `switch`, which `break` can leave: the number of guarded names (see
    /// [`cleanup::Cleanups`]) that are in scope around the loop or `switch`.
    breakable: Vec<usize>,
    /// For each enclosing loop: the number of guarded names that are in scope around the loop.
    continuable: Vec<usize>,
    cleanups: cleanup::Cleanups,
    /// The first error in a statement or declaration of the function, if there is one. A function with an error is not
    /// lowered.
    failed: Option<Reported>,
    /// Whether the function calls `setjmp`. The variables of such a function are stored in memory, so that they
    /// have their latest values after a `longjmp`.
    calls_setjmp: bool,
}

/// The cases of a `switch` statement, as far as they have been checked.
struct SwitchState {
    ty: Ty,
    cases: Vec<crate::typed::Case>,
    /// For each case, its lowest value (the key) and its highest value.
    ranges: std::collections::BTreeMap<i128, i128>,
    default: Option<LabelId>,
    /// The number of guarded names (see [`cleanup::Cleanups`]) in scope around the `switch`.
    cleanups: usize,
}

impl Checker<'_> {
    // ---- Diagnostics.

    fn show(&self, span: Span) -> crate::diagnostic::Span {
        self.locations.span(span)
    }

    /// Reports an error at a source location.
    fn error(&mut self, span: Span, code: &'static str, message: impl Into<String>) -> Reported {
        let at = self.show(span);
        self.program
            .report_error(Diagnostic::error(code, message).at(at))
    }

    /// Reports an error with a help text.
    fn error_with_help(
        &mut self,
        span: Span,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Reported {
        let at = self.show(span);
        self.program
            .report_error(Diagnostic::error(code, message).at(at).help(help))
    }

    /// Reports an internal error, which is a bug of symtool: an earlier phase broke an invariant.
    fn internal(&mut self, span: Span, what: &str) -> Reported {
        self.error(span, "internal", format!("internal error: {what}"))
    }

    /// Reports an unsupported C construct; `what` ends in "is" or "are", as in "a NaN with a payload is".
    fn unsupported(&mut self, span: Span, what: &str) -> Reported {
        self.error(span, "unsupported", format!("{what} not supported"))
    }

    /// Reports a warning, at most once per message and source location. Never reports a warning about code in bundled
    /// headers and library models (symtool's C code for library functions).
    fn warn(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        self.report_warning(span, Diagnostic::warning(code, message));
    }

    /// Reports a warning with a help text, like [`Checker::warn`].
    fn warn_with_help(
        &mut self,
        span: Span,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report_warning(span, Diagnostic::warning(code, message).help(help));
    }

    fn report_warning(&mut self, span: Span, warning: Diagnostic) {
        let at = self.show(span);
        if at.file.starts_with('<') {
            return;
        }
        if self.program.first_time(format!("{at} {}", warning.message)) {
            self.program.report(warning.at(at));
        }
    }

    fn type_name(&self, ty: impl Into<QTy>) -> String {
        self.program.types.name(ty)
    }

    fn origin(&self, span: Span) -> Origin {
        Origin {
            unit: self.unit,
            ast: span,
            shown: Some(self.show(span)),
        }
    }

    // ---- The current function.

    /// Returns the state of the current function. Outside of a function, reports an error that the construct
    /// `what` is only allowed in a function.
    fn function_state(&mut self, span: Span, what: &str) -> Result<&mut FunctionState, Reported> {
        if self.function.is_none() {
            return Err(self.error(
                span,
                "constant",
                format!("{what} is not allowed outside a function"),
            ));
        }
        Ok(self.function.as_mut().expect("`None` returns above"))
    }

    /// Adds a local variable to the current function.
    fn new_local(&mut self, span: Span, name: &str, qty: QTy) -> Result<LocalId, Reported> {
        let in_memory = !self.program.types.is_scalar(qty.ty) || qty.is_volatile();
        let state = self.function_state(span, "a local variable")?;
        state.locals.push(Local {
            name: name.to_owned(),
            qty,
            in_memory,
            align: None,
        });
        Ok(LocalId(state.locals.len() as u32 - 1))
    }

    fn local(&self, id: LocalId) -> Option<&Local> {
        self.function.as_ref()?.locals.get(id.0 as usize)
    }

    /// Marks the variable that contains the lvalue `place` as stored in memory, because its address is needed.
    fn mark_in_memory(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Local(id) | ExprKind::Compound(id, _) => {
                if let Some(state) = &mut self.function {
                    state.locals[id.0 as usize].in_memory = true;
                }
            }
            ExprKind::Member(base, _) => self.mark_in_memory(base),
            _ => {}
        }
    }

    /// Records that the current function calls `setjmp`, so that its locals stay in memory.
    fn keep_locals_in_memory(&mut self) {
        if let Some(state) = &mut self.function {
            state.calls_setjmp = true;
        }
    }

    /// Checks an operand that is not evaluated, such as the operand of `sizeof`. Symbols in this operand do not
    /// count as used.
    fn unevaluated<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let uses = self.uses.len();
        let pending = self
            .function
            .as_mut()
            .map(|f| std::mem::take(&mut f.pending));
        let result = check(self);
        self.uses.truncate(uses);
        if let (Some(state), Some(pending)) = (&mut self.function, pending) {
            state.pending = pending;
        }
        result
    }

    /// Checks an operand of which only the type is needed, such as the operand of `sizeof` or `typeof`. `varies`
    /// decides whether the type depends on values of variables, as for a variable-length array. If the type depends on
    /// such values, the operand is evaluated: its side effects become statements that run before the construct being
    /// checked.
    fn type_operand(
        &mut self,
        node: &Node<Expression>,
        varies: fn(&Types, Ty) -> bool,
    ) -> Result<Expr, Reported> {
        let uses = self.uses.len();
        let outer = self.take_pending();
        let result = self.operand(node);
        let inner = self.replace_pending(outer);
        let operand = result.inspect_err(|_| self.uses.truncate(uses))?;
        if !varies(&self.program.types, operand.ty()) {
            self.uses.truncate(uses);
            return Ok(operand);
        }
        let has_effects = !matches!(operand.kind, ExprKind::Local(_));
        let value = has_effects.then(|| self.as_value(operand.clone()));
        let void = self.program.types.void();
        if let Some(state) = &mut self.function {
            state.pending.extend(inner);
            state.pending.extend(value.map(|value| Stmt {
                kind: StmtKind::Expr(Expr::new(
                    ExprKind::Discard(Box::new(value)),
                    void,
                    node.span,
                )),
                span: node.span,
            }));
        }
        Ok(operand)
    }

    /// Appends `stmts` to the pending statements, which run before the construct that is being checked.
    fn extend_pending(&mut self, stmts: Vec<Stmt>) {
        if let Some(state) = &mut self.function {
            state.pending.extend(stmts);
        }
    }

    /// Replaces the pending statements, which run before the construct that is being checked, by `pending`.
    /// Returns the previous pending statements.
    fn replace_pending(&mut self, pending: Vec<Stmt>) -> Vec<Stmt> {
        self.function
            .as_mut()
            .map(|f| std::mem::replace(&mut f.pending, pending))
            .unwrap_or_default()
    }

    /// Removes and returns the pending statements, which must run before the construct just checked.
    fn take_pending(&mut self) -> Vec<Stmt> {
        self.function
            .as_mut()
            .map(|f| std::mem::take(&mut f.pending))
            .unwrap_or_default()
    }
}

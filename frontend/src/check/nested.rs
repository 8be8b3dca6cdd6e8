//! Nested functions of GNU C: functions that are defined in the block of another function.
//!
//! A nested function becomes an ordinary function by lambda lifting. If it names a variable of an enclosing function,
//! it gets a hidden parameter with the address of the variable. The hidden parameters precede the declared parameters.
//! A caller that declares the variable passes its address; a caller that is nested itself passes on its own hidden
//! parameter for the variable. A pointer to a nested function with hidden parameters is an error, because it would need
//! code that is created at run time (a trampoline).
use super::decl::new_symbol;
use super::function::FunctionParts;
use super::{Checker, FunctionState};
use crate::ctypes::{FnTy, Len, QTy, Ty};
use crate::ids::NestedId;
use crate::program::{Checked, Definition};
use crate::scope::Name;
use crate::typed::{Call, Expr, ExprKind, LocalId, Stmt, StmtKind};
use lang_c::ast::{self, Expression, Identifier};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use rustc_hash::FxHashSet;

/// A nested function.
#[derive(Clone)]
pub(super) struct Nested {
    name: String,
    /// The declared type of the function, without the hidden parameters.
    ty: Ty,
    /// The definition; `None` after a declaration (`auto int f(void);`) that is not yet followed by the definition.
    definition: Option<Lifted>,
}

/// The definition of a nested function as an ordinary function.
#[derive(Clone)]
struct Lifted {
    symbol: crate::typed::SymbolId,
    /// The type of the symbol, with the hidden parameters.
    ty: Ty,
    /// For each hidden parameter, the variable that the parameter points to.
    captures: Vec<Variable>,
}

/// A local variable of the current function or of a function around it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Variable {
    /// The number of functions around the function that declares the variable.
    depth: usize,
    local: LocalId,
}

/// A variable of an enclosing function that the current function uses.
#[derive(Copy, Clone)]
pub(super) struct Captured {
    variable: Variable,
    /// The hidden parameter, which holds the address of the variable.
    param: LocalId,
    /// The type of the variable. Variable array lengths in the type refer to local variables of the current function.
    qty: QTy,
}

/// Collects the identifiers of a function definition: each once, in order of the first occurrence.
#[derive(Default)]
struct Identifiers<'a> {
    names: Vec<&'a str>,
    seen: FxHashSet<&'a str>,
}

impl<'a> Visit<'a> for Identifiers<'a> {
    fn visit_identifier(&mut self, identifier: &'a Identifier, span: &'a Span) {
        if self.seen.insert(&identifier.name) {
            self.names.push(&identifier.name);
        }
        visit::visit_identifier(self, identifier, span);
    }
}

impl Checker<'_> {
    // ---- Declarations.

    /// Declares a nested function, which a later definition may give a body. Returns its id.
    pub(super) fn declare_nested(&mut self, name: &str, ty: Ty) -> NestedId {
        if let Some(&Name::Nested(id)) = self.scopes.find_here(name) {
            return id;
        }
        let id = NestedId(self.nested.len() as u32);
        self.nested.push(Nested {
            name: name.to_owned(),
            ty,
            definition: None,
        });
        self.scopes.declare(name, Name::Nested(id));
        id
    }

    /// Returns whether the nested function `id` is declared but not yet defined.
    pub(super) fn is_undefined_nested(&self, id: NestedId) -> bool {
        self.nested[id.0 as usize].definition.is_none()
    }

    /// Returns the body of a nested function. Normalization, which rewrites the program text before parsing, turns the
    /// body `{ … }` into the initializer `= ({ … })`. Returns `None` for a declarator without such an initializer.
    pub(super) fn nested_body(node: &ast::InitDeclarator) -> Option<&Node<ast::Statement>> {
        match &node.initializer.as_ref()?.node {
            ast::Initializer::Expression(expr) => match &expr.node {
                Expression::Statement(body) => Some(body),
                _ => None,
            },
            ast::Initializer::List(_) => None,
        }
    }

    /// Checks the definition of a nested function.
    pub(super) fn define_nested(
        &mut self,
        name: &str,
        qty: QTy,
        declarator: &Node<ast::Declarator>,
        body: &Node<ast::Statement>,
    ) -> Checked<()> {
        let span = declarator.span;
        let parts = FunctionParts {
            declarator,
            declarations: &[],
            body,
        };
        let captures = self.captures_of(&parts)?;
        let Some(function) = self.program.types.as_function(qty.ty).cloned() else {
            return Err(self.internal(span, "a function body without a function type"));
        };
        let lifted = self.lifted_type(&function, captures.len());
        let outer = self.function.as_ref().map_or("", |state| &state.name);
        let full = format!("{outer}.{name}");
        let origin = self.origin(span);
        let mut symbol = new_symbol(&full, lifted, origin, false);
        symbol.external = false;
        let symbol = self.program.add_symbol(symbol);
        let id = self.declare_nested(name, qty.ty);
        let hidden = captures.len();
        self.nested[id.0 as usize].definition = Some(Lifted {
            symbol,
            ty: lifted,
            captures: captures.clone(),
        });
        let uses = std::mem::take(&mut self.uses);
        self.enclosing.extend(self.function.take());
        let result = self.body(name, &function, &parts, &captures, span);
        self.function = self.enclosing.pop();
        self.uses = uses;
        let address = self.nested_address_type();
        let symbol = self.program.symbol_mut(symbol);
        match result {
            Ok((body, old_style)) => {
                symbol.definition = Definition::Function(Box::new(body));
                symbol.old_style = old_style
                    .map(|passed| std::iter::repeat_n(address, hidden).chain(passed).collect());
                Ok(())
            }
            Err(reported) => {
                symbol.definition = Definition::Broken;
                Err(reported)
            }
        }
    }

    /// Returns `void *`, the type of hidden parameters.
    fn nested_address_type(&mut self) -> Ty {
        let void = self.program.types.void();
        self.program.types.pointer_to(void)
    }

    fn lifted_type(&mut self, function: &FnTy, hidden: usize) -> Ty {
        let address = self.nested_address_type();
        let params = std::iter::repeat_n(address, hidden).chain(function.params.iter().copied());
        let lifted = FnTy {
            params: params.collect(),
            ..function.clone()
        };
        self.program.types.function(lifted)
    }

    // ---- Captured variables.

    /// Returns the state of the function with `depth` functions around it: the current function or an enclosing one;
    /// `None` if there is no such function.
    fn state_at(&mut self, depth: usize) -> Option<&mut FunctionState> {
        match depth == self.enclosing.len() {
            true => self.function.as_mut(),
            false => self.enclosing.get_mut(depth),
        }
    }

    /// Returns the nesting depth of the function that declares the names of the scope `level`: the number of
    /// functions around that function. Returns `None` if the scope is not in a function.
    fn depth_of_level(&self, level: usize) -> Option<usize> {
        let states = self.enclosing.iter().chain(&self.function);
        let around = states.filter(|state| state.first_scope <= level).count();
        around.checked_sub(1)
    }

    /// Returns the variables that a nested function captures. `parts` is the definition of the nested function. The
    /// captured variables are:
    ///
    /// - the local variables of the current and the enclosing functions whose names occur in `parts`;
    /// - the variables that other nested functions capture, if the names of these functions occur in `parts`;
    /// - the hidden local variables that hold the array lengths in the types of captured variables. In the result, such
    ///   a hidden variable precedes the variables whose types need it.
    fn captures_of(&mut self, parts: &FunctionParts<'_>) -> Checked<Vec<Variable>> {
        let mut found = Identifiers::default();
        found.visit_declarator(&parts.declarator.node, &parts.declarator.span);
        found.visit_statement(&parts.body.node, &parts.body.span);
        let mut captures = Vec::new();
        for name in found.names {
            match self.scopes.find_with_level(name) {
                Some((level, &Name::Local(local))) => {
                    if let Some(depth) = self.depth_of_level(level) {
                        self.capture(Variable { depth, local }, &mut captures);
                    }
                }
                Some((_, &Name::Nested(id))) => {
                    if let Some(lifted) = self.nested[id.0 as usize].definition.clone() {
                        for variable in lifted.captures {
                            self.capture(variable, &mut captures);
                        }
                    }
                }
                Some((_, Name::Typedef(qty)))
                    if self.program.types.is_variably_modified(qty.ty) =>
                {
                    let what = "a use of a variable-length type of the enclosing function in a nested function is";
                    return Err(self.unsupported(parts.declarator.span, what));
                }
                Some(_) | None => {}
            }
        }
        Ok(captures)
    }

    fn capture(&mut self, variable: Variable, captures: &mut Vec<Variable>) {
        if captures.contains(&variable) {
            return;
        }
        let local = self
            .state_at(variable.depth)
            .and_then(|state| state.locals.get_mut(variable.local.0 as usize));
        let Some(local) = local else { return };
        local.in_memory = true;
        let mut lengths = Vec::new();
        let ty = local.qty.ty;
        self.lengths_in(ty, &mut lengths);
        for length in lengths {
            let depth = variable.depth;
            self.capture(
                Variable {
                    depth,
                    local: length,
                },
                captures,
            );
        }
        captures.push(variable);
    }

    /// Appends to `lengths` the hidden local variables that contain the lengths of the variable-length arrays in `ty`.
    fn lengths_in(&self, ty: Ty, lengths: &mut Vec<LocalId>) {
        if let Some(to) = self.program.types.pointee(ty) {
            self.lengths_in(to.ty, lengths);
        } else if let Some((elem, len)) = self.program.types.as_array(ty) {
            if let Len::Vla(length) = len {
                lengths.push(length);
            }
            self.lengths_in(elem.ty, lengths);
        }
    }

    /// Returns the hidden local variables that contain the lengths of variable-length arrays in the types of the
    /// variables `captures`.
    fn captured_lengths(&mut self, captures: &[Variable]) -> FxHashSet<Variable> {
        let mut found = FxHashSet::default();
        for &variable in captures {
            let mut lengths = Vec::new();
            if let Some(qty) = self.type_of_variable(variable) {
                self.lengths_in(qty.ty, &mut lengths);
            }
            let depth = variable.depth;
            found.extend(lengths.into_iter().map(|local| Variable { depth, local }));
        }
        found
    }

    fn type_of_variable(&mut self, variable: Variable) -> Option<QTy> {
        let owner = self.state_at(variable.depth)?;
        Some(owner.locals.get(variable.local.0 as usize)?.qty)
    }

    /// Declares the hidden parameters of a nested function, one for each variable in `captures`. Adds pending
    /// statements, which run at the start of the function and copy the array lengths of enclosing functions.
    pub(super) fn capture_params(
        &mut self,
        captures: &[Variable],
        span: Span,
    ) -> Checked<Vec<LocalId>> {
        let needed = self.captured_lengths(captures);
        let mut params = Vec::new();
        let mut lengths: Vec<(Variable, LocalId)> = Vec::new();
        for &variable in captures {
            let Some(of_owner) = self.type_of_variable(variable) else {
                return Err(self.internal(span, "a captured variable without a declaration"));
            };
            let qty = QTy {
                ty: self.with_own_lengths(of_owner.ty, variable.depth, &lengths),
                ..of_owner
            };
            let pointer = self.program.types.pointer_to(qty);
            let param = self.new_local(span, "captured", pointer.into())?;
            params.push(param);
            let captured = Captured {
                variable,
                param,
                qty,
            };
            if let Some(state) = &mut self.function {
                state.captured.push(captured);
            }
            if needed.contains(&variable) {
                let own = self.new_local(span, "array length", qty)?;
                lengths.push((variable, own));
                let place = self.captured_place(&captured, span);
                let value = self.as_value(place);
                self.extend_pending(vec![Stmt {
                    kind: StmtKind::SetLength(own, value),
                    span,
                }]);
            }
        }
        Ok(params)
    }

    /// Returns the type `ty` with each variable array length replaced by its copy in the current function. `ty` is the
    /// type of a variable of an enclosing function; `depth` is the number of functions around that function. `lengths`
    /// lists the hidden variables of enclosing functions that contain array lengths, each with its copy.
    fn with_own_lengths(&mut self, ty: Ty, depth: usize, lengths: &[(Variable, LocalId)]) -> Ty {
        if let Some(to) = self.program.types.pointee(ty) {
            let inner = self.with_own_lengths(to.ty, depth, lengths);
            return self.program.types.pointer_to(QTy { ty: inner, ..to });
        }
        let Some((elem, len)) = self.program.types.as_array(ty) else {
            return ty;
        };
        let inner = self.with_own_lengths(elem.ty, depth, lengths);
        let own = |local| {
            let variable = Variable { depth, local };
            let found = lengths.iter().find(|(known, _)| *known == variable);
            found.map_or(local, |&(_, own)| own)
        };
        let len = match len {
            Len::Vla(local) => Len::Vla(own(local)),
            Len::Fixed(_) | Len::Unknown | Len::Star => len,
        };
        self.program.types.array_of(QTy { ty: inner, ..elem }, len)
    }

    fn captured_place(&mut self, captured: &Captured, span: Span) -> Expr {
        let pointer = self.program.types.pointer_to(captured.qty);
        let param = Expr::new(ExprKind::Local(captured.param), pointer, span);
        let address = self.as_value(param);
        Expr::new(ExprKind::Deref(Box::new(address)), captured.qty, span)
    }

    /// Returns an lvalue in the current function for the variable `local` of an enclosing function. Returns `None` if
    /// the scope `level`, in which the variable is declared, belongs to the current function or to no function.
    pub(super) fn enclosing_variable(
        &mut self,
        level: usize,
        local: LocalId,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let depth = self.depth_of_level(level)?;
        if depth == self.enclosing.len() {
            return None;
        }
        let variable = Variable { depth, local };
        Some(match self.captured(variable) {
            Some(captured) => Ok(self.captured_place(&captured, span)),
            None => Err(self.internal(span, "a variable that is not captured")),
        })
    }

    fn captured(&self, variable: Variable) -> Option<Captured> {
        let mut captured = self.function.iter().flat_map(|state| state.captured.iter());
        captured.find(|known| known.variable == variable).copied()
    }

    // ---- Uses.

    /// Returns a nested function as a function designator.
    pub(super) fn nested_designator(&mut self, id: NestedId, span: Span) -> Checked<Expr> {
        let nested = self.nested[id.0 as usize].clone();
        match nested.definition {
            Some(lifted) if lifted.captures.is_empty() => {
                self.note_use(lifted.symbol, span);
                Ok(Expr::new(ExprKind::Symbol(lifted.symbol), nested.ty, span))
            }
            Some(_) => {
                let what = "a pointer to a nested function that uses variables of the enclosing function is";
                Err(self.unsupported(span, what))
            }
            None => Err(self.undefined_nested(span)),
        }
    }

    fn undefined_nested(&mut self, span: Span) -> crate::program::Reported {
        self.unsupported(span, "a use of a nested function before its definition is")
    }

    /// Checks a call of a nested function with the given arguments.
    pub(super) fn call_nested(
        &mut self,
        id: NestedId,
        args: Vec<Expr>,
        nodes: &[Node<Expression>],
        span: Span,
    ) -> Checked<Expr> {
        let nested = self.nested[id.0 as usize].clone();
        let Some(lifted) = nested.definition else {
            return Err(self.undefined_nested(span));
        };
        let Some(function) = self.program.types.as_function(nested.ty).cloned() else {
            return Err(self.internal(span, "a call of a non-function"));
        };
        let shown = format!("`{}`", nested.name);
        let args = self.arguments(&function, args, nodes, &shown, span)?;
        let mut all = Vec::new();
        for &variable in &lifted.captures {
            all.push(self.address_of_variable(variable, span)?);
        }
        all.extend(args);
        self.note_use(lifted.symbol, span);
        let callee = Expr::new(ExprKind::Symbol(lifted.symbol), lifted.ty, span);
        let pointer = self.program.types.pointer_to(lifted.ty);
        let call = Call {
            callee: Expr::new(ExprKind::Decay(Box::new(callee)), pointer, span),
            ty: lifted.ty,
            args: all,
            text: None,
        };
        Ok(Expr::new(
            ExprKind::Call(Box::new(call)),
            function.result.ty,
            span,
        ))
    }

    fn address_of_variable(&mut self, variable: Variable, span: Span) -> Checked<Expr> {
        let place = if variable.depth == self.enclosing.len() {
            let qty = self.local(variable.local).map(|local| local.qty);
            qty.map(|qty| Expr::new(ExprKind::Local(variable.local), qty, span))
        } else {
            let captured = self.captured(variable);
            captured.map(|captured| self.captured_place(&captured, span))
        };
        let Some(place) = place else {
            return Err(self.internal(span, "a variable that is not captured"));
        };
        let address = self.address_of(place, span, span)?;
        let to = self.nested_address_type();
        Ok(self.convert_unchecked(address, to))
    }

    /// Returns whether an enclosing function has the label `name`, to which a nested function cannot jump.
    pub(super) fn is_enclosing_label(&self, name: &str) -> bool {
        let mut blocks = self.enclosing.iter().flat_map(|state| &state.labels);
        blocks.any(|block| block.contains_key(name))
    }
}

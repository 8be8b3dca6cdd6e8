//! Semantic analysis of function definitions: parameters and bodies.
use super::cleanup::Cleanups;
use super::decl::declared_name;
use super::nested::Variable;
use super::types::{Declared, function_part};
use super::{Checker, FunctionState};
use crate::ctypes::{FnTy, IntKind, QTy, Ty};
use crate::diagnostic::Diagnostic;
use crate::program::{Checked, Definition};
use crate::scope::Name;
use crate::sources::is_system_file;
use crate::typed::{Body, LocalId, Stmt};
use lang_c::ast::{self, DerivedDeclarator};
use lang_c::span::{Node, Span};
use rustc_hash::FxHashMap;

/// The parts of a function definition that are needed to check the body.
#[derive(Copy, Clone)]
pub(super) struct FunctionParts<'a> {
    pub declarator: &'a Node<ast::Declarator>,
    /// The declarations of the parameters of an old-style definition.
    pub declarations: &'a [Node<ast::Declaration>],
    pub body: &'a Node<ast::Statement>,
}

impl Checker<'_> {
    /// Warns about a function `main` whose result is not an `int`.
    fn check_main(&mut self, name: &str, declared: &Declared) {
        let types = &self.program.types;
        let result = types.as_function(declared.qty.ty).map(|f| f.result.ty);
        let is_int = result.is_some_and(|ty| types.int_kind(ty) == Some(IntKind::Int));
        if name == "main" && !is_int {
            let help = "write `int main(void)`; the end of `main` returns 0";
            let message = "return type of `main` is not `int`";
            self.warn_with_help(declared.span, "main", message, help);
        }
    }

    pub(super) fn function_definition(
        &mut self,
        node: &Node<ast::FunctionDefinition>,
    ) -> Checked<()> {
        let definition = &node.node;
        let specifiers = self.specifiers(&definition.specifiers, node.span, false)?;
        let declared = self.declarator(
            specifiers.qty,
            &definition.declarator,
            &specifiers.attributes,
        )?;
        let Some(name) = declared.name.clone() else {
            return Err(self.error(declared.span, "syntax", "expected an identifier"));
        };
        if specifiers.storage == Some(ast::StorageClassSpecifier::Typedef)
            || !self.program.types.is_function(declared.qty.ty)
        {
            let message = format!("`{name}` has a function body, but is not a function");
            return Err(self.error(declared.span, "syntax", message));
        }
        let is_static = specifiers.storage == Some(ast::StorageClassSpecifier::Static);
        if !is_static && self.is_in_library(declared.span) && self.program_defines(&name) {
            return Ok(());
        }
        let was_weak = self.defined_weakly_elsewhere(&name);
        let id = self.declare_function(&name, &declared, &specifiers)?;
        let repeated = !was_weak
            && match self.program.symbol(id).definition {
                Definition::Function(_) | Definition::Broken => {
                    // An external definition may follow an `extern inline` definition of the same function.
                    !self.program.symbol(id).inline
                }
                Definition::None | Definition::Tentative | Definition::Object(..) => false,
            };
        if repeated && self.is_overridden(id, &declared) {
            return Ok(());
        }
        if repeated {
            return Err(self.redefinition(id, &name, declared.span));
        }
        self.check_main(&name, &declared);
        let origin = self.origin(declared.span);
        let names = self.param_names(&definition.declarator.node);
        let symbol = self.program.symbol_mut(id);
        symbol.origin = origin;
        symbol.inline = specifiers.inline;
        symbol.weak = declared.attributes.weak || (symbol.weak && !was_weak);
        symbol.param_names = names;
        let Some(ty) = self.program.types.as_function(declared.qty.ty).cloned() else {
            return Err(self.internal(declared.span, "a function body without a function type"));
        };
        let errors = self.program.error_count();
        let before = self.program.diagnostics.len();
        let parts = FunctionParts {
            declarator: &definition.declarator,
            declarations: &definition.declarations,
            body: &definition.statement,
        };
        let body = self.body(&name, &ty, &parts, &[], node.span);
        let failed = self.program.error_count() > errors;
        self.function = None;
        let (body, old_style) = match body {
            Ok((body, old_style)) if !failed => (Definition::Function(Box::new(body)), old_style),
            _ if self.is_only_unsupported(&name, before) => (Definition::None, None),
            _ => (Definition::Broken, None),
        };
        let symbol = self.program.symbol_mut(id);
        symbol.definition = body;
        symbol.old_style = old_style;
        Ok(())
    }

    /// Returns whether the definition of the function `name` can be ignored, so that the function counts as a function
    /// without a body. Two conditions must hold: functions without a body are permitted, and every error in the
    /// definition is about an unsupported construct. The errors in the definition are those after the first `before`
    /// diagnostics. If the conditions hold, one warning replaces these errors. A verification run is then incomplete
    /// only if a path calls the function.
    fn is_only_unsupported(&mut self, name: &str, before: usize) -> bool {
        let own = &self.program.diagnostics[before..];
        let mut errors = own.iter().filter(|d| d.is_error());
        let is_unsupported = |d: &Diagnostic| d.code == "unsupported";
        if !self.program.allows_missing || !errors.clone().all(is_unsupported) {
            return false;
        }
        let first = errors.next().cloned();
        let mut keep = 0..;
        self.program
            .diagnostics
            .retain(|d| keep.next().is_some_and(|n| n < before) || !d.is_error());
        if let Some(first) = first
            && let Some(at) = first.primary
            && !is_system_file(&at.file)
        {
            let message = format!(
                "the body of `{name}` is ignored, and a run that calls it is incomplete: {}",
                first.message
            );
            let warning = Diagnostic::warning("unsupported", message).at(at);
            self.program.report(warning);
        }
        true
    }

    /// Returns whether the program itself defines the function `name`. The checker calls this method before it checks
    /// a definition with the same name in a library model (symtool's C code for a library function). The program's
    /// function takes precedence: the method declares the program's function under this name for the rest of the
    /// library model.
    fn program_defines(&mut self, name: &str) -> bool {
        let found = self.program.external_named(name);
        let own = found.filter(|&id| {
            matches!(
                self.program.symbol(id).definition,
                Definition::Function(_) | Definition::Broken
            )
        });
        if let Some(id) = own {
            self.scopes.declare_at_file_level(name, Name::Symbol(id));
        }
        own.is_some()
    }

    /// Checks the body of a function. `captures` are the variables of enclosing functions that a nested function may
    /// use. Returns the body and, for an old-style definition, the promoted types of the parameters.
    pub(super) fn body(
        &mut self,
        name: &str,
        ty: &FnTy,
        definition: &FunctionParts<'_>,
        captures: &[Variable],
        span: Span,
    ) -> Checked<(Body, Option<Vec<Ty>>)> {
        let result = ty.result;
        if !self.program.types.is_void(result.ty) && !self.program.types.is_complete(result.ty) {
            let shown = self.type_name(result);
            let message = format!("`{name}` has incomplete return type `{shown}`");
            return Err(self.error(definition.declarator.span, "type", message));
        }
        self.uses.clear();
        self.function = Some(FunctionState {
            name: name.to_owned(),
            result,
            variadic: ty.variadic,
            locals: Vec::new(),
            first_scope: self.scopes.depth(),
            captured: Vec::new(),
            labels: vec![FxHashMap::default()],
            label_names: Vec::new(),
            label_uses: Vec::new(),
            taken_labels: Vec::new(),
            pending: Vec::new(),
            switches: Vec::new(),
            breakable: Vec::new(),
            continuable: Vec::new(),
            cleanups: Cleanups::default(),
            failed: None,
            calls_setjmp: false,
        });
        self.scopes.enter();
        let result = self.params_and_block(definition, captures, span);
        self.scopes.leave();
        self.check_labels();
        self.check_cleanup_gotos();
        let (params, stmts, old_style) = result?;
        let Some(mut state) = self.function.take() else {
            return Err(self.internal(span, "the end of a function body without its start"));
        };
        if let Some(reported) = state.failed {
            return Err(reported);
        }
        for local in state.locals.iter_mut().filter(|_| state.calls_setjmp) {
            local.in_memory = true;
        }
        let mut uses = std::mem::take(&mut self.uses);
        uses.sort_unstable();
        uses.dedup();
        let end = definition.body.span;
        let end = Span::span(end.end.saturating_sub(1), end.end);
        let body = Body {
            locals: state.locals,
            params,
            stmts,
            labels: state.label_names,
            taken_labels: state.taken_labels,
            uses,
            end,
        };
        Ok((body, old_style))
    }

    #[expect(clippy::type_complexity, reason = "used once")]
    fn params_and_block(
        &mut self,
        definition: &FunctionParts<'_>,
        captures: &[Variable],
        span: Span,
    ) -> Checked<(Vec<LocalId>, Vec<Stmt>, Option<Vec<Ty>>)> {
        let mut params = self.capture_params(captures, span)?;
        let (own, old_style) = match function_part(&definition.declarator.node).map(|p| &p.node) {
            Some(DerivedDeclarator::Function(function)) => {
                let params = self.new_style_params(&function.node.parameters)?;
                // `f() {…}` has no parameters, and the arguments of its calls are not checked.
                let open = function.node.parameters.is_empty();
                (params, open.then(Vec::new))
            }
            Some(DerivedDeclarator::KRFunction(names)) => {
                let (params, types) = self.old_style_params(names, definition.declarations)?;
                (params, Some(types))
            }
            _ => {
                let message = "function definition requires a parameter list, not a typedef";
                return Err(self.error(span, "syntax", message));
            }
        };
        params.extend(own);
        let mut stmts = self.take_pending();
        let ast::Statement::Compound(items) = &definition.body.node else {
            return Err(self.error(span, "syntax", "expected a compound statement"));
        };
        stmts.extend(self.block_items(items));
        Ok((params, stmts, old_style))
    }

    fn new_style_params(
        &mut self,
        nodes: &[Node<ast::ParameterDeclaration>],
    ) -> Checked<Vec<LocalId>> {
        let mut params = Vec::new();
        for node in nodes {
            let declared = self.parameter(node)?;
            if self.program.types.is_void(declared.qty.ty) && nodes.len() == 1 {
                break;
            }
            let name = declared.name.clone().unwrap_or_default();
            let local = self.declare_param(&name, declared.qty, declared.span)?;
            params.push(local);
        }
        Ok(params)
    }

    fn declare_param(&mut self, name: &str, qty: QTy, span: Span) -> Checked<LocalId> {
        if !self.program.types.is_complete(qty.ty) {
            let shown = self.type_name(qty);
            let message = format!("parameter `{name}` has incomplete type `{shown}`");
            return Err(self.error(span, "type", message));
        }
        self.refuse_variable_copy(qty.ty, span)?;
        let local = self.new_local(span, name, qty)?;
        if !name.is_empty() {
            if self.scopes.find_here(name).is_some() {
                let message = format!("redefinition of parameter `{name}`");
                return Err(self.error(span, "redefinition", message));
            }
            self.scopes.declare(name, Name::Local(local));
        }
        Ok(local)
    }

    /// Checks the parameters of an old-style definition. Returns the parameters, and the types in which their
    /// arguments are passed: the declared types after the default argument promotions.
    fn old_style_params(
        &mut self,
        names: &[Node<ast::Identifier>],
        declarations: &[Node<ast::Declaration>],
    ) -> Checked<(Vec<LocalId>, Vec<Ty>)> {
        let mut types: Vec<Option<QTy>> = vec![None; names.len()];
        for declaration in declarations {
            let specifiers =
                self.specifiers(&declaration.node.specifiers, declaration.span, false)?;
            for declarator in &declaration.node.declarators {
                let declared = self.declarator(
                    specifiers.qty,
                    &declarator.node.declarator,
                    &specifiers.attributes,
                )?;
                let qty = self.program.types.adjust_param(declared.qty);
                let name = declared.name.unwrap_or_default();
                match names.iter().position(|n| n.node.name == name) {
                    Some(index) => types[index] = Some(qty),
                    None => {
                        let message =
                            format!("declaration for parameter `{name}` but no such parameter");
                        return Err(self.error(declared.span, "type", message));
                    }
                }
            }
        }
        let mut params = Vec::new();
        let mut passed = Vec::new();
        for (name, qty) in names.iter().zip(types) {
            let int = self.int_ty();
            let qty = qty.unwrap_or(int.into());
            params.push(self.declare_param(&name.node.name, qty, name.span)?);
            passed.push(self.passed_as(qty.ty));
        }
        Ok((params, passed))
    }

    /// Returns the type to which the default argument promotions convert an argument of type `ty`.
    fn passed_as(&mut self, ty: Ty) -> Ty {
        let types = &mut self.program.types;
        if matches!(types.kind(ty), crate::ctypes::Kind::Float) {
            types.double()
        } else if types.is_integer(ty) {
            self.promoted_type(ty)
        } else {
            ty
        }
    }

    /// Returns the names of a function's parameters. The type of the function does not contain them.
    pub(super) fn param_names(&self, declarator: &ast::Declarator) -> Vec<String> {
        let name_of = |d: Option<&Node<ast::Declarator>>| {
            d.and_then(|d| declared_name(&d.node))
                .unwrap_or("")
                .to_owned()
        };
        match function_part(declarator).map(|part| &part.node) {
            Some(DerivedDeclarator::Function(function)) => function
                .node
                .parameters
                .iter()
                .map(|p| name_of(p.node.declarator.as_ref()))
                .collect(),
            Some(DerivedDeclarator::KRFunction(names)) => {
                names.iter().map(|n| n.node.name.clone()).collect()
            }
            _ => Vec::new(),
        }
    }
}

//! Checks declarations of functions and types, at file and block scope. The module `object` checks declarations
//! of objects.
use super::Checker;
use super::specifiers::Specifiers;
use super::types::Declared;
use crate::ctypes::{QTy, Ty};
use crate::diagnostic::Diagnostic;
use crate::program::{Checked, Definition, Origin, Reported, Symbol};
use crate::scope::Name;
use crate::typed::{Stmt, SymbolId};
use lang_c::ast::{self, ExternalDeclaration, StorageClassSpecifier};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn external(&mut self, item: &Node<ExternalDeclaration>) {
        self.uses.clear();
        match &item.node {
            ExternalDeclaration::Declaration(declaration) => {
                let _ = self.declaration(declaration, &mut Vec::new());
            }
            ExternalDeclaration::StaticAssert(assertion) => {
                let _ = self.static_assert(assertion);
            }
            ExternalDeclaration::FunctionDefinition(function) => {
                if let Err(reported) = self.function_definition(function) {
                    self.declare_broken_if_new(&function.node.declarator, reported);
                }
            }
        }
    }

    /// Checks a declaration. Appends the statements that the declaration executes, such as initializations, to `out`.
    pub(super) fn declaration(
        &mut self,
        node: &Node<ast::Declaration>,
        out: &mut Vec<Stmt>,
    ) -> Checked<()> {
        let declarators = &node.node.declarators;
        let specifiers =
            match self.specifiers(&node.node.specifiers, node.span, declarators.is_empty()) {
                Ok(specifiers) => specifiers,
                Err(reported) => {
                    for declarator in declarators {
                        self.declare_broken(&declarator.node.declarator, reported);
                    }
                    return Err(reported);
                }
            };
        out.extend(self.take_pending());
        let mut result = Ok(());
        for declarator in declarators {
            let one = self.init_declarator(&specifiers, declarator, out);
            if let Err(reported) = one {
                self.declare_broken_if_new(&declarator.node.declarator, reported);
                result = one;
            }
        }
        result
    }

    /// Declares the name of a declaration that has an error, so that uses of the name are not reported as
    /// undeclared.
    pub(super) fn declare_broken(
        &mut self,
        declarator: &Node<ast::Declarator>,
        reported: Reported,
    ) {
        if let Some(name) = declared_name(&declarator.node) {
            self.scopes.declare(name, Name::Broken(reported));
        }
    }

    fn declare_broken_if_new(&mut self, declarator: &Node<ast::Declarator>, reported: Reported) {
        if let Some(name) = declared_name(&declarator.node)
            && self.scopes.find_here(name).is_none()
        {
            self.scopes.declare(name, Name::Broken(reported));
        }
    }

    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        node: &Node<ast::InitDeclarator>,
        out: &mut Vec<Stmt>,
    ) -> Checked<()> {
        let mut declared = self.declarator(
            specifiers.qty,
            &node.node.declarator,
            &specifiers.attributes,
        )?;
        out.extend(self.take_pending());
        let Some(name) = declared.name.clone() else {
            return Err(self.error(declared.span, "syntax", "expected an identifier"));
        };
        self.refuse_redeclaration(&name, &declared, specifiers)?;
        let initializer = node.node.initializer.as_ref();
        if specifiers.auto_type {
            let expr = self.auto_initializer(initializer, declared.span)?;
            let is_local = !self.scopes.at_file_level() && specifiers.storage.is_none();
            if is_local {
                let value = self.value(expr)?;
                declared.qty = QTy::from(value.ty()).with(specifiers.qty.quals);
                return self.declare_auto_local(&name, &declared, value, out);
            }
            declared.qty = self.unevaluated(|c| c.value(expr))?.ty().into();
        }
        if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
            self.guard_lengths(declared.qty, declared.span);
            return self.typedef(&name, &declared);
        }
        if self.program.types.is_function(declared.qty.ty) {
            if !self.scopes.at_file_level() {
                let body = Self::nested_body(&node.node);
                if let Some(body) = body {
                    return self.define_nested(&name, declared.qty, &node.node.declarator, body);
                }
                if specifiers.storage == Some(StorageClassSpecifier::Auto) {
                    self.declare_nested(&name, declared.qty.ty);
                    return Ok(());
                }
            }
            if initializer.is_some() {
                let message = format!("function `{name}` is initialized like a variable");
                return Err(self.error(declared.span, "type", message));
            }
            self.declare_function(&name, &declared, specifiers)?;
            let names = self.param_names(&node.node.declarator.node);
            if let Some(Name::Symbol(id)) = self.scopes.find(&name) {
                let id = *id;
                self.program.symbol_mut(id).param_names = names;
            }
            return Ok(());
        }
        let is_extern = specifiers.storage == Some(StorageClassSpecifier::Extern);
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
        if self.scopes.at_file_level() || is_extern {
            self.declare_object(&name, declared, is_static, is_extern, initializer)
        } else if is_static {
            self.declare_static_local(&name, declared, initializer)
        } else {
            self.declare_local(&name, declared, initializer, out)
        }
    }

    /// Reports a second declaration of a name in one scope. Two declarations of the same typedef are permitted, and
    /// so are two declarations of the same function or object with linkage (C11 6.7p3).
    fn refuse_redeclaration(
        &mut self,
        name: &str,
        declared: &Declared,
        specifiers: &Specifiers,
    ) -> Checked<()> {
        use StorageClassSpecifier::{Extern, Typedef};
        let is_typedef = specifiers.storage == Some(Typedef);
        let at_file_level = self.scopes.at_file_level();
        let has_linkage = !is_typedef
            && (at_file_level
                || specifiers.storage == Some(Extern)
                || self.program.types.is_function(declared.qty.ty));
        let problem = match self.scopes.find_here(name) {
            None | Some(Name::Broken(_)) => return Ok(()),
            Some(Name::Typedef(_)) if is_typedef => return Ok(()),
            Some(&Name::Nested(id)) if !is_typedef && self.is_undefined_nested(id) => return Ok(()),
            Some(Name::Symbol(id)) if has_linkage => {
                let linked = at_file_level
                    || self.program.symbol(*id).external
                    || matches!(self.scopes.find_at_file_level(name), Some(Name::Symbol(known)) if known == id);
                if linked {
                    return Ok(());
                }
                format!("redeclaration of `{name}`, which has no linkage")
            }
            Some(Name::Local(_) | Name::Parameter(_) | Name::Nested(_)) if !is_typedef => {
                format!("redeclaration of `{name}`")
            }
            Some(Name::Symbol(_)) if !is_typedef => format!("redeclaration of `{name}`"),
            Some(
                Name::Local(_)
                | Name::Nested(_)
                | Name::Parameter(_)
                | Name::Symbol(_)
                | Name::Typedef(_)
                | Name::Constant(..),
            ) => {
                format!("`{name}` redeclared as a different kind of symbol")
            }
        };
        let help = "to assign a new value, leave out the type; otherwise choose another name";
        Err(self.error_with_help(declared.span, "redefinition", problem, help))
    }

    /// Returns the expression that determines the type of an `__auto_type` variable.
    fn auto_initializer<'a>(
        &mut self,
        initializer: Option<&'a Node<ast::Initializer>>,
        span: Span,
    ) -> Checked<&'a Node<ast::Expression>> {
        match initializer.map(|i| &i.node) {
            Some(ast::Initializer::Expression(expr)) => Ok(expr),
            _ => Err(self.error(span, "type", "`__auto_type` requires an initializer")),
        }
    }

    fn typedef(&mut self, name: &str, declared: &Declared) -> Checked<()> {
        if name.starts_with("__symtool_")
            && matches!(
                name,
                "__symtool_int128" | "__symtool_uint128" | "__symtool_auto"
            )
        {
            return Ok(()); // a typedef for the parser only; the module `specifiers` defines its type
        }
        if let Some(Name::Typedef(old)) = self.scopes.find_here(name) {
            let old = *old;
            if !self.program.types.compatible(old.ty, declared.qty.ty) {
                let (a, b) = (self.type_name(declared.qty), self.type_name(old));
                let message =
                    format!("conflicting types for typedef `{name}`: `{a}`, previously `{b}`");
                return Err(self.error(declared.span, "redefinition", message));
            }
            return Ok(());
        }
        let qty = declared.attributes.own_align.applied_to(declared.qty);
        if declared.attributes.transparent_union {
            self.make_transparent(qty.ty);
        }
        self.scopes.declare(name, Name::Typedef(qty));
        Ok(())
    }

    // ---- Symbols.

    /// Declares a function and returns its symbol.
    pub(super) fn declare_function(
        &mut self,
        name: &str,
        declared: &Declared,
        specifiers: &Specifiers,
    ) -> Checked<SymbolId> {
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
        let id = self.symbol_for(name, declared, is_static)?;
        self.note_lifetime(id, declared)?;
        let symbol = self.program.symbol_mut(id);
        symbol.inline |= specifiers.inline;
        symbol.noreturn |= declared.attributes.noreturn;
        if let Some(alias) = &declared.attributes.alias {
            symbol.alias = Some(alias.clone());
        }
        let is_defined = !matches!(symbol.definition, Definition::None);
        if let (Some(resolver), false) = (&declared.attributes.ifunc, is_defined) {
            self.define_ifunc(id, resolver, declared.span)?;
        }
        Ok(id)
    }

    /// Returns the symbol to which a declaration with linkage refers. The symbol gets the composite type of all
    /// declarations.
    pub(super) fn symbol_for(
        &mut self,
        name: &str,
        declared: &Declared,
        is_static: bool,
    ) -> Checked<SymbolId> {
        let in_unit = match self.scopes.find_at_file_level(name) {
            Some(Name::Symbol(id)) => {
                let id = *id;
                self.same_linkage(id, name, declared)?
            }
            Some(Name::Typedef(_) | Name::Constant(..)) if self.scopes.at_file_level() => {
                let message = format!("`{name}` redeclared as a different kind of symbol");
                return Err(self.error(declared.span, "redefinition", message));
            }
            _ => None,
        };
        let linker_name = match is_static {
            true => name,
            false => self.linker_name(name, declared),
        };
        let known = match in_unit {
            Some(id) => Some(id),
            None if is_static => self.statics.get(name).copied(),
            None => self.program.external_named(linker_name),
        };
        let id = match known {
            Some(id) => {
                self.merge_declaration(id, name, declared)?;
                id
            }
            None => {
                let origin = self.origin(declared.span);
                let mut symbol = new_symbol(linker_name, declared.qty.ty, origin, false);
                symbol.qty = declared.qty;
                symbol.external = !is_static;
                symbol.align = declared.attributes.of_object();
                let id = self.program.add_symbol(symbol);
                if is_static {
                    self.statics.insert(name.to_owned(), id);
                }
                id
            }
        };
        if known.is_none() {
            self.declared_types.insert(id, declared.qty);
        }
        self.program.symbol_mut(id).weak |= declared.attributes.weak;
        if in_unit.is_none() {
            self.scopes.declare_at_file_level(name, Name::Symbol(id));
        }
        if !self.scopes.at_file_level() {
            self.scopes.declare(name, Name::Symbol(id));
        }
        Ok(id)
    }

    /// Returns whether a source location is in a library model, that is, in symtool's C code for a library function.
    /// The file names of library models begin with `<`.
    pub(super) fn is_in_library(&self, span: Span) -> bool {
        self.show(span).file.starts_with('<')
    }

    fn merge_declaration(&mut self, id: SymbolId, name: &str, declared: &Declared) -> Checked<()> {
        let symbol = self.program.symbol(id);
        let (old, implicit, origin) = (symbol.qty, symbol.implicit, symbol.origin.clone());
        let new = declared.qty;
        let types = &self.program.types;
        if !types.compatible(old.ty, new.ty) {
            if self.has_second_name(id, name, declared)
                || self.differs_across_files(id, name, declared)
            {
                return Ok(());
            }
            let types = &self.program.types;
            let symbol = self.program.symbol(id);
            let in_library = self.is_in_library(declared.span);
            if in_library && matches!(symbol.definition, Definition::Function(_)) {
                // The program defines a function with the name of a library function. The program's definition
                // replaces the library model.
                return Ok(());
            }
            if types.is_function(old.ty) && types.is_function(new.ty) && (implicit || in_library) {
                // Either an explicit declaration follows an implicit one, or the type of a library model differs
                // slightly from the program's declaration. The symbol gets the new type, and lowering adapts direct
                // calls to the type of the definition.
                let symbol = self.program.symbol_mut(id);
                (symbol.qty, symbol.ty, symbol.implicit) = (new, new.ty, false);
                return Ok(());
            }
            let (a, b) = (self.type_name(new), self.type_name(old));
            if in_library && let Some(user) = origin.shown {
                let message =
                    format!("`{name}` is declared as `{b}`, but the library declares it as `{a}`");
                let diagnostic = Diagnostic::error("redefinition", message).at(user);
                return Err(self.program.report_error(diagnostic));
            }
            let message = format!("conflicting types for `{name}`: `{a}`, previously `{b}`");
            let mut diagnostic =
                Diagnostic::error("redefinition", message).at(self.show(declared.span));
            if let Some(shown) = origin.shown {
                diagnostic = diagnostic.also(shown, "previous declaration is here");
            }
            return Err(self.program.report_error(diagnostic));
        }
        let ty = self.program.types.composite(old.ty, new.ty);
        let in_unit = match self.declared_types.get(&id) {
            Some(&earlier) => QTy {
                ty: self.program.types.composite(earlier.ty, new.ty),
                quals: earlier.quals.union(new.quals),
                align: earlier.align.max(new.align),
            },
            None => new,
        };
        self.declared_types.insert(id, in_unit);
        let symbol = self.program.symbol_mut(id);
        symbol.ty = ty;
        symbol.qty = QTy {
            ty,
            quals: old.quals.union(new.quals),
            align: old.align.max(new.align),
        };
        symbol.implicit = false;
        symbol.align = symbol.align.max(declared.attributes.of_object());
        Ok(())
    }

    /// Accepts a declaration of the function `id` whose type conflicts with the declaration in another file, and returns
    /// true, if functions without a body are permitted (`allows_missing`), as in a program that a linker has accepted.
    /// Each file then keeps its own type of the function, and lowering adapts direct calls to the definition. Returns
    /// false, and changes nothing, if the conflict is not accepted, as when the declarations within this file conflict.
    fn differs_across_files(&mut self, id: SymbolId, name: &str, declared: &Declared) -> bool {
        let new = declared.qty;
        let types = &self.program.types;
        let symbol = self.program.symbol(id);
        let own = self.declared_types.get(&id);
        if !self.program.allows_missing
            || self.is_in_library(declared.span)
            || symbol.implicit
            || !types.is_function(symbol.ty)
            || !types.is_function(new.ty)
            || own.is_some_and(|own| !types.compatible(own.ty, new.ty))
        {
            return false;
        }
        let is_defined = !matches!(symbol.definition, Definition::None);
        let (a, b) = (self.type_name(new), self.type_name(symbol.ty));
        self.declared_types.insert(id, new);
        if !is_defined {
            let symbol = self.program.symbol_mut(id);
            (symbol.qty, symbol.ty) = (new, new.ty);
        }
        let message = format!("the type of `{name}` is `{a}`, and `{b}` in another file");
        self.warn(declared.span, "redefinition", message);
        true
    }

    pub(super) fn redefinition(&mut self, id: SymbolId, name: &str, span: Span) -> Reported {
        let first = self.program.symbol(id).origin.shown.clone();
        let mut diagnostic = Diagnostic::error("redefinition", format!("redefinition of `{name}`"))
            .at(self.show(span));
        if let Some(first) = first {
            diagnostic = diagnostic.also(first, "previous definition is here");
        }
        self.program.report_error(diagnostic)
    }
}

/// Returns a symbol with the given name, type and origin. All properties without a parameter have their defaults.
pub(super) fn new_symbol(name: &str, ty: Ty, origin: Origin, implicit: bool) -> Symbol {
    Symbol {
        name: name.to_owned(),
        external: true,
        ty,
        qty: ty.into(),
        align: None,
        origin,
        definition: Definition::None,
        inline: false,
        old_style: None,
        implicit,
        first_use: None,
        alias: None,
        weak: false,
        noreturn: false,
        constructor: None,
        destructor: None,
        param_names: Vec::new(),
    }
}

/// Returns the name that a declarator declares; `None` for a declarator without a name, such as `*` in `int *`.
pub(super) fn declared_name(declarator: &ast::Declarator) -> Option<&str> {
    match &declarator.kind.node {
        ast::DeclaratorKind::Abstract => None,
        ast::DeclaratorKind::Identifier(id) => Some(&id.node.name),
        ast::DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
    }
}

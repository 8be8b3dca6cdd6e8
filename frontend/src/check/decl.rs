//! Declarations of functions, objects and types, at file scope and in blocks.
use super::Checker;
use super::specifiers::Specifiers;
use super::types::Declared;
use crate::ctypes::{QTy, Ty};
use crate::diagnostic::Diagnostic;
use crate::program::{Checked, Definition, Origin, Reported, Symbol};
use crate::scope::Name;
use crate::typed::{Init, LocalId, Stmt, StmtKind, SymbolId};
use lang_c::ast::{self, ExternalDeclaration, StorageClassSpecifier};
use lang_c::span::{Node, Span};
use symtool_ir::layout::MAX_OBJECT_SIZE;

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
                let _ = self.function_definition(function);
            }
        }
    }

    /// Checks a declaration; what it does at run time goes into `out`.
    pub(super) fn declaration(
        &mut self,
        node: &Node<ast::Declaration>,
        out: &mut Vec<Stmt>,
    ) -> Checked<()> {
        let declarators = &node.node.declarators;
        let specifiers =
            match self.specifiers(&node.node.specifiers, node.span, declarators.is_empty()) {
                Ok(specifiers) => specifiers,
                Err(Reported) => {
                    for declarator in declarators {
                        self.declare_broken(&declarator.node.declarator);
                    }
                    return Err(Reported);
                }
            };
        out.extend(self.take_pending());
        let mut result = Ok(());
        for declarator in declarators {
            let one = self.init_declarator(&specifiers, declarator, out);
            if one.is_err() {
                self.declare_broken_if_new(&declarator.node.declarator);
                result = one;
            }
        }
        result
    }

    /// After an error the name exists, so that its uses are not reported too.
    pub(super) fn declare_broken(&mut self, declarator: &Node<ast::Declarator>) {
        if let Some(name) = declared_name(&declarator.node) {
            self.scopes.declare(name, Name::Broken);
        }
    }

    fn declare_broken_if_new(&mut self, declarator: &Node<ast::Declarator>) {
        if let Some(name) = declared_name(&declarator.node)
            && self.scopes.find_here(name).is_none()
        {
            self.scopes.declare(name, Name::Broken);
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
            return Err(self.error(declared.span, "syntax", "a name is missing here"));
        };
        let initializer = node.node.initializer.as_ref();
        if specifiers.auto_type {
            declared.qty = self.auto_type(initializer, declared.span)?;
        }
        if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
            return self.typedef(&name, &declared);
        }
        if self.program.types.is_function(declared.qty.ty) {
            if initializer.is_some() {
                let message = "a function cannot be initialised like a variable";
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

    fn auto_type(
        &mut self,
        initializer: Option<&Node<ast::Initializer>>,
        span: Span,
    ) -> Checked<QTy> {
        match initializer.map(|i| &i.node) {
            Some(ast::Initializer::Expression(expr)) => {
                let value = self.unevaluated(|c| c.value(expr))?;
                Ok(value.ty().into())
            }
            _ => Err(self.error(span, "type", "`__auto_type` needs an initialiser")),
        }
    }

    fn typedef(&mut self, name: &str, declared: &Declared) -> Checked<()> {
        if name.starts_with("__symtool_")
            && matches!(
                name,
                "__symtool_int128" | "__symtool_uint128" | "__symtool_auto"
            )
        {
            return Ok(()); // stand-ins for the parser
        }
        if let Some(Name::Typedef(old)) = self.scopes.find_here(name) {
            let old = *old;
            if !self.program.types.compatible(old.ty, declared.qty.ty) {
                let (a, b) = (self.type_name(declared.qty), self.type_name(old));
                let message = format!("the type `{name}` is `{a}` here but was `{b}` before");
                return Err(self.error(declared.span, "redefinition", message));
            }
            return Ok(());
        }
        self.scopes.declare(name, Name::Typedef(declared.qty));
        Ok(())
    }

    // ---- symbols

    /// Declares a function; gives its symbol.
    pub(super) fn declare_function(
        &mut self,
        name: &str,
        declared: &Declared,
        specifiers: &Specifiers,
    ) -> Checked<SymbolId> {
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
        let id = self.symbol_for(name, declared, is_static)?;
        let symbol = self.program.symbol_mut(id);
        symbol.inline |= specifiers.inline;
        if let Some(alias) = &declared.attributes.alias {
            symbol.alias = Some(alias.clone());
        }
        Ok(id)
    }

    /// The symbol that a declaration with linkage means; its type becomes the composite type.
    fn symbol_for(
        &mut self,
        name: &str,
        declared: &Declared,
        is_static: bool,
    ) -> Checked<SymbolId> {
        let in_unit = match self.scopes.find_at_file_level(name) {
            Some(Name::Symbol(id)) => Some(*id),
            Some(Name::Typedef(_) | Name::Constant(..)) if self.scopes.at_file_level() => {
                let message = format!("`{name}` is declared as something else before");
                return Err(self.error(declared.span, "redefinition", message));
            }
            _ => None,
        };
        let known = match in_unit {
            Some(id) => Some(id),
            None if is_static => self.statics.get(name).copied(),
            None => self.program.external_named(name),
        };
        let id = match known {
            Some(id) => {
                self.merge_declaration(id, name, declared)?;
                id
            }
            None => {
                let origin = self.origin(declared.span);
                let mut symbol = new_symbol(name, declared.qty.ty, origin, false);
                symbol.qty = declared.qty;
                symbol.external = !is_static;
                symbol.align = declared.attributes.align.unwrap_or(1);
                let id = self.program.add_symbol(symbol);
                if is_static {
                    self.statics.insert(name.to_owned(), id);
                }
                id
            }
        };
        if in_unit.is_none() {
            self.scopes.declare_at_file_level(name, Name::Symbol(id));
        }
        if !self.scopes.at_file_level() {
            self.scopes.declare(name, Name::Symbol(id));
        }
        Ok(id)
    }

    /// Is this a place in a library model?
    pub(super) fn is_in_library(&self, span: Span) -> bool {
        self.show(span).file.starts_with('<')
    }

    fn merge_declaration(&mut self, id: SymbolId, name: &str, declared: &Declared) -> Checked<()> {
        let symbol = self.program.symbol(id);
        let (old, implicit, origin) = (symbol.qty, symbol.implicit, symbol.origin.clone());
        let new = declared.qty;
        let types = &self.program.types;
        if !types.compatible(old.ty, new.ty) {
            let in_library = self.is_in_library(declared.span);
            if in_library && matches!(symbol.definition, Definition::Function(_)) {
                // The program's own function with a library function's name.
                return Ok(());
            }
            if types.is_function(old.ty) && types.is_function(new.ty) && (implicit || in_library) {
                // The real declaration comes after a call without one, or a model's type is not quite what the
                // program wrote: believe it. Direct calls adapt.
                let symbol = self.program.symbol_mut(id);
                (symbol.qty, symbol.ty, symbol.implicit) = (new, new.ty, false);
                return Ok(());
            }
            let (a, b) = (self.type_name(new), self.type_name(old));
            let message = format!("`{name}` has the type `{a}` here but `{b}` before");
            let mut diagnostic =
                Diagnostic::error("redefinition", message).at(self.show(declared.span));
            if let Some(shown) = origin.shown {
                diagnostic = diagnostic.also(shown, "declared here before");
            }
            self.program.report(diagnostic);
            return Err(Reported);
        }
        let ty = self.program.types.composite(old.ty, new.ty);
        let symbol = self.program.symbol_mut(id);
        symbol.ty = ty;
        symbol.qty = QTy {
            ty,
            quals: old.quals.union(new.quals),
        };
        symbol.implicit = false;
        symbol.align = symbol.align.max(declared.attributes.align.unwrap_or(1));
        Ok(())
    }

    fn declare_object(
        &mut self,
        name: &str,
        declared: Declared,
        is_static: bool,
        is_extern: bool,
        initializer: Option<&Node<ast::Initializer>>,
    ) -> Checked<()> {
        if self.program.types.is_void(declared.qty.ty) {
            let message = format!("the variable `{name}` cannot have the type `void`");
            return Err(self.error(declared.span, "type", message));
        }
        let id = self.symbol_for(name, &declared, is_static)?;
        if let Some(alias) = &declared.attributes.alias {
            self.program.symbol_mut(id).alias = Some(alias.clone());
        }
        let Some(initializer) = initializer else {
            let symbol = self.program.symbol_mut(id);
            if !is_extern && matches!(symbol.definition, Definition::None) {
                symbol.definition = Definition::Tentative;
            }
            return Ok(());
        };
        if let Definition::Object(..) = self.program.symbol(id).definition {
            return Err(self.defined_twice(id, name, declared.span));
        }
        let uses = std::mem::take(&mut self.uses);
        let result = self.static_init(id, declared.qty, initializer, declared.span);
        let mine = std::mem::replace(&mut self.uses, uses);
        let origin = self.origin(declared.span);
        let symbol = self.program.symbol_mut(id);
        symbol.origin = origin;
        match result {
            Ok(init) => {
                symbol.definition = Definition::Object(Box::new(init), mine);
                Ok(())
            }
            Err(Reported) => {
                symbol.definition = Definition::Broken;
                Err(Reported)
            }
        }
    }

    pub(super) fn defined_twice(&mut self, id: SymbolId, name: &str, span: Span) -> Reported {
        let first = self.program.symbol(id).origin.shown.clone();
        let mut diagnostic =
            Diagnostic::error("redefinition", format!("`{name}` is defined twice"))
                .at(self.show(span));
        if let Some(first) = first {
            diagnostic = diagnostic.also(first, "defined here before");
        }
        self.program.report(diagnostic);
        Reported
    }

    /// The initialiser of an object with static storage; an array gets its length from it.
    fn static_init(
        &mut self,
        id: SymbolId,
        mut qty: QTy,
        initializer: &Node<ast::Initializer>,
        span: Span,
    ) -> Checked<Init> {
        let init = self.initializer(&mut qty, initializer, span)?;
        let init = self.constant_init(init)?;
        let ty = self
            .program
            .types
            .composite(self.program.symbol(id).ty, qty.ty);
        let symbol = self.program.symbol_mut(id);
        symbol.ty = ty;
        symbol.qty.ty = ty;
        Ok(init)
    }

    /// Every piece must be constant. A compound literal's contents are copied.
    fn constant_init(&mut self, init: Init) -> Checked<Init> {
        let mut items = Vec::with_capacity(init.items.len());
        let mut result = Ok(());
        for mut item in init.items {
            if self.program.types.is_array(item.value.ty()) {
                items.push(item);
                continue;
            }
            if self.is_constant_complex(&item.value) {
                items.push(item);
                continue;
            }
            if self.program.types.as_record(item.value.ty()).is_some() {
                match self.literal_items(&item) {
                    Some(more) => items.extend(more),
                    None => result = Err(self.not_constant(item.value.span)),
                }
                continue;
            }
            match self.program.constant(&item.value) {
                None => result = Err(self.not_constant(item.value.span)),
                Some(crate::consteval::Const::Bits(bits))
                    if self.program.types.is_integer(item.value.ty()) =>
                {
                    // Keeps large tables small.
                    item.value.kind = crate::typed::ExprKind::Int(bits.unsigned());
                    items.push(item);
                }
                Some(_) => items.push(item),
            }
        }
        result?;
        Ok(Init { items, ..init })
    }

    fn not_constant(&mut self, span: Span) -> Reported {
        self.error(
            span,
            "constant",
            "the initial value of a static variable must be constant",
        )
    }

    /// The items of a file-scope compound literal that is read here.
    fn literal_items(&self, item: &crate::typed::InitItem) -> Option<Vec<crate::typed::InitItem>> {
        use crate::typed::ExprKind;
        let ExprKind::Load(place) = &item.value.kind else {
            return None;
        };
        let init = match &place.kind {
            ExprKind::Symbol(id) => match &self.program.symbol(*id).definition {
                Definition::Object(init, _) => init,
                _ => return None,
            },
            ExprKind::Compound(_, init) => init,
            _ => return None,
        };
        let moved = init.items.iter().cloned().map(|mut piece| {
            piece.offset += item.offset;
            if let Some(bits) = &mut piece.bits {
                bits.holder_offset += item.offset;
            }
            piece
        });
        Some(moved.collect())
    }

    fn declare_static_local(
        &mut self,
        name: &str,
        declared: Declared,
        initializer: Option<&Node<ast::Initializer>>,
    ) -> Checked<()> {
        let function = self.function.as_ref().map_or("", |f| &f.name);
        let full = format!("{function}.{name}");
        let origin = self.origin(declared.span);
        let mut symbol = new_symbol(&full, declared.qty.ty, origin, false);
        symbol.external = false;
        symbol.qty = declared.qty;
        symbol.align = declared.attributes.align.unwrap_or(1);
        symbol.definition = Definition::Tentative;
        let id = self.program.add_symbol(symbol);
        self.scopes.declare(name, Name::Symbol(id));
        if let Some(initializer) = initializer {
            let uses = std::mem::take(&mut self.uses);
            let result = self.static_init(id, declared.qty, initializer, declared.span);
            let mine = std::mem::replace(&mut self.uses, uses);
            let init = result?;
            self.program.symbol_mut(id).definition = Definition::Object(Box::new(init), mine);
        }
        self.require_complete(self.program.symbol(id).ty, name, declared.span)
    }

    /// A nameless object with static storage (a compound literal at file scope).
    pub(super) fn anonymous_object(&mut self, qty: QTy, init: Init, span: Span) -> SymbolId {
        let origin = self.origin(span);
        let mut symbol = new_symbol(".literal", qty.ty, origin, false);
        symbol.external = false;
        symbol.qty = qty;
        symbol.definition = Definition::Object(Box::new(init), self.uses.clone());
        let id = self.program.add_symbol(symbol);
        self.uses.push(id);
        id
    }

    // ---- locals

    fn require_complete(&mut self, ty: Ty, name: &str, span: Span) -> Checked<()> {
        if self
            .program
            .types
            .size(ty)
            .is_some_and(|size| size > MAX_OBJECT_SIZE)
        {
            let message = format!("the variable `{name}` is too large");
            return Err(self.error(span, "type", message));
        }
        if self.program.types.is_complete(ty) {
            return Ok(());
        }
        let shown = self.type_name(ty);
        let message = format!("the variable `{name}` has the incomplete type `{shown}`");
        Err(self.incomplete_because(ty, span, message))
    }

    fn declare_local(
        &mut self,
        name: &str,
        declared: Declared,
        initializer: Option<&Node<ast::Initializer>>,
        out: &mut Vec<Stmt>,
    ) -> Checked<()> {
        if let Some(Name::Local(_) | Name::Constant(..) | Name::Typedef(_)) =
            self.scopes.find_here(name)
        {
            let message = format!("`{name}` is declared twice in this block");
            return Err(self.error(declared.span, "redefinition", message));
        }
        if initializer.is_none() {
            self.require_complete(declared.qty.ty, name, declared.span)?;
        }
        let mut qty = declared.qty;
        let local = self.new_local(declared.span, name, qty)?;
        if let (Some(align), Some(state)) = (declared.attributes.align, &mut self.function) {
            state.locals[local.0 as usize].align = align;
        }
        self.scopes.declare(name, Name::Local(local));
        if self.program.types.is_vla(qty.ty) {
            if initializer.is_some() {
                let message = "an array of variable length cannot have an initialiser";
                return Err(self.error(declared.span, "type", message));
            }
            let size = self.step(qty.ty, declared.span)?;
            out.push(Stmt {
                kind: StmtKind::DeclareVla(local, size),
                span: declared.span,
            });
            return Ok(());
        }
        let init = match initializer {
            None => None,
            Some(initializer) => {
                let init = self.initializer(&mut qty, initializer, declared.span)?;
                self.set_local_type(local, qty);
                self.require_complete(qty.ty, name, declared.span)?;
                Some(init)
            }
        };
        out.extend(self.take_pending());
        out.push(Stmt {
            kind: StmtKind::Declare(local, init),
            span: declared.span,
        });
        Ok(())
    }

    fn set_local_type(&mut self, local: LocalId, qty: QTy) {
        if let Some(state) = &mut self.function {
            state.locals[local.0 as usize].qty = qty;
        }
    }
}

/// A symbol with nothing known but its type.
pub(super) fn new_symbol(name: &str, ty: Ty, origin: Origin, implicit: bool) -> Symbol {
    Symbol {
        name: name.to_owned(),
        external: true,
        ty,
        qty: ty.into(),
        align: 1,
        origin,
        definition: Definition::None,
        inline: false,
        old_style: None,
        implicit,
        first_use: None,
        alias: None,
        param_names: Vec::new(),
    }
}

/// The name that a declarator declares.
pub(super) fn declared_name(declarator: &ast::Declarator) -> Option<&str> {
    match &declarator.kind.node {
        ast::DeclaratorKind::Abstract => None,
        ast::DeclaratorKind::Identifier(id) => Some(&id.node.name),
        ast::DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
    }
}

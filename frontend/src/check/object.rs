//! Checks declarations of objects: variables at file and block scope, and the unnamed objects of compound literals.
use super::Checker;
use super::decl::new_symbol;
use super::types::Declared;
use crate::ctypes::{Kind, Len, QTy, Ty};
use crate::init::{MAX_INITIALIZED_SIZE, item_beyond_limit};
use crate::program::{Checked, Definition, Reported};
use crate::scope::Name;
use crate::typed::{Expr, Init, InitItem, LocalId, Stmt, StmtKind, SymbolId};
use lang_c::ast::{self};
use lang_c::span::{Node, Span};
use symtool_ir::layout::MAX_OBJECT_SIZE;

impl Checker<'_> {
    pub(super) fn declare_object(
        &mut self,
        name: &str,
        declared: Declared,
        is_static: bool,
        is_extern: bool,
        initializer: Option<&Node<ast::Initializer>>,
    ) -> Checked<()> {
        if self.program.types.is_void(declared.qty.ty) {
            let message = format!("variable `{name}` declared `void`");
            return Err(self.error(declared.span, "type", message));
        }
        self.require_constant_size(name, &declared)?;
        let was_weak = self.defined_weakly_elsewhere(name);
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
        if let Definition::Object(..) = self.program.symbol(id).definition
            && !was_weak
        {
            if self.is_overridden(id, &declared) {
                return Ok(());
            }
            return Err(self.redefinition(id, name, declared.span));
        }
        let uses = std::mem::take(&mut self.uses);
        let result = self.static_init(id, declared.qty, initializer, declared.span);
        let mine = std::mem::replace(&mut self.uses, uses);
        let origin = self.origin(declared.span);
        let symbol = self.program.symbol_mut(id);
        symbol.origin = origin;
        symbol.weak = declared.attributes.weak || (symbol.weak && !was_weak);
        match result {
            Ok(init) => {
                symbol.definition = Definition::Object(Box::new(init), mine);
                Ok(())
            }
            Err(reported) => {
                symbol.definition = Definition::Broken;
                self.complete_broken(id);
                Err(reported)
            }
        }
    }

    /// Gives the object `id` the length 1 if it is an array of unknown length, so that an error in its initializer
    /// causes no further errors.
    fn complete_broken(&mut self, id: SymbolId) {
        let ty = self.program.symbol(id).ty;
        if let Kind::Array(element, Len::Unknown) = *self.program.types.kind(ty) {
            let ty = self.program.types.array_of(element, Len::Fixed(1));
            if let Some(declared) = self.declared_types.get_mut(&id) {
                declared.ty = ty;
            }
            let symbol = self.program.symbol_mut(id);
            (symbol.ty, symbol.qty.ty) = (ty, ty);
        }
    }

    /// Returns whether another translation unit has a weak definition of `name`. A definition in the current
    /// translation unit overrides the weak definition.
    pub(super) fn defined_weakly_elsewhere(&self, name: &str) -> bool {
        self.linked_as(name).is_some_and(|id| {
            let symbol = self.program.symbol(id);
            symbol.weak && self.is_of_another_unit(id)
        })
    }

    /// Returns whether `declared`, a definition of the symbol `id`, is weak and another translation unit defines the
    /// symbol, too. The weak definition is then ignored.
    pub(super) fn is_overridden(&self, id: SymbolId, declared: &Declared) -> bool {
        declared.attributes.weak && self.is_of_another_unit(id)
    }

    fn is_of_another_unit(&self, id: SymbolId) -> bool {
        let symbol = self.program.symbol(id);
        let defined = matches!(
            symbol.definition,
            Definition::Function(_) | Definition::Object(..)
        );
        defined && symbol.origin.unit != self.unit
    }

    /// Checks the initializer of the object `id`, which has static storage duration. The initializer must be
    /// constant. If the object is an array of unknown length, the initializer determines the length.
    fn static_init(
        &mut self,
        id: SymbolId,
        mut qty: QTy,
        initializer: &Node<ast::Initializer>,
        span: Span,
    ) -> Checked<Init> {
        // An earlier declaration of the symbol may give the length of the array. The members of a record are those of
        // this unit, although another unit may declare a record with the same tag and other members.
        qty.ty = (self.program.types).composite(qty.ty, self.program.symbol(id).ty);
        let init = self.initializer(&mut qty, initializer, span)?;
        let init = self.constant_init(init)?;
        let ty = self
            .program
            .types
            .composite(self.program.symbol(id).ty, qty.ty);
        if let Some(declared) = self.declared_types.get_mut(&id) {
            declared.ty = self.program.types.composite(declared.ty, qty.ty);
        }
        let symbol = self.program.symbol_mut(id);
        symbol.ty = ty;
        symbol.qty.ty = ty;
        Ok(init)
    }

    /// Reports an error unless every item of the initializer `init` is constant. The contents of compound literals
    /// are copied into the initializer.
    pub(super) fn constant_init(&mut self, init: Init) -> Checked<Init> {
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
                    // The expression of the item is replaced by its constant value, which saves memory in large
                    // tables.
                    item.value.kind = crate::typed::ExprKind::Int(bits.unsigned());
                    items.push(item);
                }
                Some(_) => items.push(item),
            }
        }
        result?;
        let init = Init { items, ..init };
        self.check_initialized_size(&init)?;
        Ok(init)
    }

    /// Reports an error if a nonzero item ends beyond [`MAX_INITIALIZED_SIZE`], because symtool stores the contents
    /// of an object up to its last nonzero item.
    fn check_initialized_size(&mut self, init: &Init) -> Checked<()> {
        if let Some(far) = item_beyond_limit(self.program, init) {
            let (span, at) = (far.value.span, far.offset);
            let message = format!(
                "nonzero initial values are supported in the first {MAX_INITIALIZED_SIZE} bytes of an object, but not at offset {at}"
            );
            let help = "assign the value at run time";
            return Err(self.error_with_help(span, "initialiser", message, help));
        }
        Ok(())
    }

    fn not_constant(&mut self, span: Span) -> Reported {
        self.error(
            span,
            "constant",
            "initializer element is not a compile-time constant",
        )
    }

    /// Returns the items of the compound literal's initializer if the value of `item` is a compound literal; otherwise
    /// `None`.
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

    pub(super) fn declare_static_local(
        &mut self,
        name: &str,
        declared: Declared,
        initializer: Option<&Node<ast::Initializer>>,
    ) -> Checked<()> {
        self.require_constant_size(name, &declared)?;
        let function = self.function.as_ref().map_or("", |f| &f.name);
        let full = format!("{function}.{name}");
        let origin = self.origin(declared.span);
        let mut symbol = new_symbol(&full, declared.qty.ty, origin, false);
        symbol.external = false;
        symbol.qty = declared.qty;
        symbol.align = declared.attributes.of_object();
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

    /// Adds an unnamed object with static storage duration, for a compound literal at file scope.
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

    /// Reports an error if an object with static storage duration has a variable size.
    fn require_constant_size(&mut self, name: &str, declared: &Declared) -> Checked<()> {
        if !self.program.types.is_vla(declared.qty.ty) {
            return Ok(());
        }
        let message = format!("size of static variable `{name}` is not constant");
        let help = "declare the variable without `static` or `extern`, or use a constant size";
        Err(self.error_with_help(declared.span, "constant", message, help))
    }

    fn require_complete(&mut self, ty: Ty, name: &str, span: Span) -> Checked<()> {
        if self
            .program
            .types
            .size(ty)
            .is_some_and(|size| size > MAX_OBJECT_SIZE)
        {
            let message = format!("size of variable `{name}` is too large");
            return Err(self.error(span, "type", message));
        }
        if self.program.types.is_complete(ty) {
            return Ok(());
        }
        let shown = self.type_name(ty);
        let message = format!("variable `{name}` has incomplete type `{shown}`");
        Err(self.incomplete_because(ty, span, message))
    }

    pub(super) fn declare_local(
        &mut self,
        name: &str,
        declared: Declared,
        initializer: Option<&Node<ast::Initializer>>,
        out: &mut Vec<Stmt>,
    ) -> Checked<()> {
        if initializer.is_none() {
            self.require_complete(declared.qty.ty, name, declared.span)?;
        }
        let mut qty = declared.qty;
        let local = self.new_local(declared.span, name, qty)?;
        if let Some(state) = &mut self.function {
            state.locals[local.0 as usize].align = declared.attributes.of_object();
        }
        self.scopes.declare(name, Name::Local(local));
        if self.program.types.is_vla(qty.ty) {
            if initializer.is_some() {
                let message = "object of variable size may not be initialized";
                return Err(self.error(declared.span, "type", message));
            }
            let size = self.pointee_size(qty.ty, declared.span)?;
            out.push(Stmt {
                kind: StmtKind::DeclareVla(local, size),
                span: declared.span,
            });
            return self.add_cleanup(local, declared.span, declared.attributes.cleanup.as_ref());
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
        self.add_cleanup(local, declared.span, declared.attributes.cleanup.as_ref())
    }

    /// Declares an `__auto_type` variable with `value`, the checked initializer, which has the variable's type. The
    /// initializer is not checked again, because its type may refer to array lengths that the first check evaluated.
    pub(super) fn declare_auto_local(
        &mut self,
        name: &str,
        declared: &Declared,
        value: Expr,
        out: &mut Vec<Stmt>,
    ) -> Checked<()> {
        self.require_complete(value.ty(), name, declared.span)?;
        self.refuse_variable_copy(value.ty(), declared.span)?;
        let local = self.new_local(declared.span, name, declared.qty)?;
        self.scopes.declare(name, Name::Local(local));
        out.extend(self.take_pending());
        let init = Init {
            size: self.program.types.size(value.ty()).unwrap_or(0),
            items: vec![InitItem {
                offset: 0,
                bits: None,
                value,
            }],
            whole: true,
        };
        out.push(Stmt {
            kind: StmtKind::Declare(local, Some(init)),
            span: declared.span,
        });
        self.add_cleanup(local, declared.span, declared.attributes.cleanup.as_ref())
    }

    pub(super) fn set_local_type(&mut self, local: LocalId, qty: QTy) {
        if let Some(state) = &mut self.function {
            state.locals[local.0 as usize].qty = qty;
        }
    }
}

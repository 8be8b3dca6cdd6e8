//! Checks `constructor` and `destructor` attributes: functions that run before `main` and at program exit.
use super::Checker;
use super::decl::new_symbol;
use super::types::Declared;
use crate::ctypes::{FnTy, IntKind, Ty};
use crate::program::Checked;
use crate::typed::SymbolId;
use lang_c::ast;

/// The name of the library function that registers a destructor. The start function, in which execution begins, calls
/// this library function.
pub(crate) const REGISTER: &str = "__symtool_register";

/// The priority of a constructor or destructor without a given priority. Constructors with this priority run last,
/// destructors with this priority run first.
const LAST: u32 = 65535;

impl Checker<'_> {
    /// Returns the priority that the argument of a `constructor` or `destructor` attribute specifies, or `LAST`
    /// without an argument. Reports an error and returns `None` for an invalid argument.
    pub(super) fn lifetime_priority(&mut self, attribute: &ast::Attribute) -> Option<u32> {
        let Some(argument) = attribute.arguments.first() else {
            return Some(LAST);
        };
        let number = self.constant_expression(argument).ok()?;
        match u32::try_from(number) {
            Ok(number) if number <= LAST => Some(number),
            _ => {
                let message = "priority must be an integer from 0 to 65535";
                self.error(attribute.name.span, "attribute", message);
                None
            }
        }
    }

    /// Records the symbol `id` as a constructor or destructor, with its priority, if its declaration has a
    /// `constructor` or `destructor` attribute.
    pub(super) fn note_lifetime(&mut self, id: SymbolId, declared: &Declared) -> Checked<()> {
        let (before, after) = (
            declared.attributes.constructor,
            declared.attributes.destructor,
        );
        if before.or(after).is_none() {
            return Ok(());
        }
        let types = &self.program.types;
        let fits = types.as_function(declared.qty.ty).is_some_and(|f| {
            let takes = f.params.is_empty() || after.is_none() && self.takes_arguments(&f.params);
            takes && types.is_void(f.result.ty)
        });
        if !fits {
            let name = self.type_name(declared.qty);
            let what = format!("constructors and destructors of the type `{name}` are");
            return Err(self.unsupported(declared.span, &what));
        }
        let symbol = self.program.symbol_mut(id);
        symbol.constructor = before.or(symbol.constructor);
        symbol.destructor = after.or(symbol.destructor);
        if after.is_some() && self.program.external_named(REGISTER).is_none() {
            let types = &mut self.program.types;
            let (int, handler) = (types.int(), types.pointer_to(declared.qty.ty));
            let ty = types.function(FnTy {
                result: int.into(),
                params: vec![handler],
                variadic: false,
                prototype: true,
            });
            let origin = self.origin(declared.span);
            self.program
                .add_symbol(new_symbol(REGISTER, ty, origin, true));
        }
        Ok(())
    }

    /// Returns whether constructors may have parameters of the types `params`. Like `main`, a constructor may have no
    /// parameter, `argc`, `argc` and `argv`, or `argc`, `argv` and `envp`.
    fn takes_arguments(&self, params: &[Ty]) -> bool {
        let types = &self.program.types;
        let fits = |(index, &ty): (usize, &Ty)| match index {
            0 => types.int_kind(ty) == Some(IntKind::Int),
            1 | 2 => types.is_pointer(ty),
            _ => false,
        };
        params.iter().enumerate().all(fits)
    }
}

//! Linker names of symbols. An asm label (`int f(void) asm("g")`) overrides the C name.
use super::Checker;
use super::types::Declared;
use crate::program::{Checked, Definition};
use crate::scope::Name;
use crate::typed::SymbolId;
use crate::{library, requests};

impl Checker<'_> {
    /// Returns the linker name of a declaration with external linkage: the asm label of `declared`, or the C
    /// name `name`.
    ///
    /// A header of the host may give a library function an asm label for which symtool has no library model (C code
    /// that replaces the function), for example `int open(…) asm("open64")`. Such a function keeps its C name (`open`),
    /// because the library model has this name.
    pub(super) fn linker_name<'a>(&self, name: &'a str, declared: &'a Declared) -> &'a str {
        let is_known = |name| library::model_for(name).is_some() || requests::is_named(name);
        match declared.attributes.asm_name.as_deref() {
            Some(label)
                if !label.is_empty()
                    && (self.program.external_named(label).is_some()
                        || is_known(label)
                        || !is_known(name)) =>
            {
                label
            }
            _ => name,
        }
    }

    /// Returns `known`, the symbol that this translation unit has declared as `name`, if the new declaration `declared`
    /// of `name` denotes this symbol too. Returns `None` if an asm label of `declared` names another symbol. Such an
    /// asm label is an error if `known` is already used or defined.
    pub(super) fn same_linkage(
        &mut self,
        known: SymbolId,
        name: &str,
        declared: &Declared,
    ) -> Checked<Option<SymbolId>> {
        let label = self.linker_name(name, declared);
        let symbol = self.program.symbol(known);
        if declared.attributes.asm_name.is_none() || symbol.name == label || !symbol.external {
            return Ok(Some(known));
        }
        if symbol.first_use.is_none() && matches!(symbol.definition, Definition::None) {
            return Ok(None);
        }
        let message = format!("cannot apply asm label `{label}` to `{name}` after its first use");
        Err(self.error(declared.span, "redefinition", message))
    }

    /// Accepts the declaration of a function that has several C names in this translation unit, if its types under the
    /// names are alike to callers, and returns true. glibc declares such names: `readdir_r`, with the asm label
    /// `readdir64_r`, and `readdir64_r` itself, with pointers to different structures of the same layout. The function
    /// has the type of its definition, or else of the latest declaration.
    pub(super) fn has_second_name(
        &mut self,
        known: SymbolId,
        name: &str,
        declared: &Declared,
    ) -> bool {
        let new = declared.qty;
        let is_new_name = self.scopes.find_at_file_level(name).is_none();
        let is_alike = (self.declared_types.get(&known))
            .is_some_and(|earlier| self.program.types.alike_to_callers(earlier.ty, new.ty));
        if !is_alike || !(is_new_name || self.two_names.contains(&known)) {
            return false;
        }
        self.two_names.insert(known);
        self.declared_types.insert(known, new);
        let symbol = self.program.symbol_mut(known);
        if matches!(symbol.definition, Definition::None) {
            (symbol.qty, symbol.ty) = (new, new.ty);
        }
        true
    }

    /// Returns the symbol with external linkage that this translation unit refers to by `name`; `None` if there
    /// is none.
    pub(super) fn linked_as(&self, name: &str) -> Option<SymbolId> {
        match self.scopes.find_at_file_level(name) {
            Some(Name::Symbol(id)) => Some(*id),
            _ => self.program.external_named(name),
        }
    }
}

//! Tracks, for each scope, the names that are typedef names.
use rustc_hash::FxHashMap;

/// The meaning of a name in a scope.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A typedef name.
    Type,
    /// A variable, function or enumerator that hides a typedef name.
    Ordinary,
    /// A parameter that hides a typedef name. lang-c's parser still takes the name of such a parameter for the typedef.
    Parameter,
}

/// The open scopes. They contain typedef names, and names that hide a typedef name of an outer scope.
#[derive(Debug)]
pub(super) struct Scopes<'a> {
    scopes: Vec<FxHashMap<&'a str, Meaning>>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new() -> Scopes<'a> {
        let mut file = FxHashMap::default();
        file.insert("__builtin_va_list", Meaning::Type);
        Scopes { scopes: vec![file] }
    }

    pub(super) fn enter(&mut self) {
        self.scopes.push(FxHashMap::default());
    }

    pub(super) fn leave(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        (self.scopes.iter().rev()).find_map(|scope| scope.get(name).copied())
    }

    pub(super) fn is_type(&self, name: &str) -> bool {
        self.meaning(name) == Some(Meaning::Type)
    }

    /// Records a name in the innermost scope.
    pub(super) fn declare(&mut self, name: &'a str, meaning: Meaning) {
        if meaning != Meaning::Type && self.meaning(name).is_none() {
            return; // the name hides no typedef name
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, meaning);
        }
    }
}

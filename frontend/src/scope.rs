//! Block scopes, with the name spaces of ordinary identifiers and of tags (C11 §6.2.3).
use crate::ctypes::{EnumId, QTy, RecordId, Ty};
use crate::ids::NestedId;
use crate::program::Reported;
use crate::typed::{LocalId, SymbolId};
use rustc_hash::FxHashMap;

/// The meaning of an ordinary identifier in a scope.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    Typedef(QTy),
    Local(LocalId),
    /// A nested function.
    Nested(NestedId),
    Symbol(SymbolId),
    /// An enumeration constant, with its value and its type.
    Constant(i128, Ty),
    /// A parameter in a function prototype, which has a type, but no value.
    Parameter(QTy),
    /// A name with an error in its declaration. Uses of this name are not reported again.
    Broken(Reported),
}

/// The type that a tag denotes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// The names that one scope declares.
#[derive(Default)]
struct Level {
    names: FxHashMap<String, Name>,
    tags: FxHashMap<String, Tag>,
}

/// The open scopes, from file scope to the innermost.
pub(crate) struct Scopes {
    levels: Vec<Level>,
}

impl Scopes {
    pub(crate) fn new() -> Scopes {
        Scopes {
            levels: vec![Level::default()],
        }
    }

    pub(crate) fn enter(&mut self) {
        self.levels.push(Level::default());
    }

    pub(crate) fn leave(&mut self) {
        self.levels.pop();
    }

    pub(crate) fn at_file_level(&self) -> bool {
        self.levels.len() == 1
    }

    fn top(&mut self) -> &mut Level {
        self.levels
            .last_mut()
            .expect("the file scope is never left")
    }

    pub(crate) fn declare(&mut self, name: &str, what: Name) {
        self.top().names.insert(name.to_owned(), what);
    }

    /// Declares a name at file scope even if an inner scope is open, as for functions that a call declares
    /// implicitly.
    pub(crate) fn declare_at_file_level(&mut self, name: &str, what: Name) {
        self.levels[0].names.insert(name.to_owned(), what);
    }

    pub(crate) fn declare_tag(&mut self, name: &str, what: Tag) {
        self.top().tags.insert(name.to_owned(), what);
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Name> {
        self.levels.iter().rev().find_map(|l| l.names.get(name))
    }

    /// Returns the meaning of a name, and the level of the scope that declares it: the number of scopes around this
    /// scope, 0 for file scope. Returns `None` for an undeclared name.
    pub(crate) fn find_with_level(&self, name: &str) -> Option<(usize, &Name)> {
        let mut levels = self.levels.iter().enumerate().rev();
        levels.find_map(|(level, scope)| Some((level, scope.names.get(name)?)))
    }

    /// Returns the number of open scopes.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Returns all visible names that are not reserved, in no particular order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.levels.iter().flat_map(|level| level.names.keys());
        names.map(String::as_str).filter(|n| !n.starts_with("__"))
    }

    pub(crate) fn find_here(&self, name: &str) -> Option<&Name> {
        self.levels.last().and_then(|l| l.names.get(name))
    }

    pub(crate) fn find_at_file_level(&self, name: &str) -> Option<&Name> {
        self.levels[0].names.get(name)
    }

    pub(crate) fn find_tag(&self, name: &str) -> Option<Tag> {
        self.levels
            .iter()
            .rev()
            .find_map(|l| l.tags.get(name))
            .copied()
    }

    pub(crate) fn find_tag_here(&self, name: &str) -> Option<Tag> {
        self.levels.last().and_then(|l| l.tags.get(name)).copied()
    }
}

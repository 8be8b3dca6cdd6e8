//! Block scopes: ordinary names and tags.
use crate::ctypes::{EnumId, QTy, RecordId, Ty};
use crate::program::Reported;
use crate::typed::{LocalId, SymbolId};
use rustc_hash::FxHashMap;

/// What an ordinary identifier stands for.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    Typedef(QTy),
    Local(LocalId),
    Symbol(SymbolId),
    /// An enumeration constant: its value and type.
    Constant(i128, Ty),
    /// A parameter of a prototype: it has a type, but no value.
    Parameter(QTy),
    /// Declared wrongly; uses of it are not reported again.
    Broken(Reported),
}

/// What a tag stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Default)]
struct Level {
    names: FxHashMap<String, Name>,
    tags: FxHashMap<String, Tag>,
}

/// The scopes that are open, file scope first.
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

    /// Declares at file scope, whatever scope is open (implicit functions).
    pub(crate) fn declare_at_file_level(&mut self, name: &str, what: Name) {
        self.levels[0].names.insert(name.to_owned(), what);
    }

    pub(crate) fn declare_tag(&mut self, name: &str, what: Tag) {
        self.top().tags.insert(name.to_owned(), what);
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Name> {
        self.levels.iter().rev().find_map(|l| l.names.get(name))
    }

    /// All names in sight but those that are reserved, in no order.
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

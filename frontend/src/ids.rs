//! Ids of the entities to which the C types and the typed tree (C after semantic analysis) refer.

/// A local variable of the current function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LocalId(pub u32);

/// A function or an object with static storage duration, in the whole program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SymbolId(pub u32);

/// A nested function of the translation unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NestedId(pub u32);

/// A string literal of the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StringId(pub u32);

/// A `goto` or `case` label of the current function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LabelId(pub u32);

/// The definition of a structure or union.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RecordId(pub u32);

/// The definition of an enumeration.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EnumId(pub u32);

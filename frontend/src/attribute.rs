//! Attributes that change what a program means, by name; all others are dropped when the text is normalised.

/// What becomes of an attribute.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    /// The least alignment, or with `packed` the only one.
    Aligned,
    /// Another name of a symbol.
    Alias,
    /// Runs before `main`.
    Constructor,
    /// Runs at the end.
    Destructor,
    /// The width of a number.
    Mode,
    /// A function that does not come back.
    NoReturn,
    /// No holes between members.
    Packed,
    /// Parameters of the type take its members' types, too.
    TransparentUnion,
    /// A vector instead of a number: an error, and what is declared is not to be used.
    Vector,
    /// Other definitions go before this one.
    Weak,
    /// An error.
    Refused,
}

static ATTRIBUTES: &[(&str, Attribute)] = &[
    ("_Noreturn", Attribute::NoReturn),
    ("alias", Attribute::Alias),
    ("aligned", Attribute::Aligned),
    ("cleanup", Attribute::Refused),
    ("constructor", Attribute::Constructor),
    ("destructor", Attribute::Destructor),
    ("ext_vector_type", Attribute::Vector),
    ("ifunc", Attribute::Refused),
    ("mode", Attribute::Mode),
    ("ms_struct", Attribute::Refused),
    ("naked", Attribute::Refused),
    ("noreturn", Attribute::NoReturn),
    ("packed", Attribute::Packed),
    ("scalar_storage_order", Attribute::Refused),
    ("transparent_union", Attribute::TransparentUnion),
    ("vector_size", Attribute::Vector),
    ("weak", Attribute::Weak),
    ("weakref", Attribute::Refused),
];

impl Attribute {
    /// The attribute that a name, with or without `__` around it, means; none if it is ignored.
    pub(crate) fn named(name: &str) -> Option<Attribute> {
        let row = ATTRIBUTES.iter().find(|(known, _)| *known == plain(name));
        row.map(|(_, attribute)| *attribute)
    }
}

/// The name of an attribute without `__` around it.
pub(crate) fn plain(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|name| name.strip_suffix("__"))
        .unwrap_or(name)
}

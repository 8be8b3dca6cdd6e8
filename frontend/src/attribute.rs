//! The table of attributes (`__attribute__((name))`) that change the meaning of a program. Normalization, which
//! rewrites the program text before parsing, drops all other attributes.

/// The effect of an attribute on the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    /// Sets the minimum alignment. Combined with `packed`, sets the exact alignment.
    Aligned,
    /// Makes the declared name a second name of an existing symbol.
    Alias,
    /// At the end of the variable's scope, calls a function with the address of the variable.
    Cleanup,
    /// Runs the function before `main`.
    Constructor,
    /// Runs the function at program exit.
    Destructor,
    /// Redirects calls of the declared function. The attribute names a resolver: a function that returns, at run time,
    /// the function to call.
    Ifunc,
    /// Selects the width of an arithmetic type by a machine mode of gcc, such as `DI` (64 bits).
    Mode,
    /// Declares a function that does not return.
    NoReturn,
    /// Removes the padding between members.
    Packed,
    /// Lets a parameter of a union type accept an argument of any member's type.
    TransparentUnion,
    /// Makes the declared type a vector of the given number of bytes.
    Vector,
    /// Makes the definition of a symbol weak. A definition without this attribute, in another translation unit, takes
    /// precedence.
    Weak,
    /// An attribute that is not supported. Its use is reported as an error.
    Refused,
}

static ATTRIBUTES: &[(&str, Attribute)] = &[
    ("_Noreturn", Attribute::NoReturn),
    ("alias", Attribute::Alias),
    ("aligned", Attribute::Aligned),
    ("cleanup", Attribute::Cleanup),
    ("constructor", Attribute::Constructor),
    ("destructor", Attribute::Destructor),
    ("ext_vector_type", Attribute::Refused),
    ("ifunc", Attribute::Ifunc),
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
    /// Returns the effect of the attribute `name`; `packed` and `__packed__` are the same attribute. Returns `None`
    /// if the attribute is ignored.
    pub(crate) fn named(name: &str) -> Option<Attribute> {
        let row = ATTRIBUTES.iter().find(|(known, _)| *known == plain(name));
        row.map(|(_, attribute)| *attribute)
    }
}

/// Returns the name of an attribute without `__` around it.
pub(crate) fn plain(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|name| name.strip_suffix("__"))
        .unwrap_or(name)
}

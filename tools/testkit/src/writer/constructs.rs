//! The options of the random programs in textual IR: the constructs that a program may contain.

/// The constructs that a generated program may contain. A field of type `bool` says whether there may be constructs of
/// this kind.
#[derive(Clone, Debug)]
pub struct Constructs {
    /// The number of bits that the program uses of each input byte.
    pub input_bits: u32,
    /// The number of statements in `@main`.
    pub statements: u32,
    /// Whether there are loops of at most three iterations and, with `calls`, recursion.
    pub loops: bool,
    /// Whether there are reads and writes of a byte array at symbolic indices, divisions, shifts, selects and guarded
    /// checks.
    pub arrays: bool,
    /// Whether there are heap blocks of symbolic size, some freed twice. An access to such a block may fork a path
    /// although there is no branch.
    pub symbolic_sizes: bool,
    /// Whether there are block-scoped variables with lifetimes that end and begin again.
    pub scopes: bool,
    /// Whether values meet at join blocks. If set, the blocks at which the sides of a branch meet have block
    /// parameters. Moreover, some conditions are computed by branches, like `a && b` in C.
    pub joins: bool,
    /// Whether there are memory cells other than stack slots: global variables and a variable in a heap block. If set,
    /// there are also stores to single bytes of variables.
    pub cells: bool,
    /// Whether there are direct and indirect calls of helper functions.
    pub calls: bool,
    /// Whether several sides of nested branches contain an operation of the same kind (such as a division) that may
    /// fail.
    pub siblings: bool,
    /// Whether there are pointers that depend on the path, heap blocks that only some paths free, and functions with
    /// variable arguments.
    pub pointers: bool,
}

impl Constructs {
    /// Returns the default constructs for path-by-path exploration: all except `siblings` and `pointers`.
    pub fn exploration() -> Constructs {
        Constructs {
            input_bits: 4,
            statements: 9,
            loops: true,
            arrays: true,
            symbolic_sizes: true,
            scopes: true,
            joins: true,
            cells: true,
            calls: true,
            siblings: false,
            pointers: false,
        }
    }

    /// Returns all constructs, with inputs of three bits. Path-by-path exploration supports all of these constructs.
    pub fn pointers() -> Constructs {
        Constructs {
            input_bits: 3,
            siblings: true,
            pointers: true,
            ..Constructs::exploration()
        }
    }

    /// Returns the constructs for programs in which operations of the same kind fail on several sides of branches.
    /// Every mode of exploration supports these constructs.
    pub fn failures() -> Constructs {
        Constructs {
            input_bits: 3,
            statements: 6,
            arrays: false,
            symbolic_sizes: false,
            scopes: false,
            siblings: true,
            ..Constructs::exploration()
        }
    }

    /// Returns the constructs that conflict-driven exploration supports. The programs have loops if `loops` is true.
    pub fn conflicts(loops: bool) -> Constructs {
        Constructs {
            input_bits: 2,
            statements: 8,
            loops,
            arrays: false,
            symbolic_sizes: false,
            scopes: false,
            ..Constructs::exploration()
        }
    }
}

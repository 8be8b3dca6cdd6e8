//! Data shared by all translation units during semantic analysis: types, symbols, strings, diagnostics.
use crate::ctypes::{QTy, RecordId, Ty, Types};
use crate::diagnostic::{Diagnostic, Span};
use crate::typed::{Body, Init, StringId, SymbolId};
use crate::wide_names::{decode_in, encode, is_plain};
use lang_c::span::Span as AstSpan;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// The maximum number of errors that one run reports, not counting syntax errors.
pub(crate) const MAX_ERRORS: usize = 20;

/// A proof that an error was reported. A function returns this value if it stops checking a construct because of an
/// error.
///
/// Only [`Program::report_error`] creates this value. Therefore no construct can be left out of the program without
/// an error message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reported(());

/// The result of checking a construct; on failure, an error has been reported.
pub(crate) type Checked<T> = Result<T, Reported>;

/// The index of a translation unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnitId(pub u32);

/// The source location of a symbol: the location of its definition or, for a symbol without definition, of its first
/// declaration.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub unit: UnitId,
    pub ast: AstSpan,
    pub shown: Option<Span>,
}

/// A function or an object with static storage duration.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    /// The C name. For a static local variable, the name of its function precedes the C name: `f.x`.
    pub name: String,
    /// Whether the symbol has external linkage.
    pub external: bool,
    /// The composite type of all declarations, without qualifiers.
    pub ty: Ty,
    /// The same type, with the qualifiers of all declarations and the largest alignment that a typedef in one of their
    /// types has. (`align` is the alignment that the declarations themselves specify.)
    pub qty: QTy,
    /// The largest alignment that the symbol's declarations specify, in bytes.
    pub align: Option<u64>,
    pub origin: Origin,
    pub definition: Definition,
    /// Whether the function is declared `inline`. An inline function is lowered only if it is used.
    pub inline: bool,
    /// For an old-style function definition, the promoted types in which the arguments are passed; otherwise `None`.
    pub old_style: Option<Vec<Ty>>,
    /// Whether the symbol was declared implicitly, by a call.
    pub implicit: bool,
    /// The source location of the symbol's first use.
    pub first_use: Option<Origin>,
    /// The name of the symbol for which this symbol is an alias (`__attribute__((alias))`); `None` if it is no alias.
    pub alias: Option<String>,
    /// Whether the symbol is `weak`. A definition in another translation unit takes precedence over a weak definition.
    /// A weak symbol without any definition has the address null.
    pub weak: bool,
    /// Whether the function is declared `noreturn`.
    pub noreturn: bool,
    /// The priority of a constructor, a function that runs before `main`; `None` for any other symbol.
    pub constructor: Option<u32>,
    /// The priority of a destructor, a function that runs at program exit; `None` for any other symbol.
    pub destructor: Option<u32>,
    /// The names of the parameters in the latest declaration.
    pub param_names: Vec<String>,
}

/// The definition of a symbol.
#[derive(Clone, Debug)]
pub(crate) enum Definition {
    /// The symbol is declared but not defined.
    None,
    /// A tentative definition: `int x;` at file scope.
    Tentative,
    /// An object with static storage duration: its initializer, and the symbols that the initializer uses.
    Object(Box<Init>, Vec<SymbolId>),
    Function(Box<Body>),
    /// A function with an error in its body, or an object with an error in its initializer.
    Broken,
}

/// A string literal.
#[derive(Clone, Debug)]
pub(crate) struct StringData {
    /// The contents, including the terminating zero.
    pub bytes: Vec<u8>,
    /// The size of one character in bytes.
    pub unit: u64,
}

/// The data shared by all translation units.
pub(crate) struct Program {
    pub types: Types,
    pub symbols: Vec<Symbol>,
    pub strings: Vec<StringData>,
    pub diagnostics: Vec<Diagnostic>,
    /// For each function, the number of uses that take its address: all uses of the function, except as the callee of
    /// a call.
    pub address_taken: FxHashMap<SymbolId, u32>,
    /// Set when the evaluation of a constant expression rounds a `long double`.
    pub rounded: Cell<bool>,
    /// The name of the label that `--error-label` selects in the translation unit that is being checked. A run that
    /// reaches this label fails. `None` if there is no such label, as in a library model.
    pub error_label: Option<String>,
    /// Whether functions without a body are permitted (`allow_missing`).
    pub allows_missing: bool,
    /// The functions for which `klee_alias_function` may redirect calls.
    pub redirected: FxHashSet<SymbolId>,
    /// The records with an error in a member. If the program uses a member that such a record lacks, no further error
    /// is reported, because the member may be missing due to the first error.
    pub broken_records: FxHashMap<RecordId, Reported>,
    /// The symbols with external linkage, by name.
    external: FxHashMap<String, SymbolId>,
    /// The keys of the messages that are shown only once; see [`Program::first_time`].
    seen_keys: FxHashSet<String>,
    /// The names that were reported as undeclared. The key consists of the name and of the function that uses it.
    undeclared: FxHashMap<String, Reported>,
}

impl Program {
    pub(crate) fn new() -> Program {
        Program {
            types: Types::new(),
            symbols: Vec::new(),
            strings: Vec::new(),
            diagnostics: Vec::new(),
            address_taken: FxHashMap::default(),
            rounded: Cell::new(false),
            error_label: None,
            allows_missing: false,
            redirected: FxHashSet::default(),
            broken_records: FxHashMap::default(),
            external: FxHashMap::default(),
            seen_keys: FxHashSet::default(),
            undeclared: FxHashMap::default(),
        }
    }

    pub(crate) fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    pub(crate) fn symbol_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.symbols[id.0 as usize]
    }

    /// Returns whether a symbol is a weak reference: a weak symbol that is not defined in the translation units
    /// checked so far. Its address is null unless a later unit defines it.
    pub(crate) fn is_weak_reference(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        symbol.weak && symbol.alias.is_none() && matches!(symbol.definition, Definition::None)
    }

    /// Returns the symbol with external linkage and the name `name`, if it is known.
    pub(crate) fn external_named(&self, name: &str) -> Option<SymbolId> {
        match is_plain(name) {
            true => self.external.get(name).copied(),
            false => self.external.get(&encode(name)).copied(),
        }
    }

    /// Adds a symbol and returns its id.
    pub(crate) fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        let id = SymbolId(self.symbols.len() as u32);
        if symbol.external {
            self.external.insert(symbol.name.clone(), id);
        }
        self.symbols.push(symbol);
        id
    }

    /// Adds a string literal and returns its id.
    pub(crate) fn add_string(&mut self, data: StringData) -> StringId {
        self.strings.push(data);
        StringId(self.strings.len() as u32 - 1)
    }

    /// Returns all symbols in order of first declaration.
    pub(crate) fn symbol_ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.len() as u32).map(SymbolId)
    }

    /// Reports a diagnostic; errors beyond [`MAX_ERRORS`] are dropped.
    pub(crate) fn report(&mut self, mut diagnostic: Diagnostic) {
        let Diagnostic {
            message,
            secondary,
            notes,
            help,
            ..
        } = &mut diagnostic;
        let texts = secondary.iter_mut().map(|(_, text)| text);
        for text in texts.chain(notes).chain(help).chain([message]) {
            decode_in(text);
        }
        if !diagnostic.is_error() || self.error_count() < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Restores the non-ASCII letters of all names, which are encoded in ASCII for the parser. Must be called after
    /// the last lookup of a symbol by its encoded name, because later lookups fail.
    pub(crate) fn decode_names(&mut self) {
        for symbol in &mut self.symbols {
            decode_in(&mut symbol.name);
            symbol.param_names.iter_mut().for_each(decode_in);
            if let Definition::Function(body) = &mut symbol.definition {
                body.locals
                    .iter_mut()
                    .for_each(|local| decode_in(&mut local.name));
                body.labels.iter_mut().for_each(decode_in);
            }
        }
    }

    /// Reports an error. Returns a proof of the report, which the caller returns when it stops checking the
    /// construct.
    pub(crate) fn report_error(&mut self, error: Diagnostic) -> Reported {
        assert!(error.is_error(), "a warning is no reason to give up");
        self.report(error);
        Reported(())
    }

    /// Returns the proof that the use of an undeclared name with this `key` was reported; `None` if it was not
    /// reported.
    pub(crate) fn undeclared(&self, key: &str) -> Option<Reported> {
        self.undeclared.get(key).copied()
    }

    pub(crate) fn note_undeclared(&mut self, key: String, reported: Reported) {
        self.undeclared.insert(key, reported);
    }

    /// Returns whether this is the first call with the argument `key`, so that a message is shown only once.
    pub(crate) fn first_time(&mut self, key: impl Into<String>) -> bool {
        self.seen_keys.insert(key.into())
    }

    pub(crate) fn error_count(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }
}

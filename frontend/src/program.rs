//! What all translation units of a program share while they are checked: types, symbols, strings, messages.
use crate::ctypes::{QTy, Ty, Types};
use crate::diagnostic::{Diagnostic, Span};
use crate::typed::{Body, Init, StringId, SymbolId};
use crate::wide_names::{decode_in, encode};
use lang_c::span::Span as AstSpan;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// No more errors than this are collected in one run.
pub(crate) const MAX_ERRORS: usize = 20;

/// Says that an error was reported already; whoever gets it gives up its own piece of work.
///
/// Only [`Program::report_error`] makes one: what is given up without an error would be missing in a program that
/// seems to be right.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reported(());

/// The result of checking something.
pub(crate) type Checked<T> = Result<T, Reported>;

/// A translation unit by number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnitId(pub u32);

/// Where a symbol's first declaration or its definition stands.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub unit: UnitId,
    pub ast: AstSpan,
    pub shown: Option<Span>,
}

/// A function or an object with static storage.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    /// The C name (for a static local: with the function's name in front).
    pub name: String,
    /// Visible to other units?
    pub external: bool,
    pub ty: Ty,
    pub qty: QTy,
    /// The alignment its declarations ask for, in bytes.
    pub align: Option<u64>,
    pub origin: Origin,
    pub definition: Definition,
    /// `inline`: lowered only if used.
    pub inline: bool,
    /// Of an old-style definition: the types its parameters are passed as.
    pub old_style: Option<Vec<Ty>>,
    /// Was it declared without any declaration, by calling it?
    pub implicit: bool,
    /// The place of its first use.
    pub first_use: Option<Origin>,
    /// Another name of that symbol (`__attribute__((alias))`).
    pub alias: Option<String>,
    /// `weak`: another unit's definition goes before its own, and without any its address is null.
    pub weak: bool,
    /// Is it declared not to come back?
    pub noreturn: bool,
    /// The priority of a function that runs before `main`.
    pub constructor: Option<u32>,
    /// The priority of a function that runs at the end.
    pub destructor: Option<u32>,
    /// Names of the parameters, of the latest declaration.
    pub param_names: Vec<String>,
}

/// What is known of a symbol besides its type.
#[derive(Clone, Debug)]
pub(crate) enum Definition {
    /// Only declared.
    None,
    /// `int x;` at file scope.
    Tentative,
    Object(Box<Init>, Vec<SymbolId>),
    Function(Box<Body>),
    /// A body that could not be checked.
    Broken,
}

/// A string literal.
#[derive(Clone, Debug)]
pub(crate) struct StringData {
    /// With the final zero.
    pub bytes: Vec<u8>,
    /// Of one character, in bytes.
    pub unit: u64,
}

/// The program under construction.
pub(crate) struct Program {
    pub types: Types,
    pub symbols: Vec<Symbol>,
    pub strings: Vec<StringData>,
    pub diagnostics: Vec<Diagnostic>,
    /// How often a function is mentioned other than by calling it.
    pub address_taken: FxHashMap<SymbolId, u32>,
    /// Set where a constant `long double` was not computed exactly.
    pub rounded: Cell<bool>,
    /// The label that is an error location in the unit being checked.
    pub error_label: Option<String>,
    /// Functions whose calls `klee_alias_function` may send elsewhere.
    pub redirected: FxHashSet<SymbolId>,
    external: FxHashMap<String, SymbolId>,
    said_once: FxHashSet<String>,
    /// The names that were reported as not declared, each with its function.
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
            redirected: FxHashSet::default(),
            external: FxHashMap::default(),
            said_once: FxHashSet::default(),
            undeclared: FxHashMap::default(),
        }
    }

    pub(crate) fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    pub(crate) fn symbol_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.symbols[id.0 as usize]
    }

    /// Is nothing in its place if the program does not define it elsewhere?
    pub(crate) fn is_weak_reference(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        symbol.weak && symbol.alias.is_none() && matches!(symbol.definition, Definition::None)
    }

    /// The symbol with external linkage of this name.
    pub(crate) fn external_named(&self, name: &str) -> Option<SymbolId> {
        match name.is_ascii() {
            true => self.external.get(name).copied(),
            false => self.external.get(&encode(name)).copied(),
        }
    }

    /// Adds a symbol.
    pub(crate) fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        let id = SymbolId(self.symbols.len() as u32);
        if symbol.external {
            self.external.insert(symbol.name.clone(), id);
        }
        self.symbols.push(symbol);
        id
    }

    /// Adds a string literal.
    pub(crate) fn add_string(&mut self, data: StringData) -> StringId {
        self.strings.push(data);
        StringId(self.strings.len() as u32 - 1)
    }

    /// All symbols in order of first declaration.
    pub(crate) fn symbol_ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.len() as u32).map(SymbolId)
    }

    /// Reports; errors beyond the limit are dropped.
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

    /// Gives names the letters back that the parser does not know. Nothing is looked up by a user's name any more.
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

    /// Reports an error; what it is about can be given up then.
    pub(crate) fn report_error(&mut self, error: Diagnostic) -> Reported {
        assert!(error.is_error(), "a warning is no reason to give up");
        self.report(error);
        Reported(())
    }

    /// Was this name reported as not declared?
    pub(crate) fn undeclared(&self, key: &str) -> Option<Reported> {
        self.undeclared.get(key).copied()
    }

    pub(crate) fn note_undeclared(&mut self, key: String, reported: Reported) {
        self.undeclared.insert(key, reported);
    }

    /// Is this the first time that `key` comes by?
    pub(crate) fn first_time(&mut self, key: impl Into<String>) -> bool {
        self.said_once.insert(key.into())
    }

    pub(crate) fn error_count(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }
}

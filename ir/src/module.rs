//! A program: functions, globals, types, and the map to its source.
use crate::entities::{Func, Global, Signature};
use crate::function::Function;
use crate::inst::InstData;
use crate::source::{LocSet, SourceMap};
use crate::types::Type;
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A function type. C aggregates are passed by address, so parameters are scalars.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignatureData {
    /// The types of the fixed parameters.
    pub params: Vec<Type>,
    /// The type of the result, if there is one.
    pub result: Option<Type>,
    /// Whether variadic arguments may follow the fixed ones.
    pub variadic: bool,
}

/// The target of an address that an initializer contains.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum RelocTarget {
    /// The address of a global.
    Global(Global),
    /// The address of a function.
    Func(Func),
}

/// An address of eight bytes in the initializer of a global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The byte offset of the address in the global.
    pub offset: u64,
    /// The global or function that the address points to.
    pub target: RelocTarget,
    /// The number of bytes added to the target's address.
    pub addend: i64,
}

/// A global variable. Its relocations (the addresses among the initial bytes) are sorted by offset, do not overlap, and
/// lie within its size.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalData {
    /// The name of the global for the linker; string literals are called `.str.N`.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes, a power of two.
    pub align: u64,
    /// The initial bytes. If there are fewer than `size`, the remaining bytes are zero.
    pub bytes: Vec<u8>,
    /// The addresses within the initial bytes.
    pub relocs: Vec<Relocation>,
    /// Whether writing to the global is a failure.
    pub constant: bool,
    /// The source locations of the global's definition.
    pub locs: LocSet,
}

/// A whole program: functions, globals, types, and the map to its source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// The interned function types.
    pub signatures: PrimaryMap<Signature, SignatureData>,
    /// The functions, with or without a body.
    pub functions: PrimaryMap<Func, Function>,
    /// The global variables.
    pub globals: PrimaryMap<Global, GlobalData>,
    /// The source files and interned source locations.
    pub source: SourceMap,
    signature_ids: FxHashMap<SignatureData, Signature>,
}

impl Module {
    /// Returns an empty program.
    pub fn new() -> Module {
        Module::default()
    }

    /// Interns a function type and returns its id.
    pub fn signature(&mut self, data: SignatureData) -> Signature {
        if let Some(&id) = self.signature_ids.get(&data) {
            return id;
        }
        let id = self.signatures.push(data.clone());
        self.signature_ids.insert(data, id);
        id
    }

    /// Returns the function called `name`; `None` if there is no such function.
    pub fn function_named(&self, name: &str) -> Option<Func> {
        self.functions
            .iter()
            .find(|(_, f)| f.name == name)
            .map(|(id, _)| id)
    }

    /// Returns the global called `name`; `None` if there is no such global.
    pub fn global_named(&self, name: &str) -> Option<Global> {
        self.globals
            .iter()
            .find(|(_, g)| g.name == name)
            .map(|(id, _)| id)
    }

    /// Returns whether a call through a pointer to `func` is permitted if the call expects the type `expected`. Types
    /// are compared as machine types: an address equals a 64-bit integer. If `func` is variadic and the expected type
    /// is not, the call may have more arguments than `func` has parameters.
    pub fn may_call(&self, func: Func, expected: Signature) -> bool {
        let callee = self.function_signature(func);
        let call = &self.signatures[expected];
        let result = match (callee.result, call.result) {
            (Some(a), Some(b)) => a.same_machine_type(b),
            (a, b) => a == b,
        };
        let count = if callee.variadic && !call.variadic {
            callee.params.len() <= call.params.len()
        } else {
            callee.params.len() == call.params.len() && callee.variadic == call.variadic
        };
        let mut params = callee.params.iter().zip(&call.params);
        result && count && params.all(|(&a, &b)| a.same_machine_type(b))
    }

    /// Returns the type of a function.
    pub fn function_signature(&self, func: Func) -> &SignatureData {
        &self.signatures[self.functions[func].signature]
    }

    /// Returns a copy in which the blocks, instructions and values of every function are numbered in textual order
    /// ([`Function::compact`]). Signatures are numbered in textual order (functions first, then indirect calls), and
    /// source locations in source order. Printing and parsing preserve this form.
    #[must_use]
    pub fn compact(&self) -> Module {
        let mut new = self.clone();
        for function in new.functions.values_mut() {
            *function = function.compact();
        }
        new.renumber_signatures();
        new.renumber_locs();
        new
    }

    fn renumber_signatures(&mut self) {
        let old = std::mem::take(&mut self.signatures);
        self.signature_ids.clear();
        for id in self.functions.keys().collect::<Vec<_>>() {
            let data = old[self.functions[id].signature].clone();
            self.functions[id].signature = self.signature(data);
        }
        for id in self.functions.keys().collect::<Vec<_>>() {
            for inst in self.functions[id].inst_ids() {
                if let InstData::CallIndirect { signature, .. } = self.functions[id].data(inst) {
                    let fresh = self.signature(old[*signature].clone());
                    if let InstData::CallIndirect { signature, .. } =
                        self.functions[id].data_mut(inst)
                    {
                        *signature = fresh;
                    }
                }
            }
        }
    }

    /// Drops unused source locations and numbers the remaining ones in source order.
    pub(crate) fn renumber_locs(&mut self) {
        let mut used = BTreeSet::new();
        self.for_each_locs(|source, locs| used.extend(locs.iter().map(|loc| source.get(loc))));
        let mut fresh = self.source.only(&used);
        self.for_each_locs(|source, locs| {
            *locs = locs.iter().map(|loc| fresh.loc(source.get(loc))).collect();
        });
        for function in self.functions.values_mut() {
            for inst in function.inst_ids() {
                if let Some(Some(origins)) = function.data_mut(inst).origins_mut() {
                    origins.map_locs(|loc| fresh.loc(self.source.get(loc)));
                }
            }
        }
        self.source = fresh;
    }

    fn for_each_locs(&mut self, mut visit: impl FnMut(&SourceMap, &mut LocSet)) {
        for global in self.globals.values_mut() {
            visit(&self.source, &mut global.locs);
        }
        for function in self.functions.values_mut() {
            visit(&self.source, &mut function.locs);
            for inst in function.inst_ids() {
                visit(&self.source, function.locs_mut(inst));
            }
        }
    }
}

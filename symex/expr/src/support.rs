//! Supports. The support of an expression is the set of input bytes on which the expression can depend. Constraint
//! independence and the elimination of array reads use supports.
//!
//! Sets are interned and their unions memoized, so that each node stores its support as one 32-bit id. In a set of more
//! than [`LIMIT`] elements, the bytes of an input are replaced by one element for the whole input (coarsening). So a
//! sum over 100,000 bytes is built in linear time. Coarsening is sound for constraint independence (solving constraints
//! without common inputs separately), because it can only add dependences.
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The number of elements above which a support is coarsened: each input byte in it is replaced by the whole input.
pub const LIMIT: usize = 128;

/// An element of a support (the set of input bytes on which an expression can depend): the number of one input byte
/// ([`Arena::symbol_of`](super::Arena::symbol_of)) or of one whole input. The symbols of an arena are numbered
/// consecutively.
pub type Symbol = u32;

/// The id of a support, an interned set of symbols.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SupportId(pub(crate) u32);

impl SupportId {
    /// The empty set.
    pub const EMPTY: SupportId = SupportId(0);
}

/// All interned supports of one arena.
#[derive(Debug)]
pub(crate) struct Supports {
    sets: Vec<Rc<[Symbol]>>,
    ids: FxHashMap<Rc<[Symbol]>, SupportId>,
    unions: FxHashMap<(u32, u32), SupportId>,
    /// The total number of elements of all unions that were computed, before coarsening; unions found in the cache do
    /// not count.
    pub(crate) united: u64,
}

impl Supports {
    pub(crate) fn new() -> Supports {
        let empty: Rc<[Symbol]> = Rc::from([]);
        Supports {
            sets: vec![empty.clone()],
            ids: FxHashMap::from_iter([(empty, SupportId::EMPTY)]),
            unions: FxHashMap::default(),
            united: 0,
        }
    }

    pub(crate) fn get(&self, id: SupportId) -> &[Symbol] {
        &self.sets[id.0 as usize]
    }

    /// Returns the id of the set with the elements `symbols`, which are ascending and distinct.
    pub(crate) fn intern(&mut self, symbols: &[Symbol]) -> SupportId {
        if let Some(&id) = self.ids.get(symbols) {
            return id;
        }
        let set: Rc<[Symbol]> = Rc::from(symbols);
        let id = SupportId(self.sets.len() as u32);
        self.sets.push(set.clone());
        self.ids.insert(set, id);
        id
    }

    /// Returns the union of two sets. If it has more than [`LIMIT`] elements, `coarsen` replaces the symbol
    /// of each byte by the symbol of its whole input.
    pub(crate) fn union(
        &mut self,
        a: SupportId,
        b: SupportId,
        coarsen: impl Fn(Symbol) -> Symbol,
    ) -> SupportId {
        if a == b || b == SupportId::EMPTY {
            return a;
        }
        if a == SupportId::EMPTY {
            return b;
        }
        let key = (a.0.min(b.0), a.0.max(b.0));
        if let Some(&id) = self.unions.get(&key) {
            return id;
        }
        let mut all = merge(self.get(a), self.get(b));
        self.united += all.len() as u64;
        if all.len() > LIMIT {
            for symbol in &mut all {
                *symbol = coarsen(*symbol);
            }
            all.sort_unstable();
            all.dedup();
        }
        let id = self.intern(&all);
        self.unions.insert(key, id);
        id
    }
}

/// Returns the union of two ascending lists of symbols.
fn merge(a: &[Symbol], b: &[Symbol]) -> Vec<Symbol> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let next = a[i].min(b[j]);
        i += usize::from(a[i] == next);
        j += usize::from(b[j] == next);
        out.push(next);
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    out
}

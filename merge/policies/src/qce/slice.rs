//! Backward slices: for each SSA value, the variables on which it depends. All paths to the value are considered.
//!
//! A slice follows operands, block arguments, arguments of calls, and addresses of loads. A load at a constant offset
//! from an object or pointer adds the memory variables that it reads. The slice then also follows the values that the
//! function stores to these variables.
use super::Variable;
use super::depend::{VariableId, Variables};
use super::location::{Hops, Location, Locator, Root};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_analysis::alias::{AliasAnalysis, Base};
use symtool_analysis::cfg::Cfg;
use symtool_ir::{Function, InstData, Type, Value, ValueDef};

/// A store: the location, the number of bytes and the stored value.
type Store = (Location, u32, Value);

/// Computes and caches the slices of one function.
pub(super) struct Slices<'f> {
    function: &'f Function,
    locator: Locator<'f>,
    /// For the address of each load and store, the memory locations that it can denote.
    locations: FxHashMap<Value, Vec<Location>>,
    /// The stores of the function. The key is the root of the stored location, with the pointers that lead from the
    /// root to the location.
    stores: FxHashMap<(Root, Hops), Vec<Store>>,
    /// The variables of all slices.
    variables: Variables,
    known: FxHashMap<Value, Vec<VariableId>>,
}

impl<'f> Slices<'f> {
    /// Prepares the slices of a function with a body.
    pub(super) fn new(function: &'f Function, cfg: &Cfg, alias: &'f AliasAnalysis) -> Slices<'f> {
        let mut slices = Slices {
            function,
            locator: Locator::new(function, cfg, alias),
            locations: FxHashMap::default(),
            stores: FxHashMap::default(),
            variables: Variables::default(),
            known: FxHashMap::default(),
        };
        for &block in cfg.rpo() {
            for &inst in function.insts(block) {
                slices.add_access(function.data(inst));
            }
        }
        slices
    }

    /// Records the memory locations of a load or store, and the value that a store stores there.
    fn add_access(&mut self, inst: &InstData) {
        let (InstData::Load { addr, .. } | InstData::Store { addr, .. }) = inst else {
            return;
        };
        let locations = self.locations.entry(*addr);
        let locations = locations.or_insert_with(|| self.locator.locations(*addr));
        if let InstData::Store { value, .. } = inst
            && self.function.as_const(*value).is_none()
        {
            let len = self.function.ty(*value).bytes() as u32;
            for &at in locations.iter() {
                let stores = self.stores.entry((at.root, at.hops)).or_default();
                stores.push((at, len, *value));
            }
        }
    }

    /// Returns the locations to which the argument `address` of a call may point.
    pub(super) fn targets(&self, address: Value) -> Vec<Location> {
        self.locator.locations(address)
    }

    /// Returns the variables of all slices that were computed.
    pub(super) fn into_variables(self) -> Variables {
        self.variables
    }

    /// Returns the variables on which any of `values` depends, including `values` themselves, sorted.
    pub(super) fn of_all(&mut self, values: impl IntoIterator<Item = Value>) -> Vec<VariableId> {
        let mut all = Vec::new();
        for value in values {
            all.extend_from_slice(self.of(value));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the variables on which `value` depends, including `value` itself, sorted.
    pub(super) fn of(&mut self, value: Value) -> &[VariableId] {
        if !self.known.contains_key(&value) {
            let found = self.search(value);
            self.known.insert(value, found);
        }
        &self.known[&value]
    }

    fn search(&mut self, value: Value) -> Vec<VariableId> {
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut found: Vec<VariableId> = Vec::new();
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            if self.function.as_const(value).is_some() || !seen.insert(value) {
                continue;
            }
            found.push(self.variables.add(Variable::Value(value)));
            match self.function.def(value) {
                ValueDef::Const(_) => {}
                ValueDef::Param(..) => todo.extend(self.locator.arguments(value)),
                ValueDef::Inst(inst) => {
                    let data = self.function.data(inst);
                    if let InstData::Load { addr, .. } = data {
                        let len = self.function.ty(value).bytes() as u32;
                        for &at in self.locations.get(addr).into_iter().flatten() {
                            found.push(self.variables.add(Variable::Memory { at, len }));
                            todo.extend(self.stored(at, len));
                        }
                    }
                    data.for_each_arg(|arg| todo.push(arg));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the values that the function stores to any of the `len` bytes at `at`.
    fn stored(&self, at: Location, len: u32) -> impl Iterator<Item = Value> {
        let stores = self.stores.get(&(at.root, at.hops)).into_iter().flatten();
        let reaches = move |&&(to, bytes, _): &&Store| to.overlaps(bytes, at, len);
        stores.filter(reaches).map(|&(_, _, value)| value)
    }
}

/// Returns, for each pointer that is not the address of a stack slot, a global or a function, the values at a constant
/// offset from the pointer, with the offsets.
pub(super) fn derived(
    function: &Function,
    cfg: &Cfg,
    alias: &AliasAnalysis,
) -> FxHashMap<Value, Vec<(Value, i64)>> {
    let mut derived: FxHashMap<Value, Vec<(Value, i64)>> = FxHashMap::default();
    for &block in cfg.rpo() {
        for &inst in function.insts(block) {
            let result = function.result(inst);
            let Some(value) = result.filter(|&value| function.ty(value) == Type::Ptr) else {
                continue;
            };
            let address = alias.address(value);
            if let Base::Allocation(from) | Base::Pointer(from) = address.base
                && let Some(offset) = address.constant_offset()
                && from != value
            {
                derived.entry(from).or_default().push((value, offset));
            }
        }
    }
    derived
}

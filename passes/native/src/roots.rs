//! Finds the entry of the object table that each memory access uses, by the root of its address. The object table lists
//! the live objects that machine code may access.
//!
//! The *root* of an address is the value from which the address was computed by adding offsets. All accesses with the
//! same root share one lookup in the object table, at the definition of the root. The root is only a prediction of the
//! accessed object, and a wrong prediction is harmless. The table entry contains the addresses for which it is valid,
//! and accesses at other addresses call the interpreter's code. So a block parameter that advances in a loop (`p` in
//! `p = p + 1`) may have its initial value as root.
use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_analysis::cfg::Cfg;
use symtool_ir::{Block, Function, InstData, Op, Value, ValueDef};

/// The maximum number of block parameters that the search for a root visits.
const MAX_VISITS: usize = 64;

/// The root of each address in a function: the value from which the address is computed by adding offsets.
pub struct Roots {
    /// For each address whose root is a different value, this root.
    of: FxHashMap<Value, Value>,
    /// The values that are the root of at least one access.
    used: FxHashSet<Value>,
}

impl Roots {
    /// Finds the roots of all addresses that reachable loads and stores of a function use.
    pub fn new(function: &Function, cfg: &Cfg) -> Roots {
        let incoming = incoming(function, cfg);
        let mut roots = Roots {
            of: FxHashMap::default(),
            used: FxHashSet::default(),
        };
        for &block in cfg.rpo() {
            for &inst in function.insts(block) {
                if let InstData::Load { addr, .. } | InstData::Store { addr, .. } =
                    function.data(inst)
                {
                    let root = *roots
                        .of
                        .entry(*addr)
                        .or_insert_with(|| root(function, &incoming, *addr));
                    roots.used.insert(root);
                }
            }
        }
        roots
    }

    /// Returns the root of an address that a load or store uses: the value from which the address is computed by adding
    /// offsets.
    pub fn of(&self, address: Value) -> Value {
        self.of.get(&address).copied().unwrap_or(address)
    }

    /// Returns whether the address of a load or store is computed from `value` by adding offsets, so that `value` is a
    /// root.
    pub fn is_used(&self, value: Value) -> bool {
        self.used.contains(&value)
    }
}

/// Returns, for each block parameter, the arguments that jumps pass to it.
fn incoming(function: &Function, cfg: &Cfg) -> SecondaryMap<Value, Vec<Value>> {
    let mut incoming: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
    for &block in cfg.rpo() {
        for target in function.data(function.terminator(block)).targets() {
            for (&arg, &param) in target.args.iter().zip(function.params(target.block)) {
                incoming[param].push(arg);
            }
        }
    }
    incoming
}

/// Returns the value from which the address `value` is computed by adding offsets, and the list of these offsets. The
/// offset that was added last comes first.
pub fn strip(function: &Function, mut value: Value) -> (Value, Vec<Value>) {
    let mut offsets = Vec::new();
    while let Some(InstData::Pure {
        op: Op::PtrAdd,
        args,
    }) = function.def_data(value)
    {
        offsets.push(args[1]);
        value = args[0];
    }
    (value, offsets)
}

/// Returns the root of an address: the value from which the address is computed by adding offsets. If all values that
/// reach a block parameter have the same root, this is the root of the parameter; otherwise, the parameter is its own
/// root. A common root dominates the parameter, because every path to the parameter passes the definition of this root.
fn root(function: &Function, incoming: &SecondaryMap<Value, Vec<Value>>, address: Value) -> Value {
    let (start, _) = strip(function, address);
    let mut seen = FxHashSet::default();
    let mut todo = vec![start];
    let mut found = None;
    while let Some(value) = todo.pop() {
        let is_entry = |block: Block| function.entry() == Some(block);
        match function.def(value) {
            ValueDef::Param(block, _) if !is_entry(block) => {
                if !seen.insert(value) {
                    continue;
                }
                if seen.len() > MAX_VISITS {
                    return start;
                }
                todo.extend(incoming[value].iter().map(|&v| strip(function, v).0));
            }
            _ if found.is_some_and(|other| other != value) => return start,
            _ => found = Some(value),
        }
    }
    found.unwrap_or(start)
}

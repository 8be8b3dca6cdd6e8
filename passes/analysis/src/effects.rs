//! Summaries of the memory effects of functions: the objects that a call of the function may read or write. The pass
//! `forward` uses them to keep its knowledge about memory across calls.
use super::alias::{Address, AliasAnalysis, Base};
use super::callgraph::CallGraph;
use super::cfg::Cfg;
use cranelift_entity::SecondaryMap;
use std::collections::BTreeSet;
use symtool_ir::intrinsic::{Access, Control};
use symtool_ir::{
    Block, Func, Function, Global, InstData, Intrinsic, Module, Type, Value, ValueDef,
};

/// A set of the objects that a function accesses. Only objects that outlive the call are in the set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectSet {
    /// The globals in the set.
    pub globals: BTreeSet<Global>,
    /// Positions of parameters of the function, from 0. The objects to which these parameters point are in the set.
    pub params: BTreeSet<u32>,
    /// Whether the set contains every object that code outside the function can reach.
    pub unknown: bool,
}

impl ObjectSet {
    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        !self.unknown && self.globals.is_empty() && self.params.is_empty()
    }
}

/// The objects that a function accesses, together with those that its callees access.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The objects that the function may read.
    pub reads: ObjectSet,
    /// The objects that the function may write or free.
    pub writes: ObjectSet,
}

/// The summaries of all functions of a module.
#[derive(Debug)]
pub struct Effects {
    summaries: SecondaryMap<Func, Summary>,
    graph: CallGraph,
}

impl Effects {
    /// Computes the summaries of all functions of a module, callees before callers. Mutually recursive functions are
    /// analyzed repeatedly, until their summaries do not change.
    pub fn new(module: &Module) -> Effects {
        let graph = CallGraph::new(module);
        let mut effects = Effects {
            summaries: SecondaryMap::new(),
            graph,
        };
        for scc in effects.graph.sccs().to_vec() {
            let alias: Vec<AliasAnalysis> = scc
                .iter()
                .map(|&f| AliasAnalysis::new(&module.functions[f], &Cfg::new(&module.functions[f])))
                .collect();
            loop {
                let mut changed = false;
                for (&func, alias) in scc.iter().zip(&alias) {
                    let new = effects.summarise(&module.functions[func], alias);
                    changed |= new != effects.summaries[func];
                    effects.summaries[func] = new;
                }
                if !changed {
                    break;
                }
            }
        }
        effects
    }

    /// Returns the summary of a function.
    pub fn summary(&self, func: Func) -> &Summary {
        &self.summaries[func]
    }

    /// Returns whether the call `data` may write or free the bytes at the address `at`. `alias` is the alias
    /// analysis of the function that contains the call.
    pub fn call_may_write(&self, data: &InstData, alias: &AliasAnalysis, at: &Address) -> bool {
        self.graph.targets(data).iter().any(|&callee| {
            let writes = &self.summaries[callee].writes;
            let global = matches!(at.base, Base::Global(g) if writes.globals.contains(&g));
            let private = matches!(at.base, Base::Slot(slot) if !alias.escapes(slot));
            let through = |base: Base| base == at.base || !base.is_object() || !at.base.is_object();
            let by_param = writes
                .params
                .iter()
                .filter_map(|&p| call_args(data).get(p as usize))
                .any(|&arg| through(alias.address(arg).base));
            let wild = !writes.globals.is_empty() && !at.base.is_object();
            !private && (global || by_param || wild || writes.unknown)
        })
    }

    fn summarise(&self, func: &Function, alias: &AliasAnalysis) -> Summary {
        let mut summary = Summary::default();
        if func.is_declaration() {
            summary.reads.unknown = true;
            summary.writes.unknown = true;
            return summary;
        }
        let entry = func.entry();
        for (_, inst) in func.all_insts() {
            let data = func.data(inst);
            match data {
                InstData::Load { addr, .. } => {
                    touch(func, entry, alias, *addr, &mut summary.reads);
                }
                InstData::Store { addr, .. } => {
                    touch(func, entry, alias, *addr, &mut summary.writes);
                }
                InstData::Intrinsic {
                    intrinsic, args, ..
                } => touch_intrinsic(func, entry, alias, (*intrinsic, args), &mut summary),
                InstData::Call { .. } | InstData::CallIndirect { .. } => {
                    for callee in self.graph.targets(data) {
                        let callee = &self.summaries[callee];
                        join(func, entry, alias, data, &callee.reads, &mut summary.reads);
                        join(
                            func,
                            entry,
                            alias,
                            data,
                            &callee.writes,
                            &mut summary.writes,
                        );
                    }
                }
                _ => {}
            }
        }
        summary
    }
}

fn call_args(data: &InstData) -> &[Value] {
    match data {
        InstData::Call { args, .. } | InstData::CallIndirect { args, .. } => args,
        _ => &[],
    }
}

/// Adds to `set` the object to which the address `addr` points. A stack slot of the function is not added, because it
/// does not outlive the call. If the address is not based on a slot, a global or a parameter of the function, every
/// object that code outside the function can reach is added.
fn touch(
    func: &Function,
    entry: Option<Block>,
    alias: &AliasAnalysis,
    addr: Value,
    set: &mut ObjectSet,
) {
    match alias.address(addr).base {
        Base::Slot(_) => {}
        Base::Global(global) => {
            set.globals.insert(global);
        }
        Base::Pointer(value) => match func.def(value) {
            ValueDef::Param(block, position) if Some(block) == entry => {
                set.params.insert(position);
            }
            _ => set.unknown = true,
        },
        Base::Allocation(_) | Base::Func(_) | Base::Absolute => set.unknown = true,
    }
}

fn touch_intrinsic(
    func: &Function,
    entry: Option<Block>,
    alias: &AliasAnalysis,
    (intrinsic, args): (Intrinsic, &[Value]),
    summary: &mut Summary,
) {
    let info = intrinsic.info();
    for (arg, access) in info.accesses(args) {
        if access.reads_memory() {
            touch(func, entry, alias, arg, &mut summary.reads);
        }
        if access.changes_memory(func.ty(arg) == Type::Ptr) {
            touch(func, entry, alias, arg, &mut summary.writes);
        }
        if access == Access::Reaches {
            summary.reads.unknown = true;
            summary.writes.unknown = true;
        }
    }
    match info.control {
        Control::Continues | Control::MayEnd | Control::Ends | Control::MergePoint => {}
        Control::ReturnsTwice | Control::JumpsBack => {
            summary.reads.unknown = true;
            summary.writes.unknown = true;
        }
    }
}

/// Adds to the set `into` of a caller the objects in the set `from` of its callee. For a parameter of the callee, adds
/// the object that the argument of the call points to.
fn join(
    func: &Function,
    entry: Option<Block>,
    alias: &AliasAnalysis,
    call: &InstData,
    from: &ObjectSet,
    into: &mut ObjectSet,
) {
    into.unknown |= from.unknown;
    into.globals.extend(from.globals.iter().copied());
    for &param in &from.params {
        match call_args(call).get(param as usize) {
            Some(&arg) => touch(func, entry, alias, arg, into),
            None => into.unknown = true,
        }
    }
}

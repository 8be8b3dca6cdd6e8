//! What a call may read and write: mod/ref summaries by object.
use super::alias::{Address, AliasAnalysis, Base};
use super::callgraph::CallGraph;
use super::cfg::Cfg;
use cranelift_entity::SecondaryMap;
use std::collections::BTreeSet;
use symtool_ir::intrinsic::Effect;
use symtool_ir::{
    Block, Func, Function, Global, InstData, Intrinsic, Module, Type, Value, ValueDef,
};

/// A set of objects that outlive the function that touches them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectSet {
    /// Globals.
    pub globals: BTreeSet<Global>,
    /// What the function's parameters point to, by position.
    pub params: BTreeSet<u32>,
    /// Any object whose address is known outside its function.
    pub unknown: bool,
}

impl ObjectSet {
    /// Is nothing touched?
    pub fn is_empty(&self) -> bool {
        !self.unknown && self.globals.is_empty() && self.params.is_empty()
    }
}

/// The summary of a function, calls included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// What it may read.
    pub reads: ObjectSet,
    /// What it may write or free.
    pub writes: ObjectSet,
}

/// The summaries of all functions of a module.
#[derive(Debug)]
pub struct Effects {
    summaries: SecondaryMap<Func, Summary>,
    graph: CallGraph,
}

impl Effects {
    /// Callees before callers; functions that call each other until nothing changes.
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

    /// What a function may do.
    pub fn summary(&self, func: Func) -> &Summary {
        &self.summaries[func]
    }

    /// May this call write (or free) bytes at an address of its caller?
    pub fn call_may_write(&self, data: &InstData, alias: &AliasAnalysis, at: &Address) -> bool {
        self.graph.targets(data).iter().any(|&callee| {
            let writes = &self.summaries[callee].writes;
            let global = matches!(at.base, Base::Global(g) if writes.globals.contains(&g));
            let private = matches!(at.base, Base::Slot(slot) if !alias.is_exposed(slot));
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

/// Adds the object of an address.
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
    match intrinsic {
        Intrinsic::Copy => {
            touch(func, entry, alias, args[0], &mut summary.writes);
            touch(func, entry, alias, args[1], &mut summary.reads);
        }
        Intrinsic::MakeSymbolic
        | Intrinsic::Fill
        | Intrinsic::Free
        | Intrinsic::FormatFloat
        | Intrinsic::ScopeEnter
        | Intrinsic::ScopeLeave => {
            touch(func, entry, alias, args[0], &mut summary.writes);
        }
        Intrinsic::Assume
        | Intrinsic::Malloc
        | Intrinsic::Calloc
        | Intrinsic::LibraryBlock
        | Intrinsic::Alloca => {}
        Intrinsic::VaArea | Intrinsic::GetValue | Intrinsic::PreferCex => {}
        Intrinsic::MergeOpen | Intrinsic::MergeClose | Intrinsic::Missing | Intrinsic::Rounded => {}
        Intrinsic::Printf => {
            summary.reads.unknown = true;
            // `%n` writes through an argument.
            for &arg in &args[1..] {
                if func.ty(arg) == Type::Ptr {
                    touch(func, entry, alias, arg, &mut summary.writes);
                }
            }
        }
        Intrinsic::Output | Intrinsic::PrintExpr | Intrinsic::Warning => {
            summary.reads.unknown = true;
        }
        _ => {
            if intrinsic.effect() == Effect::Barrier {
                summary.reads.unknown = true;
                summary.writes.unknown = true;
            }
        }
    }
}

/// Adds what a callee touches, seen from its caller.
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

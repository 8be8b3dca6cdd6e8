//! The call graph of a program: the functions that each call may reach. Analyses that follow calls use it.
use cranelift_entity::{EntityRef, SecondaryMap};
use petgraph::graph::{DiGraph, NodeIndex};
use smallvec::SmallVec;
use symtool_ir::{Func, InstData, Module, RelocTarget, Signature, SignatureData, Type};

/// The call graph of a program. A call through a pointer may reach every function of a compatible type whose address
/// the program takes.
#[derive(Debug, Default)]
pub struct CallGraph {
    callees: SecondaryMap<Func, SmallVec<[Func; 4]>>,
    callers: SecondaryMap<Func, SmallVec<[Func; 4]>>,
    /// For each signature, the functions that a call through a pointer with this signature may reach.
    by_type: SecondaryMap<Signature, SmallVec<[Func; 2]>>,
    sccs: Vec<Vec<Func>>,
}

impl CallGraph {
    /// Computes the call graph of a module. The result is invalid after a change of the module.
    pub fn new(module: &Module) -> CallGraph {
        let mut graph = CallGraph::default();
        let taken = address_taken(module);
        for (signature, wanted) in &module.signatures {
            let fits = |&f: &Func| compatible(wanted, module.function_signature(f));
            graph.by_type[signature] = taken.iter().copied().filter(fits).collect();
        }
        for (caller, function) in &module.functions {
            for (_, inst) in function.all_insts() {
                for callee in graph.targets(function.data(inst)) {
                    graph.callees[caller].push(callee);
                }
            }
            graph.callees[caller].sort_unstable();
            graph.callees[caller].dedup();
            for callee in graph.callees[caller].clone() {
                graph.callers[callee].push(caller);
            }
        }
        graph.sccs = graph.components(module);
        graph
    }

    /// Returns the functions that an instruction may call, in order of their numbers. The result is empty if
    /// the instruction is not a call.
    pub fn targets(&self, data: &InstData) -> SmallVec<[Func; 4]> {
        match data {
            InstData::Call { func, .. } => SmallVec::from_slice(&[*func]),
            InstData::CallIndirect { signature, .. } => {
                SmallVec::from_slice(&self.by_type[*signature])
            }
            _ => SmallVec::new(),
        }
    }

    /// Returns the functions that `caller` may call, in order of their numbers.
    pub fn callees(&self, caller: Func) -> &[Func] {
        &self.callees[caller]
    }

    /// Returns the functions that may call `callee`, in order of their numbers.
    pub fn callers(&self, callee: Func) -> &[Func] {
        &self.callers[callee]
    }

    /// Returns the strongly connected components of the call graph, callees before callers. The functions of one
    /// component call each other, directly or indirectly.
    pub fn sccs(&self) -> &[Vec<Func>] {
        &self.sccs
    }

    fn components(&self, module: &Module) -> Vec<Vec<Func>> {
        let mut graph: DiGraph<Func, ()> = DiGraph::new();
        for func in module.functions.keys() {
            graph.add_node(func);
        }
        for caller in module.functions.keys() {
            for callee in &self.callees[caller] {
                let ends = (
                    NodeIndex::new(caller.index()),
                    NodeIndex::new(callee.index()),
                );
                graph.add_edge(ends.0, ends.1, ());
            }
        }
        let mut sccs: Vec<Vec<Func>> = petgraph::algo::kosaraju_scc(&graph)
            .into_iter()
            .map(|scc| scc.into_iter().map(|node| graph[node]).collect())
            .collect();
        for scc in &mut sccs {
            scc.sort_unstable();
        }
        sccs
    }
}

/// Returns the functions whose address the program takes, in order of their numbers.
fn address_taken(module: &Module) -> Vec<Func> {
    let mut taken = Vec::new();
    for function in module.functions.values() {
        for (_, inst) in function.all_insts() {
            if let InstData::FuncAddr { func } = function.data(inst) {
                taken.push(*func);
            }
        }
    }
    for global in module.globals.values() {
        for reloc in &global.relocs {
            if let RelocTarget::Func(func) = reloc.target {
                taken.push(func);
            }
        }
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}

/// Returns whether a call that expects the signature `wanted` may reach a function with the signature `have`. An
/// integer and a pointer of the same width are compatible. If one of the signatures is variadic, the numbers of
/// parameters may differ.
fn compatible(wanted: &SignatureData, have: &SignatureData) -> bool {
    let same = |a: Type, b: Type| a.is_float() == b.is_float() && a.bits() == b.bits();
    let result = match (wanted.result, have.result) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        // A call without a result may reach a function with a result. The engine decides whether such a call
        // fails.
        _ => wanted.result.is_none(),
    };
    let counts = wanted.params.len() == have.params.len() || (have.variadic || wanted.variadic);
    let pairs = wanted.params.iter().zip(&have.params);
    result && counts && pairs.into_iter().all(|(&a, &b)| same(a, b))
}

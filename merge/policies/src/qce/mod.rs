//! Query count estimation (Kuznetsov, Kinder, Bucur & Candea, PLDI 2012, §3): how many branches lie ahead of a place, and how
//! many of them would become questions to the solver if a variable became symbolic there.
//!
//! With c(b) the branches counted at a block, the expected number from it on is
//!
//! ```text
//! q(b) = β · q(then) + β · q(else) + c(b)     at a branch,
//! q(b) = q(successor)                         at a jump,    0 at a return,
//! ```
//!
//! loops unrolled to their number of trips where it is known, else κ times. Q_t counts every branch, Q_add(v) those whose
//! condition is computed from v. A call counts what its callee counts from its entry on (functions are summarised from the
//! leaves of the call graph upwards, recursion κ times). What the callers still have ahead of them is not in these numbers:
//! it is added from the call stack of a state, as is what they will ask of a returned value. A variable is *hot* where Q_add(v) > α · Q_t.
//!
//! Variables are SSA values and memory at a constant offset of a stack slot, a global, or where a parameter points.
//!
//! | room | holds |
//! | --- | --- |
//! | `depend` | which variables the branches and calls of a function are computed from |
//! | `count` | the recurrence, its loops solved as what they are: linear |
//! | `trips` | loops whose number of trips is known |
//! | `print` | the counts as comments of the IR |
mod count;
mod depend;
mod print;
#[cfg(test)]
mod tests;
mod trips;

pub use depend::{Place, Variable};
pub use print::counted;

use count::Flow;
use depend::Dependence;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symtool_ir::{Block, Func, Inst, Module, Value};
use symtool_passes::analysis::callgraph::CallGraph;

/// The parameters, by the paper's names.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct QceOptions {
    /// A variable is hot that decides more than this part of the branches ahead.
    pub alpha: f64,
    /// The probability with which a side of a branch is possible.
    pub beta: f64,
    /// How often loops and recursions of unknown length are unrolled.
    pub kappa: u32,
    /// How many times dearer a question gets by a choice between values; 1 leaves that out of account.
    pub zeta: f64,
}

impl Default for QceOptions {
    fn default() -> QceOptions {
        QceOptions {
            alpha: 1e-12,
            beta: 0.8,
            kappa: 10,
            zeta: 1.0,
        }
    }
}

/// Counts from one place on, within one function.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Branches.
    pub total: f64,
    /// Branches computed from each variable; 0 where it is missing. In order of variables.
    pub additional: Vec<(Variable, f64)>,
    /// Returns of a value computed from each variable, in the same way: so often the variable decides what the caller asks of the result.
    pub returned: Vec<(Variable, f64)>,
}

impl Counts {
    /// All that something is computed from, in order.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        let all = self.additional.iter().chain(&self.returned);
        let all: BTreeSet<Variable> = all.map(|&(variable, _)| variable).collect();
        all.into_iter()
    }

    /// Branches computed from one variable.
    pub fn of(&self, variable: Variable) -> f64 {
        of(&self.additional, variable)
    }

    /// Returns of what is computed from one variable.
    pub fn returned(&self, variable: Variable) -> f64 {
        of(&self.returned, variable)
    }
}

fn of(counts: &[(Variable, f64)], variable: Variable) -> f64 {
    let found = counts.binary_search_by_key(&variable, |&(v, _)| v).ok();
    found.map_or(0.0, |at| counts[at].1)
}

/// What one function counts.
#[derive(Debug, Default)]
struct FunctionCounts {
    blocks: FxHashMap<Block, Counts>,
    /// From behind each call on.
    behind: FxHashMap<Inst, Counts>,
    /// What each call gives.
    results: FxHashMap<Inst, Value>,
    entry: Counts,
}

/// The counts of a program.
#[derive(Debug)]
pub struct Qce {
    functions: Vec<FunctionCounts>,
    options: QceOptions,
}

impl Qce {
    /// Counts the branches of a program.
    pub fn new(module: &Module, options: QceOptions) -> Qce {
        let graph = CallGraph::new(module);
        let mut functions: Vec<FunctionCounts> = Vec::new();
        functions.resize_with(module.functions.len(), FunctionCounts::default);
        let mut qce = Qce { functions, options };
        for group in graph.sccs() {
            let recursive = group.len() > 1 || graph.callees(group[0]).contains(&group[0]);
            let shapes: Vec<(Func, Dependence, Flow)> = group
                .iter()
                .filter(|&&func| !module.functions[func].is_declaration())
                .map(|&func| {
                    let function = &module.functions[func];
                    let flow = Flow::new(function, &qce.options);
                    (func, Dependence::new(function), flow)
                })
                .collect();
            // Each round is one call deeper.
            let rounds = if recursive { options.kappa.max(1) } else { 1 };
            for round in 0..rounds {
                for (func, dependence, flow) in &shapes {
                    let last = round + 1 == rounds;
                    let counts = qce.count(module, &graph, (*func, dependence, flow), last);
                    qce.functions[func.as_u32() as usize] = counts;
                }
            }
        }
        qce
    }

    /// The parameters.
    pub fn options(&self) -> &QceOptions {
        &self.options
    }

    /// From the beginning of a block on.
    pub fn block(&self, func: Func, block: Block) -> Option<&Counts> {
        self.functions[func.as_u32() as usize].blocks.get(&block)
    }

    /// From behind a call on.
    pub fn behind(&self, func: Func, call: Inst) -> Option<&Counts> {
        self.functions[func.as_u32() as usize].behind.get(&call)
    }

    /// What a call gives, if it is something.
    pub fn result(&self, func: Func, call: Inst) -> Option<Value> {
        self.functions[func.as_u32() as usize]
            .results
            .get(&call)
            .copied()
    }

    /// Is a variable hot that decides so many of the branches ahead?
    pub fn is_hot(&self, additional: f64, total: f64) -> bool {
        self.options.alpha.is_finite() && additional > self.options.alpha * total
    }

    fn count(
        &self,
        module: &Module,
        graph: &CallGraph,
        (func, dependence, flow): (Func, &Dependence, &Flow),
        everywhere: bool,
    ) -> FunctionCounts {
        let function = &module.functions[func];
        let Some(entry) = function.entry() else {
            return FunctionCounts::default();
        };
        let callee = |inst: Inst| {
            let mut most = Counts::default();
            for target in graph.targets(function.data(inst)) {
                let counts = &self.functions[target.as_u32() as usize].entry;
                if counts.total > most.total {
                    most = counts.clone();
                }
            }
            most
        };
        let sources = dependence.sources(callee);
        let totals = flow.solve(&sources.total(), &[]);
        let mut result = FunctionCounts::default();
        let places: Vec<Block> = if everywhere {
            flow.blocks().to_vec()
        } else {
            vec![entry]
        };
        for &block in &places {
            let total = totals[flow.index(block)];
            result.blocks.entry(block).or_default().total = total;
        }
        for &call in sources.calls.iter().filter(|_| everywhere) {
            let block = sources.block_of[&call];
            let before = sources.up_to(call, None);
            let total = totals[flow.index(block)] - before;
            result.behind.entry(call).or_default().total = total.max(0.0);
        }
        for &variable in &sources.variables {
            let solved = flow.solve(&sources.of(variable), &dependence.trips(variable));
            for &block in &places {
                let count = solved[flow.index(block)];
                if count > 0.0 {
                    let counts = result.blocks.entry(block).or_default();
                    counts.additional.push((variable, count));
                }
            }
            for &call in sources.calls.iter().filter(|_| everywhere) {
                let count = solved[flow.index(sources.block_of[&call])]
                    - sources.up_to(call, Some(variable));
                if count > 1e-300 {
                    let counts = result.behind.entry(call).or_default();
                    counts.additional.push((variable, count));
                }
            }
        }
        if everywhere {
            for (variable, blocks) in dependence.returned() {
                let solved = flow.solve(&blocks, &dependence.trips(variable));
                let counted = |block: Block| Some(solved[flow.index(block)]).filter(|&n| n > 0.0);
                for (&block, counts) in &mut result.blocks {
                    counts
                        .returned
                        .extend(counted(block).map(|n| (variable, n)));
                }
                // A call comes before its block returns.
                for (call, counts) in &mut result.behind {
                    let block = sources.block_of[call];
                    counts
                        .returned
                        .extend(counted(block).map(|n| (variable, n)));
                }
            }
            let result_of = |&call: &Inst| Some((call, function.result(call)?));
            result.results = sources.calls.iter().filter_map(result_of).collect();
        }
        result.entry = result.blocks.get(&entry).cloned().unwrap_or_default();
        result.entry = summary(&result.entry, function.params(entry));
        result
    }
}

/// What callers know of: parameters, by their numbers, what they point to, and globals.
fn summary(counts: &Counts, params: &[Value]) -> Counts {
    let number = |value: Value| {
        let at = params.iter().position(|&p| p == value)?;
        Some(Value::from_u32(at as u32))
    };
    let known = |&(variable, count): &(Variable, f64)| {
        let variable = match variable {
            Variable::Value(value) => Variable::Value(number(value)?),
            Variable::Memory { place, offset, len } => {
                let place = match place {
                    Place::Slot(_) => return None,
                    Place::Global(_) => place,
                    Place::Pointer(value) => Place::Pointer(number(value)?),
                };
                Variable::Memory { place, offset, len }
            }
        };
        Some((variable, count))
    };
    let mut additional: Vec<(Variable, f64)> = counts.additional.iter().filter_map(known).collect();
    additional.sort_unstable_by_key(|&(variable, _)| variable);
    Counts {
        total: counts.total,
        additional,
        returned: Vec::new(),
    }
}

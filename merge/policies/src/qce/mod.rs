//! Query count estimation (QCE; Kuznetsov, Kinder, Bucur & Candea, PLDI 2012, §3): estimates the number of queries
//! that are issued after a program point. There is one estimate for all queries, and one for each variable, which
//! counts the queries that depend on the variable.
//!
//! Let c(b) be the number of queries that block b itself issues, and β the probability that a side of a branch is
//! feasible. The expected number of queries from b on is
//!
//! ```text
//! q(b) = c(b) + β · q(then) + β · q(else)     at a branch,
//! q(b) = c(b) + q(successor)                  at a jump,
//! q(b) = c(b)                                 at a return.
//! ```
//!
//! - **Queries.** Branches, checks, and memory accesses at an address that is not constant issue queries. Q_t is the
//!   number of all queries; Q_add(v) is the number of queries that depend on v. A variable v is *hot* if Q_add(v) > α ·
//!   Q_t, for a parameter α.
//! - **Loops** are unrolled to their iteration count if it is known, else κ times, for a parameter κ.
//! - **Calls.** A call counts as many queries as the callee issues from its entry on. Functions are summarized
//!   bottom-up over the call graph, with recursion unrolled κ times.
//! - **Callers.** The counts at a program point cover the code up to the end of its function. The similarity relation
//!   of the merge policies adds the counts of the callers along the call stack of a state, including the callers'
//!   queries on a returned value.
//!
//! Variables are SSA values, and memory at a constant offset from a stack slot, a global, or the target of a
//! pointer. (The pointer itself is an SSA value or is loaded from memory.)
//!
//! | module | contents |
//! | --- | --- |
//! | `query` | the instructions that issue queries |
//! | `location` | memory variables |
//! | `slice` | the variables on which a value depends |
//! | `depend` | the variables on which the queries and calls of a function depend |
//! | `count` | the recurrence, with a closed form for loops |
//! | `places` | the program points at which the counts of a variable are stored |
//! | `iterations` | iteration counts of counted loops |
//! | `print` | the counts as comments of the IR |
mod count;
mod depend;
mod iterations;
mod location;
mod places;
mod print;
mod query;
mod slice;
#[cfg(test)]
mod tests;

pub use depend::Variable;
pub use location::{Hops, Location, Root};
pub use print::counted;
pub use query::Counted;

use count::Flow;
use depend::Dependence;
use places::Places;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symtool_analysis::callgraph::CallGraph;
use symtool_ir::{Block, Func, Inst, Module, Value};

/// The parameters of query count estimation, named as by Kuznetsov et al.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct QceOptions {
    /// A variable is hot if more than this fraction of the later queries depends on it.
    pub alpha: f64,
    /// The probability that a side of a branch is feasible.
    pub beta: f64,
    /// The number of iterations to which a loop with unknown iteration count is unrolled, and of nested calls to which
    /// a recursive function is unrolled.
    pub kappa: u32,
    /// The cost of a query with an `ite`, relative to a query without `ite`. With 1, an `ite` costs nothing.
    pub zeta: f64,
    /// The kinds of instructions that count as issuing queries.
    pub counted: Counted,
}

impl Default for QceOptions {
    fn default() -> QceOptions {
        QceOptions {
            alpha: 1e-12,
            beta: 0.8,
            kappa: 10,
            zeta: 1.0,
            counted: Counted::All,
        }
    }
}

/// The estimated query counts from one program point to the end of the function.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The number of all queries (Q_t).
    pub total: f64,
    /// For each variable, the number of queries that depend on it (Q_add), sorted by variable. A missing variable
    /// has 0.
    pub additional: Vec<(Variable, f64)>,
    /// For each variable, the number of executed returns with a value that depends on it, sorted by variable. Each
    /// query of the caller on the result of the call counts this many times for the variable.
    pub returned: Vec<(Variable, f64)>,
}

impl Counts {
    /// Returns all variables on which a query or a returned value depends, sorted.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        let all = self.additional.iter().chain(&self.returned);
        let all: BTreeSet<Variable> = all.map(|&(variable, _)| variable).collect();
        all.into_iter()
    }

    /// Returns the number of queries that depend on a variable.
    pub fn of(&self, variable: Variable) -> f64 {
        of(&self.additional, variable)
    }

    /// Returns the estimated number of executed returns with a value that depends on a variable.
    pub fn returned(&self, variable: Variable) -> f64 {
        of(&self.returned, variable)
    }
}

fn of(counts: &[(Variable, f64)], variable: Variable) -> f64 {
    let found = counts.binary_search_by_key(&variable, |&(v, _)| v).ok();
    found.map_or(0.0, |at| counts[at].1)
}

/// The query counts of one function.
#[derive(Debug, Default)]
struct FunctionCounts {
    blocks: FxHashMap<Block, Counts>,
    /// For each call, the query counts from the instruction after the call to the end of the function.
    behind: FxHashMap<Inst, Counts>,
    /// For each call, the value that receives its result.
    results: FxHashMap<Inst, Value>,
    /// For each pointer, the values at a constant offset from it, with their offsets: `%q = ptr_add %p, 8` gives the
    /// entry (%q, 8) of %p.
    derived: FxHashMap<Value, Vec<(Value, i64)>>,
    entry: Counts,
}

/// The query counts of a whole program.
#[derive(Debug)]
pub struct Qce {
    functions: Vec<FunctionCounts>,
    options: QceOptions,
}

impl Qce {
    /// Estimates the query counts of a program.
    ///
    /// ```
    /// use symtool_policies::qce::{Qce, QceOptions, Variable};
    ///
    /// let text = "func @f(%x: i32) -> i32 {
    /// entry:
    ///   %c = ult i32 %x, 9
    ///   branch %c, small, large
    /// small:
    ///   return 1
    /// large:
    ///   return 2
    /// }
    /// ";
    /// let module = symtool_ir::parse::parse_module(text, "f.sir").expect("valid IR");
    /// let qce = Qce::new(&module, QceOptions::default());
    /// let func = module.function_named("f").expect("there is an f");
    /// let function = &module.functions[func];
    /// let entry = function.entry().expect("f has a body");
    /// let counts = qce.block(func, entry).expect("the entry is reachable");
    /// // One query, the branch; its condition depends on the parameter.
    /// let x = Variable::Value(function.params(entry)[0]);
    /// assert_eq!((counts.total, counts.of(x)), (1.0, 1.0));
    /// ```
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
                    (func, Dependence::new(function, options.counted), flow)
                })
                .collect();
            // Each round computes the counts of a function with the counts that its callees have so far. So each round
            // unrolls the recursion once more.
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

    /// Returns the parameters of the estimation.
    pub fn options(&self) -> &QceOptions {
        &self.options
    }

    /// Returns the query counts from the beginning of a block to the end of the function; `None` if the block is
    /// unreachable.
    pub fn block(&self, func: Func, block: Block) -> Option<&Counts> {
        self.functions[func.as_u32() as usize].blocks.get(&block)
    }

    /// Returns the query counts of the code from the instruction after a call to the end of the function; `None` if the
    /// call is unreachable.
    pub fn behind(&self, func: Func, call: Inst) -> Option<&Counts> {
        self.functions[func.as_u32() as usize].behind.get(&call)
    }

    /// Returns the value that receives the result of a call; `None` if the call has no result.
    pub fn result(&self, func: Func, call: Inst) -> Option<Value> {
        self.functions[func.as_u32() as usize]
            .results
            .get(&call)
            .copied()
    }

    /// Returns the values at a constant offset from a pointer of a function, with their offsets: (%q, 8) for the
    /// pointer %p if `%q = ptr_add %p, 8`.
    pub fn derived(&self, func: Func, pointer: Value) -> &[(Value, i64)] {
        let derived = &self.functions[func.as_u32() as usize].derived;
        derived.get(&pointer).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a variable is hot if `additional` of the `total` later queries depend on it.
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
        let places = Places::new(function, places, everywhere.then_some(&sources));
        for &variable in &sources.variables {
            let solved = flow.solve(&sources.of(variable), &dependence.iterations(variable));
            for &block in places.blocks(variable) {
                let count = solved[flow.index(block)];
                if count > 0.0 {
                    let counts = result.blocks.entry(block).or_default();
                    counts.additional.push((variable, count));
                }
            }
            for &call in places.calls(variable) {
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
                let solved = flow.solve(&blocks, &dependence.iterations(variable));
                let counted = |block: Block| Some(solved[flow.index(block)]).filter(|&n| n > 0.0);
                for &block in places.blocks(variable) {
                    let counts = result.blocks.entry(block).or_default();
                    let count = counted(block).map(|n| (variable, n));
                    counts.returned.extend(count);
                }
                // A return is the last instruction of its block, so it comes after each call of the block. So the count
                // at the beginning of the block also holds after the call.
                for call in places.calls(variable) {
                    let counts = result.behind.entry(*call).or_default();
                    let count = counted(sources.block_of[call]).map(|n| (variable, n));
                    counts.returned.extend(count);
                }
            }
            let result_of = |&call: &Inst| Some((call, function.result(call)?));
            result.derived = dependence.derived().clone();
            result.results = sources.calls.iter().filter_map(result_of).collect();
        }
        result.entry = result.blocks.get(&entry).cloned().unwrap_or_default();
        result.entry = summary(&result.entry, function.params(entry));
        result
    }
}

/// Restricts the query counts at the entry of a function to the variables that callers know: the parameters (replaced
/// by their numbers), the memory they point to, and globals. The field `returned` becomes empty.
fn summary(counts: &Counts, params: &[Value]) -> Counts {
    let number = |value: Value| {
        let at = params.iter().position(|&p| p == value)?;
        Some(Value::from_u32(at as u32))
    };
    let known = |&(variable, count): &(Variable, f64)| {
        let variable = match variable {
            Variable::Value(value) => Variable::Value(number(value)?),
            Variable::Memory { at, len } => {
                let root = match at.root {
                    Root::Slot(_) => return None,
                    Root::Global(_) => at.root,
                    Root::Pointer(value) => Root::Pointer(number(value)?),
                };
                let at = Location { root, ..at };
                Variable::Memory { at, len }
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

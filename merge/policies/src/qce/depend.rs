//! The variables on which the queries, the returned values and the call arguments of a function depend.
use super::Counts;
use super::location::{Location, Root};
use super::query::{self, Counted};
use super::slice::{self, Slices};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use symtool_analysis::alias::AliasAnalysis;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_ir::{Block, Function, Inst, InstData, Type, Value};

/// A variable of a function. Query count estimation counts the queries that depend on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// An SSA value.
    Value(Value),
    /// A range of bytes in memory.
    Memory {
        /// The first byte.
        at: Location,
        /// The number of bytes.
        len: u32,
    },
}

/// The number of a variable in the [`Variables`] of its function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct VariableId(u32);

/// The variables of one function, with a number for each. In a function with a large loop, nearly every query depends
/// on nearly all variables. So the lists of variables contain numbers, which take a tenth of the memory of the
/// variables.
#[derive(Debug, Default)]
pub(super) struct Variables(IndexSet<Variable, FxBuildHasher>);

impl Variables {
    /// Adds a variable if it is new, and returns its number.
    pub fn add(&mut self, variable: Variable) -> VariableId {
        VariableId(self.0.insert_full(variable).0 as u32)
    }

    /// Returns the variable with a number.
    fn get(&self, id: VariableId) -> Variable {
        self.0[id.0 as usize]
    }

    /// Returns the number of a variable; `None` if nothing depends on the variable.
    fn number(&self, variable: Variable) -> Option<VariableId> {
        let at = self.0.get_index_of(&variable)?;
        Some(VariableId(at as u32))
    }
}

/// The variables on which the queries, returns and call arguments of one function depend.
#[derive(Debug)]
pub struct Dependence {
    variables: Variables,
    /// The instructions that cause queries, each with its block, in layout order. A call causes the queries of its
    /// callee.
    sources: Vec<(Block, Source)>,
    /// For each return of a value, its block and the variables on which the value depends.
    returns: Vec<(Block, Vec<VariableId>)>,
    /// For each value, the block that defines it.
    defining_block: FxHashMap<Value, Block>,
    /// The loop-carried dependences (of values in the next iteration on values in this iteration) of each loop, by loop
    /// number.
    carried: Vec<LoopCarried>,
    /// For each pointer, the values at a constant offset from the pointer, with the offsets: `%q = ptr_add %p, 8`
    /// gives the entry (%q, 8) of %p.
    derived: FxHashMap<Value, Vec<(Value, i64)>>,
}

/// The loop-carried dependences of one loop: the values in the next iteration that depend on values in this iteration.
#[derive(Debug)]
struct LoopCarried {
    blocks: FxHashSet<Block>,
    /// The block parameters of the loop head, each with the variables on which its value in the next iteration depends.
    params: Vec<(Value, Vec<VariableId>)>,
}

/// An instruction that causes queries.
#[derive(Debug)]
enum Source {
    /// An instruction that issues a query, with the variables on which the query depends.
    Query(Vec<VariableId>),
    /// A call, which causes the queries of its callee, with its arguments in order.
    Call(Inst, Vec<Argument>),
}

#[derive(Debug)]
struct Argument {
    /// The variables on which the argument depends.
    from: Vec<VariableId>,
    /// The locations to which the argument points, if the argument is a pointer at a constant offset from an object or
    /// from another pointer; otherwise empty.
    targets: Vec<Location>,
}

/// For each block and variable, the number of queries that the block issues and that depend on the variable. The
/// queries of functions that the block calls are included.
#[derive(Debug, Default)]
pub struct Sources {
    /// Every variable that has a count, sorted.
    pub variables: Vec<Variable>,
    /// The calls of the function, in layout order.
    pub calls: Vec<Inst>,
    /// The blocks of the calls.
    pub block_of: FxHashMap<Inst, Block>,
    total: FxHashMap<Block, f64>,
    by_variable: FxHashMap<Variable, FxHashMap<Block, f64>>,
    /// For each call, the number of queries from the start of its block up to the call, including the callee's
    /// queries.
    up_to_call: FxHashMap<Inst, Amount>,
}

/// A number of queries: in total, and by variable.
#[derive(Clone, Debug, Default)]
struct Amount {
    total: f64,
    by_variable: FxHashMap<Variable, f64>,
}

impl Amount {
    fn add(&mut self, more: &Amount) {
        self.total += more.total;
        for (&variable, &count) in &more.by_variable {
            *self.by_variable.entry(variable).or_default() += count;
        }
    }
}

impl Sources {
    /// Returns the number of queries that each block issues, including the queries of its callees.
    pub fn total(&self) -> FxHashMap<Block, f64> {
        self.total.clone()
    }

    /// Returns, for each block, the number of its queries that depend on `variable`.
    pub fn of(&self, variable: Variable) -> FxHashMap<Block, f64> {
        self.by_variable.get(&variable).cloned().unwrap_or_default()
    }

    /// Returns the number of queries from the start of the block of `call` up to the call, including the callee's
    /// queries. If `variable` is `Some`, only the queries that depend on this variable count.
    pub fn up_to(&self, call: Inst, variable: Option<Variable>) -> f64 {
        let up_to_call = &self.up_to_call[&call];
        match variable {
            None => up_to_call.total,
            Some(variable) => up_to_call
                .by_variable
                .get(&variable)
                .copied()
                .unwrap_or(0.0),
        }
    }

    fn add(&mut self, block: Block, amount: &Amount) {
        *self.total.entry(block).or_default() += amount.total;
        for (&variable, &count) in &amount.by_variable {
            let blocks = self.by_variable.entry(variable).or_default();
            *blocks.entry(block).or_default() += count;
        }
    }
}

impl Dependence {
    /// Computes the dependences of a function, which must have a body.
    pub fn new(function: &Function, counted: Counted) -> Dependence {
        let cfg = Cfg::new(function);
        let alias = AliasAnalysis::new(function, &cfg);
        let mut slices = Slices::new(function, &cfg, &alias);
        let mut dependence = Dependence {
            variables: Variables::default(),
            sources: Vec::new(),
            returns: Vec::new(),
            defining_block: homes(function, &cfg),
            carried: carried(function, &cfg, &mut slices),
            derived: slice::derived(function, &cfg, &alias),
        };
        for &block in function.layout() {
            if !cfg.is_reachable(block) {
                continue;
            }
            for &inst in function.insts(block) {
                let data = function.data(inst);
                if let Some(operands) = query::operands(function, &alias, data, counted) {
                    let source = Source::Query(slices.of_all(operands));
                    dependence.sources.push((block, source));
                }
                match data {
                    InstData::Return { value: Some(value) } => {
                        let from = slices.of(*value).to_vec();
                        dependence.returns.push((block, from));
                    }
                    InstData::Call { args, .. } | InstData::CallIndirect { args, .. } => {
                        let args = args.iter().map(|&arg| Argument {
                            from: slices.of(arg).to_vec(),
                            targets: match function.ty(arg) {
                                Type::Ptr => slices.targets(arg),
                                _ => Vec::new(),
                            },
                        });
                        let source = Source::Call(inst, args.collect());
                        dependence.sources.push((block, source));
                    }
                    _ => {}
                }
            }
        }
        dependence.variables = slices.into_variables();
        dependence
    }

    /// Returns, for each pointer, the pointers that are computed from it by adding a constant, each with the constant.
    pub fn derived(&self) -> &FxHashMap<Value, Vec<(Value, i64)>> {
        &self.derived
    }

    /// Returns, for each loop, the number of iterations in which a branch may depend on the current value of
    /// `variable`, counted from the current iteration; `u32::MAX` if there is no limit. The number is limited only
    /// for a variable that is defined in the loop, because such a variable gets a new value in each iteration. The
    /// current value affects the next iteration only if a block parameter p of the loop head depends on the variable.
    /// It affects the iteration after the next only if some parameter of the loop head depends on p, and so on.
    pub fn iterations(&self, variable: Variable) -> Vec<u32> {
        let Variable::Value(value) = variable else {
            return Vec::new();
        };
        let Some(defining_block) = self.defining_block.get(&value) else {
            return Vec::new();
        };
        let of = |carried: &LoopCarried| {
            if !carried.blocks.contains(defining_block) {
                return u32::MAX;
            }
            let number = |value| self.variables.number(Variable::Value(value));
            let mut now: Vec<VariableId> = number(value).into_iter().collect();
            for iteration in 1..=carried.params.len() as u32 + 1 {
                let depends = |from: &[VariableId]| {
                    let has = |id| from.binary_search(id).is_ok();
                    now.iter().any(has)
                };
                let next = carried.params.iter().filter(|(_, from)| depends(from));
                let mut next = next.map(|&(param, _)| param).peekable();
                if next.peek().is_none() {
                    return iteration;
                }
                now = next.filter_map(number).collect();
            }
            u32::MAX
        };
        self.carried.iter().map(of).collect()
    }

    /// Returns, for each variable in order, the blocks that return a value that depends on the variable. Each block has
    /// the count 1, which takes the place of its number of queries when the expected number of such returns is
    /// computed.
    pub fn returned(&self) -> BTreeMap<Variable, FxHashMap<Block, f64>> {
        let mut by_variable: BTreeMap<Variable, FxHashMap<Block, f64>> = BTreeMap::new();
        for (block, from) in &self.returns {
            for &id in from {
                let blocks = by_variable.entry(self.variables.get(id)).or_default();
                blocks.insert(*block, 1.0);
            }
        }
        by_variable
    }

    /// Returns the number of queries of each block: in total, and for each variable for which `wanted` returns `true`.
    /// `callee` gives, for a call, the query counts of its callee.
    pub fn sources(
        &self,
        wanted: impl Fn(Variable) -> bool,
        callee: impl Fn(Inst) -> Counts,
    ) -> Sources {
        let wanted = Wanted::new(&self.variables, wanted);
        let mut sources = Sources::default();
        // The block of the current source, and the number of its queries so far. The sources of one block are adjacent
        // in `self.sources`.
        let mut so_far: (Option<Block>, Amount) = (None, Amount::default());
        for (block, source) in &self.sources {
            let amount = match source {
                Source::Query(from) => Amount {
                    total: 1.0,
                    by_variable: wanted.of(from).map(|it| (it, 1.0)).collect(),
                },
                Source::Call(inst, args) => of_call(args, &callee(*inst), &wanted),
            };
            sources.add(*block, &amount);
            if so_far.0 != Some(*block) {
                so_far = (Some(*block), Amount::default());
            }
            let up_to_call = &mut so_far.1;
            up_to_call.add(&amount);
            if let Source::Call(inst, _) = source {
                sources.up_to_call.insert(*inst, up_to_call.clone());
                sources.calls.push(*inst);
                sources.block_of.insert(*inst, *block);
            }
        }
        sources.variables = sources.by_variable.keys().copied().collect();
        sources.variables.sort_unstable();
        sources
    }
}

/// The variables of a function whose query counts are computed.
struct Wanted<'d, F> {
    variables: &'d Variables,
    /// Returns whether the counts of a variable are computed.
    is_wanted: F,
    /// The results of `is_wanted`, by the number of the variable.
    known: Vec<bool>,
}

impl<'d, F: Fn(Variable) -> bool> Wanted<'d, F> {
    fn new(variables: &'d Variables, is_wanted: F) -> Self {
        Wanted {
            known: variables.0.iter().map(|&it| is_wanted(it)).collect(),
            variables,
            is_wanted,
        }
    }

    /// Returns those of the variables `ids` that are wanted.
    fn of(&self, ids: &[VariableId]) -> impl Iterator<Item = Variable> {
        let wanted = ids.iter().filter(|id| self.known[id.0 as usize]);
        wanted.map(|&id| self.variables.get(id))
    }
}

/// Returns the query counts of a callee in terms of the wanted variables of the caller. In `callee`, the value with the
/// number n represents parameter n of the callee. If several arguments depend on one variable of the caller, the counts
/// of these arguments are added for the variable, up to the callee's total.
fn of_call(
    args: &[Argument],
    callee: &Counts,
    wanted: &Wanted<'_, impl Fn(Variable) -> bool>,
) -> Amount {
    let mut amount = Amount {
        total: callee.total,
        ..Amount::default()
    };
    let mut add = |variable: Variable, count: f64| {
        let sum = amount.by_variable.entry(variable).or_default();
        *sum = (*sum + count).min(callee.total);
    };
    let arg = |param: Value| args.get(param.as_u32() as usize);
    for &(variable, count) in &callee.additional {
        match variable {
            Variable::Value(param) => {
                let from = arg(param).map_or(&[][..], |arg| &arg.from);
                wanted.of(from).for_each(|it| add(it, count));
            }
            Variable::Memory { at, len } => {
                let mut add_memory = |at| {
                    let variable = Variable::Memory { at, len };
                    if (wanted.is_wanted)(variable) {
                        add(variable, count);
                    }
                };
                match at.root {
                    Root::Global(_) => add_memory(at),
                    Root::Slot(_) => {}
                    Root::Pointer(param) => {
                        let targets = arg(param).map_or(&[][..], |arg| &arg.targets);
                        let moved = targets.iter().filter_map(|target| target.then(at));
                        moved.for_each(add_memory);
                    }
                }
            }
        }
    }
    amount
}

fn homes(function: &Function, cfg: &Cfg) -> FxHashMap<Value, Block> {
    let mut defining_block = FxHashMap::default();
    for &block in cfg.rpo() {
        defining_block.extend(function.params(block).iter().map(|&param| (param, block)));
        let results = function.insts(block).iter();
        defining_block.extend(results.filter_map(|&inst| Some((function.result(inst)?, block))));
    }
    defining_block
}

fn carried(function: &Function, cfg: &Cfg, slices: &mut Slices<'_>) -> Vec<LoopCarried> {
    let forest = LoopForest::new(cfg, &DomTree::new(cfg));
    let mut all = Vec::new();
    for (_, of) in forest.iter() {
        let mut params: Vec<(Value, Vec<VariableId>)> = Vec::new();
        for (index, &param) in function.params(of.header).iter().enumerate() {
            let mut next = Vec::new();
            for &latch in &of.latches {
                let data = function.data(function.terminator(latch));
                for target in data.targets().iter().filter(|t| t.block == of.header) {
                    next.push(target.args[index]);
                }
            }
            params.push((param, slices.of_all(next)));
        }
        all.push(LoopCarried {
            blocks: of.blocks.iter().copied().collect(),
            params,
        });
    }
    all
}

//! Backward slices of branch conditions and call arguments: the variables on which they depend on some path, in
//! SSA form.
//!
//! A slice follows operands, block arguments, arguments of calls, and addresses of loads. A load at a constant offset
//! of a slot, a global or a pointer is a variable of its own; stores to it are not followed.
use super::Counts;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use symtool_ir::{Block, Function, Global, Inst, InstData, StackSlot, Value, ValueDef};
use symtool_passes::analysis::alias::{AliasAnalysis, Base};
use symtool_passes::analysis::cfg::Cfg;
use symtool_passes::analysis::domtree::DomTree;
use symtool_passes::analysis::loops::LoopForest;

/// The base address of a memory variable.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemoryBase {
    /// A stack slot.
    Slot(StackSlot),
    /// A global.
    Global(Global),
    /// The memory that a pointer parameter points to.
    Pointer(Value),
}

/// A variable that query count estimation counts queries for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// An SSA value.
    Value(Value),
    /// A range of bytes at a constant offset from a base.
    Memory {
        /// The base address.
        base: MemoryBase,
        /// The offset from the base in bytes.
        offset: i64,
        /// The number of bytes.
        len: u32,
    },
}

/// The variables on which the branches, returns and call arguments of one function depend.
#[derive(Debug)]
pub struct Dependence {
    /// The block of each branch or switch, with the slice of its condition.
    branches: Vec<(Block, Vec<Variable>)>,
    /// The block of each return with a value, with the slice of the value.
    returns: Vec<(Block, Vec<Variable>)>,
    calls: Vec<Call>,
    /// For each value, the block that defines it.
    home: FxHashMap<Value, Block>,
    /// The loop-carried dependences, by loop number.
    carried: Vec<Carried>,
}

/// The loop-carried dependences of one loop.
#[derive(Debug)]
struct Carried {
    blocks: FxHashSet<Block>,
    /// The parameters of the loop's head, each with the slice of its value in the next iteration.
    params: Vec<(Value, Vec<Variable>)>,
}

#[derive(Debug)]
struct Call {
    block: Block,
    inst: Inst,
    /// The dependences of each argument of the call.
    args: Vec<Argument>,
}

#[derive(Debug)]
struct Argument {
    from: Vec<Variable>,
    /// If the argument is a pointer with known base and constant offset, these two.
    points: Option<(MemoryBase, i64)>,
}

/// For each block and variable, the number of queries that the block issues and that depend on the variable.
/// Queries of callees are included.
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
    /// For each call, the number of queries in the callee: in total, and by variable of the caller.
    by_call: FxHashMap<Inst, (f64, FxHashMap<Variable, f64>)>,
    /// For each call, the calls of its block up to and including this one.
    earlier: FxHashMap<Inst, Vec<Inst>>,
}

impl Sources {
    /// Returns the number of queries of each block.
    pub fn total(&self) -> FxHashMap<Block, f64> {
        self.total.clone()
    }

    /// Returns, for each block, the number of its queries that depend on a variable.
    pub fn of(&self, variable: Variable) -> FxHashMap<Block, f64> {
        self.by_variable.get(&variable).cloned().unwrap_or_default()
    }

    /// Returns the number of queries in the callees of a block's calls up to and including `call`: in total, or
    /// those that depend on `variable`.
    pub fn up_to(&self, call: Inst, variable: Option<Variable>) -> f64 {
        let calls = self.earlier.get(&call).map_or(&[][..], Vec::as_slice);
        let of = |call: &Inst| {
            let (total, by) = &self.by_call[call];
            variable.map_or(*total, |v| by.get(&v).copied().unwrap_or(0.0))
        };
        calls.iter().map(of).sum()
    }
}

impl Dependence {
    /// Computes the dependences of a function, which must have a body.
    pub fn new(function: &Function) -> Dependence {
        let cfg = Cfg::new(function);
        let mut walk = Walk {
            function,
            alias: AliasAnalysis::new(function, &cfg),
            incoming: incoming(function, &cfg),
            known: FxHashMap::default(),
        };
        let mut dependence = Dependence {
            branches: Vec::new(),
            returns: Vec::new(),
            calls: Vec::new(),
            home: homes(function, &cfg),
            carried: carried(function, &cfg, &mut walk),
        };
        for &block in function.layout() {
            if !cfg.is_reachable(block) {
                continue;
            }
            for &inst in function.insts(block) {
                match function.data(inst) {
                    InstData::Branch { cond: value, .. } | InstData::Switch { value, .. } => {
                        dependence.branches.push((block, walk.from(*value)));
                    }
                    InstData::Return { value: Some(value) } => {
                        dependence.returns.push((block, walk.from(*value)));
                    }
                    InstData::Call { args, .. } | InstData::CallIndirect { args, .. } => {
                        let args = args.iter().map(|&arg| Argument {
                            from: walk.from(arg),
                            points: walk.target(arg),
                        });
                        let args = args.collect();
                        dependence.calls.push(Call { block, inst, args });
                    }
                    _ => {}
                }
            }
        }
        dependence
    }

    /// Returns, for each loop, the number of iterations in which a branch may depend on the current value of a
    /// variable, the current iteration included. Each iteration of a loop around its definition defines the value anew.
    /// The next iteration depends on the old value if the slice of a head parameter contains it, the iteration after
    /// that if the slice of another parameter contains such a parameter, and so on.
    pub fn iterations(&self, variable: Variable) -> Vec<u32> {
        let Variable::Value(value) = variable else {
            return Vec::new();
        };
        let Some(home) = self.home.get(&value) else {
            return Vec::new();
        };
        let of = |carried: &Carried| {
            if !carried.blocks.contains(home) {
                return u32::MAX;
            }
            let mut now = vec![value];
            for iteration in 1..=carried.params.len() as u32 + 1 {
                let depends = |from: &[Variable]| {
                    let has = |v: &Value| from.binary_search(&Variable::Value(*v)).is_ok();
                    now.iter().any(has)
                };
                let next = carried.params.iter().filter(|(_, from)| depends(from));
                let next: Vec<Value> = next.map(|&(param, _)| param).collect();
                if next.is_empty() {
                    return iteration;
                }
                now = next;
            }
            u32::MAX
        };
        self.carried.iter().map(of).collect()
    }

    /// Returns, for each variable in order, the blocks that return a value which depends on it, each with count 1.
    pub fn returned(&self) -> BTreeMap<Variable, FxHashMap<Block, f64>> {
        let mut by_variable: BTreeMap<Variable, FxHashMap<Block, f64>> = BTreeMap::new();
        for (block, from) in &self.returns {
            for &variable in from {
                by_variable.entry(variable).or_default().insert(*block, 1.0);
            }
        }
        by_variable
    }

    /// Returns the number of queries of each block, by variable; `callee` gives the query counts of a call.
    pub fn sources(&self, callee: impl Fn(Inst) -> Counts) -> Sources {
        let mut sources = Sources::default();
        for (block, from) in &self.branches {
            *sources.total.entry(*block).or_default() += 1.0;
            for &variable in from {
                let by = sources.by_variable.entry(variable).or_default();
                *by.entry(*block).or_default() += 1.0;
            }
        }
        let mut last: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
        for call in &self.calls {
            let counts = callee(call.inst);
            let by = call.counts(&counts);
            *sources.total.entry(call.block).or_default() += counts.total;
            for (&variable, &count) in &by {
                let blocks = sources.by_variable.entry(variable).or_default();
                *blocks.entry(call.block).or_default() += count;
            }
            let earlier = last.entry(call.block).or_default();
            earlier.push(call.inst);
            sources.earlier.insert(call.inst, earlier.clone());
            sources.by_call.insert(call.inst, (counts.total, by));
            sources.calls.push(call.inst);
            sources.block_of.insert(call.inst, call.block);
        }
        sources.variables = sources.by_variable.keys().copied().collect();
        sources.variables.sort_unstable();
        sources
    }
}

impl Call {
    /// Returns the counts of the callee for the caller's variables. In the callee's summary, a value is the number of a
    /// parameter. A variable may reach several parameters; the sum of their counts is limited to all branches.
    fn counts(&self, callee: &Counts) -> FxHashMap<Variable, f64> {
        let mut by: FxHashMap<Variable, f64> = FxHashMap::default();
        let mut add = |variable: Variable, count: f64| {
            let sum = by.entry(variable).or_default();
            *sum = (*sum + count).min(callee.total);
        };
        for &(variable, count) in &callee.additional {
            match variable {
                Variable::Value(param) => {
                    if let Some(arg) = self.args.get(param.as_u32() as usize) {
                        arg.from.iter().for_each(|&v| add(v, count));
                    }
                }
                Variable::Memory { base, offset, len } => match base {
                    MemoryBase::Global(_) => add(variable, count),
                    MemoryBase::Slot(_) => {}
                    MemoryBase::Pointer(param) => {
                        let arg = self.args.get(param.as_u32() as usize);
                        if let Some((base, start)) = arg.and_then(|arg| arg.points) {
                            let offset = start + offset;
                            add(Variable::Memory { base, offset, len }, count);
                        }
                    }
                },
            }
        }
        by
    }
}

fn homes(function: &Function, cfg: &Cfg) -> FxHashMap<Value, Block> {
    let mut home = FxHashMap::default();
    for &block in cfg.rpo() {
        home.extend(function.params(block).iter().map(|&param| (param, block)));
        let results = function.insts(block).iter();
        home.extend(results.filter_map(|&inst| Some((function.result(inst)?, block))));
    }
    home
}

fn carried(function: &Function, cfg: &Cfg, walk: &mut Walk<'_>) -> Vec<Carried> {
    let forest = LoopForest::new(cfg, &DomTree::new(cfg));
    let mut all = Vec::new();
    for (_, of) in forest.iter() {
        let mut params: Vec<(Value, Vec<Variable>)> = Vec::new();
        for (index, &param) in function.params(of.header).iter().enumerate() {
            let mut from = Vec::new();
            for &latch in &of.latches {
                let data = function.data(function.terminator(latch));
                for target in data.targets().iter().filter(|t| t.block == of.header) {
                    from.extend(walk.from(target.args[index]));
                }
            }
            from.sort_unstable();
            from.dedup();
            params.push((param, from));
        }
        all.push(Carried {
            blocks: of.blocks.iter().copied().collect(),
            params,
        });
    }
    all
}

/// Returns, for each block parameter, its arguments over all incoming edges.
fn incoming(function: &Function, cfg: &Cfg) -> FxHashMap<Value, Vec<Value>> {
    let mut incoming: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for &block in cfg.rpo() {
        for dest in function.data(function.terminator(block)).targets() {
            for (&param, &arg) in function.params(dest.block).iter().zip(&dest.args) {
                let args = incoming.entry(param).or_default();
                if !args.contains(&arg) {
                    args.push(arg);
                }
            }
        }
    }
    incoming
}

struct Walk<'f> {
    function: &'f Function,
    alias: AliasAnalysis,
    incoming: FxHashMap<Value, Vec<Value>>,
    known: FxHashMap<Value, Vec<Variable>>,
}

impl Walk<'_> {
    /// Returns the slice of a value: the variables on which it depends, including itself.
    fn from(&mut self, value: Value) -> Vec<Variable> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut found: Vec<Variable> = Vec::new();
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            if self.function.as_const(value).is_some() || !seen.insert(value) {
                continue;
            }
            found.push(Variable::Value(value));
            match self.function.def(value) {
                ValueDef::Const(_) => {}
                ValueDef::Param(..) => {
                    todo.extend(self.incoming.get(&value).into_iter().flatten());
                }
                ValueDef::Inst(inst) => {
                    let data = self.function.data(inst);
                    if let InstData::Load { addr, .. } = data
                        && let Some((base, offset)) = self.target(*addr)
                    {
                        let len = self.function.ty(value).bytes() as u32;
                        found.push(Variable::Memory { base, offset, len });
                    }
                    data.for_each_arg(|arg| todo.push(arg));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        self.known.insert(value, found.clone());
        found
    }

    /// Returns the base and the constant offset to which a pointer points, if known.
    fn target(&self, pointer: Value) -> Option<(MemoryBase, i64)> {
        let address = self.alias.address(pointer);
        let offset = address.constant_offset()?;
        let base = match address.base {
            Base::Slot(slot) => MemoryBase::Slot(slot),
            Base::Global(global) => MemoryBase::Global(global),
            Base::Pointer(value) => {
                let is_param =
                    |b| matches!(self.function.def(value), ValueDef::Param(block, _) if block == b);
                if !self.function.entry().is_some_and(is_param) {
                    return None;
                }
                MemoryBase::Pointer(value)
            }
            _ => return None,
        };
        Some((base, offset))
    }
}

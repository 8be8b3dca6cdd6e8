//! The worklist algorithm of the analysis of dependence on symbolic input: an instruction is visited again when an
//! operand, or memory that it reads, becomes symbolic.
//!
//! The analysis computes the sets of symbolic values, of symbolic objects, of blocks whose execution depends on a
//! symbolic branch, and of divergent loops (loops that different paths leave in different iterations). These sets never
//! shrink. Each new element enqueues the affected instructions. So after its first visit, an instruction is visited at
//! most once for each change that affects it.
use super::divergence::{Impact, impact};
use super::shape::Shape;
use super::{FunctionFacts, Reason, SymbolicInfo, address};
use crate::callgraph::CallGraph;
use crate::loops::LoopId;
use crate::points_to::{Object, ObjectId, PointsTo};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::collections::VecDeque;
use symtool_ir::intrinsic::{Access, Content, ResultValue, Storage};
use symtool_ir::{Block, Func, Function, Inst, InstData, Intrinsic, Module, Value};

/// The state of one function during the analysis.
pub(super) struct Work {
    pub(super) facts: FunctionFacts,
    pub(super) shape: Shape,
    /// Whether some call of the function depends on a symbolic value. Such a call is executed only on one side of a
    /// symbolic branch in a direct or indirect caller, or is a call through a symbolic pointer.
    pub(super) inherited: bool,
    /// Whether the result of the function may be symbolic.
    pub(super) result: bool,
    /// The instructions that are in the queue.
    pub(super) queued: SecondaryMap<Inst, bool>,
    /// The blocks whose terminator was processed as a symbolic branch.
    pub(super) done: SecondaryMap<Block, bool>,
    /// The blocks at which paths from a symbolic branch meet, if their incoming arguments have been compared. The flag
    /// is true if the arguments from all predecessors were compared. It is false if only the arguments over back edges
    /// were compared.
    pub(super) joined: FxHashSet<(Block, bool)>,
    /// Whether the values of the `return` instructions of the function were compared with each other.
    pub(super) returned: bool,
    /// The calls that may reach the function.
    pub(super) call_sites: Vec<(Func, Block, Inst)>,
}

pub(super) struct Solver<'m> {
    pub(super) module: &'m Module,
    pub(super) graph: CallGraph,
    pub(super) points_to: PointsTo,
    /// The objects that may hold symbolic data.
    pub(super) objects: SecondaryMap<ObjectId, bool>,
    /// For each object, the instructions that may read it. `any_readers` contains the instructions that may read any
    /// object.
    pub(super) readers: SecondaryMap<ObjectId, Vec<(Func, Block, Inst)>>,
    pub(super) any_readers: Vec<(Func, Block, Inst)>,
    /// Whether at least one object may hold symbolic data.
    pub(super) some_object: bool,
    pub(super) work: PrimaryMap<Func, Option<Box<Work>>>,
    /// The worklist: the instructions to visit, each with its function and block.
    pub(super) queue: VecDeque<(Func, Block, Inst)>,
}

impl<'m> Solver<'m> {
    pub(super) fn run(module: &'m Module, entry: Func) -> SymbolicInfo {
        let graph = CallGraph::new(module);
        let points_to = PointsTo::new(module, &graph);
        let mut solver = Solver {
            module,
            graph,
            points_to,
            objects: SecondaryMap::new(),
            readers: SecondaryMap::new(),
            any_readers: Vec::new(),
            some_object: false,
            work: module.functions.keys().map(|_| None).collect(),
            queue: VecDeque::new(),
        };
        solver.reach(entry);
        solver.collect();
        solver.sources(entry);
        while let Some((func, block, inst)) = solver.queue.pop_front() {
            solver.work(func).queued[inst] = false;
            solver.visit(func, block, inst);
        }
        solver.finish()
    }

    pub(super) fn work(&mut self, func: Func) -> &mut Work {
        self.work[func]
            .as_mut()
            .expect("queued functions are reachable")
    }

    pub(super) fn seen(&self, func: Func) -> &Work {
        self.work[func]
            .as_ref()
            .expect("queued functions are reachable")
    }

    pub(super) fn function(&self, func: Func) -> &'m Function {
        &self.module.functions[func]
    }

    pub(super) fn enqueue(&mut self, func: Func, block: Block, inst: Inst) {
        if !std::mem::replace(&mut self.work(func).queued[inst], true) {
            self.queue.push_back((func, block, inst));
        }
    }

    fn enqueue_all(&mut self, list: &[(Func, Block, Inst)]) {
        for &(func, block, inst) in list {
            self.enqueue(func, block, inst);
        }
    }

    pub(super) fn mark(&mut self, func: Func, value: Value, reason: Reason) {
        let work = self.work(func);
        if work.facts.reasons[value].is_none() {
            work.facts.reasons[value] = Some(reason);
            for (block, inst) in work.shape.uses.of(value).to_vec() {
                if self.seen(func).shape.cfg.is_reachable(block) {
                    self.enqueue(func, block, inst);
                }
            }
        }
    }

    pub(super) fn mark_object(&mut self, object: ObjectId) {
        if std::mem::replace(&mut self.objects[object], true) {
            return;
        }
        let readers = self.readers[object].clone();
        self.enqueue_all(&readers);
        if !std::mem::replace(&mut self.some_object, true) {
            let readers = self.any_readers.clone();
            self.enqueue_all(&readers);
        }
    }

    /// Returns the reason why an operand is symbolic at a use in block `at`; `None` if the operand is not
    /// symbolic there.
    fn operand(&self, func: Func, at: Block, value: Value) -> Option<Reason> {
        let work = self.seen(func);
        if work.facts.reasons[value].is_some() {
            return Some(Reason::Value(value));
        }
        let divergent = |l: LoopId| work.facts.divergent.contains(&l);
        let left = !work.facts.divergent.is_empty() && work.shape.leaves(value, at, divergent);
        left.then_some(Reason::Loop(value))
    }

    fn operands(&self, func: Func, at: Block, values: &[Value]) -> Option<Reason> {
        values.iter().find_map(|&v| self.operand(func, at, v))
    }

    fn visit(&mut self, func: Func, block: Block, inst: Inst) {
        let function = self.function(func);
        let data = function.data(inst);
        let result = function.result(inst);
        if address(data).is_some_and(|a| self.operand(func, block, a).is_some()) {
            self.work(func).facts.addresses.insert(inst);
        }
        match data {
            InstData::Pure { args, .. } => {
                let reason = self.operands(func, block, args);
                self.mark_result(func, result, reason);
            }
            InstData::Load { addr, guard, .. } => {
                let reason = self
                    .operand(func, block, *addr)
                    .or_else(|| guard.and_then(|g| self.operand(func, block, g)))
                    .or_else(|| self.memory(func, *addr));
                self.mark_result(func, result, reason);
            }
            InstData::Store {
                value, addr, guard, ..
            } => {
                let mut needed = vec![*value, *addr];
                needed.extend(*guard);
                self.store(func, block, *addr, &needed, None);
            }
            InstData::Intrinsic {
                intrinsic, args, ..
            } => self.intrinsic(func, block, (*intrinsic, args), result),
            InstData::Call { args, .. } => self.call(func, block, inst, None, args),
            InstData::CallIndirect { callee, args, .. } => {
                self.call(func, block, inst, Some(*callee), args);
            }
            InstData::Return { value } => {
                let symbolic = value.is_some_and(|v| self.operand(func, block, v).is_some());
                if symbolic {
                    self.mark_return(func);
                }
            }
            _ => self.terminator(func, block, data),
        }
    }

    fn mark_result(&mut self, func: Func, result: Option<Value>, reason: Option<Reason>) {
        if let (Some(result), Some(reason)) = (result, reason) {
            self.mark(func, result, reason);
        }
    }

    /// Returns the reason why the memory at the address `addr` may be symbolic; `None` if it is not symbolic.
    fn memory(&self, func: Func, addr: Value) -> Option<Reason> {
        let targets = self.points_to.targets(func, addr);
        if targets.any {
            return self.some_object.then_some(Reason::Anywhere);
        }
        let object = targets.objects.iter().find(|&&o| self.objects[o]);
        object.map(|&o| Reason::Memory(o))
    }

    /// Processes a write through the address `addr`. The written objects become symbolic if one of the `needed` values
    /// or the memory at `from` is symbolic, or if the write is control dependent on a symbolic branch.
    fn store(
        &mut self,
        func: Func,
        block: Block,
        addr: Value,
        needed: &[Value],
        from: Option<Value>,
    ) {
        let symbolic = self.operands(func, block, needed).is_some()
            || from.is_some_and(|f| self.memory(func, f).is_some());
        let work = self.seen(func);
        let controlled = work.facts.controlled[block];
        let inherited = work.inherited;
        if !(symbolic || controlled || inherited) {
            return;
        }
        let wild = self.operand(func, block, addr).is_some();
        let targets = self.points_to.targets(func, addr).clone();
        if targets.any || (targets.is_empty() && wild) {
            let all: Vec<ObjectId> = self.points_to.objects().map(|(id, _)| id).collect();
            for object in all {
                self.mark_object(object);
            }
        }
        for object in targets.objects {
            // Suppose that a symbolic branch decides whether the function is called, but no symbolic branch in the
            // function decides whether the store runs. Then the store to a slot of the function runs on every path on
            // which the slot exists. So the branch does not make the contents of the slot symbolic.
            let own = matches!(self.points_to.object(object), Object::Slot(f, _) if f == func);
            if symbolic || controlled || !own {
                self.mark_object(object);
            }
        }
    }

    fn intrinsic(
        &mut self,
        func: Func,
        block: Block,
        (intrinsic, args): (Intrinsic, &[Value]),
        result: Option<Value>,
    ) {
        let info = intrinsic.info();
        for (addr, access) in info.accesses(args) {
            match access {
                Access::Writes(_, Content::Input) => self.mark_targets(func, addr),
                Access::Writes(_, Content::CopyOf(from)) => {
                    self.store(func, block, addr, args, Some(args[from]));
                }
                // The start and the end of a lifetime change the contents of the object, so they are processed like a
                // store: the object becomes symbolic if the address is symbolic or a symbolic branch decides whether
                // the intrinsic runs.
                Access::Writes(_, Content::Computed) | Access::Begins | Access::Ends => {
                    self.store(func, block, addr, args, None);
                }
                // The intrinsic writes the old bytes to the address that is its result. So the result is marked before
                // the write is processed: if the result is symbolic, the write may go to any address.
                Access::Moves => {
                    let reason = self.operands(func, block, args);
                    self.mark_result(func, result, reason);
                    if let Some(result) = result {
                        self.store(func, block, result, &[], Some(addr));
                    }
                }
                Access::None
                | Access::Reads(_)
                | Access::Formatted
                | Access::Reaches
                | Access::Frees
                | Access::Escapes => {}
            }
        }
        let reason = match info.value {
            ResultValue::Nothing
            | ResultValue::VaArea
            | ResultValue::SomeValue
            | ResultValue::PathFact
            | ResultValue::NewObject {
                storage: Storage::Frame,
                ..
            } => None,
            ResultValue::Input | ResultValue::Unknown => Some(Reason::Input),
            ResultValue::MovedObject
            | ResultValue::Computed
            | ResultValue::NewObject {
                storage: Storage::Heap | Storage::Run,
                ..
            } => self.operands(func, block, args),
            ResultValue::FromMemory => {
                let (mut read, mut reached) = (SmallVec::<[Value; 4]>::new(), false);
                for (arg, access) in info.accesses(args) {
                    read.extend(access.reads_memory().then_some(arg));
                    reached |= access == Access::Reaches;
                }
                if reached {
                    // The intrinsic may read memory through pointers that it finds in memory. The analysis does not
                    // follow these pointers, so it treats the result as a symbolic input.
                    Some(Reason::Input)
                } else {
                    self.operands(func, block, args)
                        .or_else(|| read.iter().find_map(|&a| self.memory(func, a)))
                }
            }
        };
        self.mark_result(func, result, reason);
    }

    /// Marks all objects that an address may point to as symbolic.
    fn mark_targets(&mut self, func: Func, addr: Value) {
        let targets = self.points_to.targets(func, addr).clone();
        let all: Vec<ObjectId> = self.points_to.objects().map(|(id, _)| id).collect();
        for object in if targets.any { all } else { targets.objects } {
            self.mark_object(object);
        }
    }

    fn call(
        &mut self,
        func: Func,
        block: Block,
        inst: Inst,
        address: Option<Value>,
        args: &[Value],
    ) {
        let function = self.function(func);
        let result = function.result(inst);
        let chosen = address.and_then(|a| self.operand(func, block, a));
        let work = self.seen(func);
        let controlled = work.facts.controlled[block] || work.inherited || chosen.is_some();
        self.mark_result(func, result, chosen);
        for callee in self.graph.targets(function.data(inst)) {
            if self.work[callee].is_none() {
                self.mark_result(func, result, Some(Reason::Input));
                continue;
            }
            self.pass_arguments(func, block, callee, args);
            if controlled && !self.seen(callee).inherited {
                self.work(callee).inherited = true;
                self.revisit_effects(callee, None);
            }
            if self.seen(callee).result {
                self.mark_result(func, result, Some(Reason::Result(callee)));
            }
        }
    }

    fn pass_arguments(&mut self, func: Func, block: Block, callee: Func, args: &[Value]) {
        let function = self.function(callee);
        let params = function.entry().map_or(&[][..], |b| function.params(b));
        for (index, &arg) in args.iter().enumerate() {
            if self.operand(func, block, arg).is_none() {
                continue;
            }
            match params.get(index) {
                Some(&param) => self.mark(callee, param, Reason::Argument(func)),
                None => {
                    let area = self.points_to.va_area(callee);
                    self.mark_object(area);
                }
            }
        }
    }

    fn mark_return(&mut self, func: Func) {
        if !std::mem::replace(&mut self.work(func).result, true) {
            let sites = self.seen(func).call_sites.clone();
            self.enqueue_all(&sites);
        }
    }

    fn terminator(&mut self, func: Func, block: Block, data: &InstData) {
        let cond = match data {
            InstData::Branch { cond, .. } => Some(*cond),
            InstData::Switch { value, .. } => Some(*value),
            _ => None,
        };
        let symbolic = cond.is_some_and(|c| self.operand(func, block, c).is_some());
        if symbolic && !std::mem::replace(&mut self.work(func).done[block], true) {
            self.work(func).facts.is_branch[block] = true;
            self.diverge(func, block);
        }
        let function = self.function(func);
        for target in data.targets() {
            let params = function.params(target.block);
            for (&param, &arg) in params.iter().zip(&target.args) {
                let reason = self.operand(func, target.block, arg);
                self.mark_result(func, Some(param), reason);
            }
        }
    }

    /// Processes a branch whose condition has become symbolic.
    fn diverge(&mut self, func: Func, branch: Block) {
        let shape = &self.seen(func).shape;
        let found: Impact = impact(shape, branch);
        let joins = found.joins.iter().map(|&b| (b, true));
        let headers = found.headers.iter().map(|&b| (b, false));
        for (join, all_edges) in joins.chain(headers) {
            // The set of parameters that receive different values depends on the block and the compared edges only,
            // not on the branch. So each block is processed once for `all_edges` and once for the back edges.
            if !self.work(func).joined.insert((join, all_edges)) {
                continue;
            }
            let dom = &self.seen(func).shape.dom;
            let accept = |pred: Block| all_edges || dom.dominates(join, pred);
            for param in self.differing(func, join, accept) {
                self.mark(func, param, Reason::Join(branch));
            }
        }
        let returns = found.returns && !std::mem::replace(&mut self.work(func).returned, true);
        if returns && self.results_differ(func) {
            self.mark_return(func);
        }
        for &id in &found.loops {
            self.leave(func, id);
        }
        if found.is_observable() {
            self.control(func, branch);
        }
    }

    /// Returns the parameters of the block `join` that receive different values from the predecessors that `accept`
    /// accepts.
    fn differing(&self, func: Func, join: Block, accept: impl Fn(Block) -> bool) -> Vec<Value> {
        let function = self.function(func);
        let shape = &self.seen(func).shape;
        let mut first: Vec<Option<Value>> = vec![None; function.params(join).len()];
        let mut differs = vec![false; first.len()];
        for &pred in shape.cfg.preds(join).iter().filter(|&&p| accept(p)) {
            for target in function.data(function.terminator(pred)).targets() {
                if target.block != join {
                    continue;
                }
                for (position, &arg) in target.args.iter().enumerate() {
                    let number = shape.alias.value_number(arg);
                    let old = first[position].get_or_insert(number);
                    differs[position] |= *old != number;
                }
            }
        }
        let params = function.params(join).iter().zip(differs);
        params.filter(|(_, d)| *d).map(|(&p, _)| p).collect()
    }

    /// Returns whether the `return` instructions of a function return different values.
    fn results_differ(&self, func: Func) -> bool {
        let function = self.function(func);
        let shape = &self.seen(func).shape;
        let returned = |&block: &Block| match function.data(function.terminator(block)) {
            InstData::Return { value } => value.map(|v| shape.alias.value_number(v)),
            _ => None,
        };
        let mut values: Vec<Value> = shape.cfg.rpo().iter().filter_map(returned).collect();
        values.dedup();
        values.len() > 1
    }

    /// Marks a loop as divergent: different paths leave the loop in different iterations. So the values that the loop
    /// computes become symbolic after the loop, and the instructions there that use these values are enqueued.
    fn leave(&mut self, func: Func, id: LoopId) {
        if !self.work(func).facts.divergent.insert(id) {
            return;
        }
        let function = self.function(func);
        let shape = &self.seen(func).shape;
        let mut outside = Vec::new();
        for &block in &shape.loops.get(id).blocks {
            let results = function.insts(block).iter();
            let results = results.filter_map(|&i| function.result(i));
            for value in function.params(block).iter().copied().chain(results) {
                for &(user, inst) in shape.uses.of(value) {
                    let jumps = function.data(inst).is_terminator();
                    let behind = jumps || !shape.loops.contains(id, user);
                    if behind && shape.cfg.is_reachable(user) {
                        outside.push((func, user, inst));
                    }
                }
            }
        }
        self.enqueue_all(&outside);
    }

    /// Marks the blocks whose execution depends on the symbolic branch at the end of the block `branch`. For a marked
    /// block that ends in a branch, also marks the blocks that depend on this branch.
    fn control(&mut self, func: Func, branch: Block) {
        let mut todo = vec![branch];
        while let Some(decider) = todo.pop() {
            for block in self.seen(func).shape.controlled_by(decider) {
                if !std::mem::replace(&mut self.work(func).facts.controlled[block], true) {
                    self.revisit_effects(func, Some(block));
                    if self.seen(func).shape.cfg.succs(block).len() > 1 {
                        todo.push(block);
                    }
                }
            }
        }
    }

    /// Enqueues the stores, calls and intrinsics of the block `only`, or of all blocks if `only` is `None`. Called when
    /// the execution of these blocks begins to depend on a symbolic branch: a store, for example, then makes the stored
    /// object symbolic.
    fn revisit_effects(&mut self, func: Func, only: Option<Block>) {
        let function = self.function(func);
        let blocks = match only {
            Some(block) => vec![block],
            None => self.seen(func).shape.cfg.rpo().to_vec(),
        };
        for block in blocks {
            for &inst in function.insts(block) {
                let effect = matches!(
                    function.data(inst),
                    InstData::Store { .. }
                        | InstData::Call { .. }
                        | InstData::CallIndirect { .. }
                        | InstData::Intrinsic { .. }
                );
                if effect {
                    self.enqueue(func, block, inst);
                }
            }
        }
    }

    fn finish(self) -> SymbolicInfo {
        let mut info = SymbolicInfo {
            functions: PrimaryMap::new(),
            values: SecondaryMap::new(),
            points_to: self.points_to,
        };
        for (func, function) in &self.module.functions {
            info.values[func] = function.num_values();
        }
        for (func, work) in self.work {
            info.functions.push(work.map(|work| {
                let Work {
                    mut facts, shape, ..
                } = *work;
                let layout = self.module.functions[func].layout().iter().copied();
                facts.branches = layout.filter(|&b| facts.is_branch[b]).collect();
                facts.shape = Some(shape);
                facts
            }));
        }
        info
    }
}

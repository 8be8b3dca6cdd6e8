//! The initial worklist of the analysis of dependence on symbolic input: reachable functions, instructions that read
//! memory, and inputs.
use super::shape::Shape;
use super::solve::{Solver, Work};
use super::{FunctionFacts, Reason};
use crate::points_to::{Object, ObjectId};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use symtool_ir::intrinsic::{Access, ResultValue};
use symtool_ir::{Block, Func, Inst, InstData, Value};

impl Solver<'_> {
    /// Prepares the analysis of every function that is reachable from `entry`.
    pub(super) fn reach(&mut self, entry: Func) {
        let mut todo = vec![entry];
        let mut order = Vec::new();
        let mut seen: FxHashSet<Func> = FxHashSet::default();
        while let Some(func) = todo.pop() {
            if seen.insert(func) {
                order.push(func);
                todo.extend(self.graph.callees(func));
            }
        }
        order.sort_unstable();
        let roots = self.roots(entry);
        for func in order {
            let function = self.function(func);
            if !function.is_declaration() {
                self.work[func] = Some(Box::new(Work {
                    facts: FunctionFacts::default(),
                    shape: Shape::new(function, roots.contains(&func)),
                    inherited: false,
                    result: false,
                    queued: SecondaryMap::new(),
                    done: SecondaryMap::new(),
                    joined: FxHashSet::default(),
                    returned: false,
                    call_sites: Vec::new(),
                }));
            }
        }
    }

    /// Returns the root functions: functions whose return ends the program. The entry function is a root. A function f
    /// that a root r calls is also a root if all four conditions hold: f is called nowhere else, r has a single block,
    /// r makes no other call, and r has no load or store after the call.
    fn roots(&self, entry: Func) -> Vec<Func> {
        let mut roots = vec![entry];
        loop {
            let last = roots[roots.len() - 1];
            let function = self.function(last);
            let calls: Vec<(Block, Inst)> = function
                .all_insts()
                .filter(|&(_, i)| !self.graph.targets(function.data(i)).is_empty())
                .collect();
            let &[(block, call)] = calls.as_slice() else {
                return roots;
            };
            let InstData::Call { func, .. } = function.data(call) else {
                return roots;
            };
            let insts = function.insts(block);
            let after = insts.iter().skip_while(|&&i| i != call).skip(1);
            let ends = after.clone().all(|&i| {
                !matches!(
                    function.data(i),
                    InstData::Load { .. } | InstData::Store { .. }
                )
            }) && function.successors(block).is_empty();
            let once = self.graph.callers(*func) == [last] && !roots.contains(func);
            if !ends || !once || function.layout().len() > 1 {
                return roots;
            }
            roots.push(*func);
        }
    }

    /// Collects the call sites of each function, and the instructions that read each object.
    pub(super) fn collect(&mut self) {
        for func in self.module.functions.keys() {
            if self.work[func].is_none() {
                continue;
            }
            for block in self.seen(func).shape.cfg.rpo().to_vec() {
                for &inst in self.function(func).insts(block) {
                    let data = self.function(func).data(inst);
                    for callee in self.graph.targets(data) {
                        if let Some(work) = &mut self.work[callee] {
                            work.call_sites.push((func, block, inst));
                        }
                    }
                    for addr in read_addresses(data) {
                        let targets = self.points_to.targets(func, addr);
                        if targets.any {
                            self.any_readers.push((func, block, inst));
                        }
                        for &object in &targets.objects {
                            self.readers[object].push((func, block, inst));
                        }
                    }
                }
            }
        }
    }

    pub(super) fn sources(&mut self, entry: Func) {
        let params = self.function(entry).entry();
        for &param in params.map_or(&[][..], |b| self.function(entry).params(b)) {
            self.mark(entry, param, Reason::Input);
        }
        for object in self.never_written() {
            self.mark_object(object);
        }
        for func in self.module.functions.keys() {
            if self.work[func].is_some() {
                for block in self.seen(func).shape.cfg.rpo().to_vec() {
                    for &inst in self.function(func).insts(block) {
                        self.enqueue(func, block, inst);
                    }
                }
            }
        }
    }

    /// Returns the stack slots and heap objects with indeterminate initial contents that no instruction writes. Returns
    /// the empty list if an instruction may write any object.
    fn never_written(&self) -> Vec<ObjectId> {
        let mut written: SecondaryMap<ObjectId, bool> = SecondaryMap::new();
        for (func, function) in &self.module.functions {
            for (_, inst) in function.all_insts() {
                for addr in written_addresses(function.data(inst), function.result(inst)) {
                    let targets = self.points_to.targets(func, addr);
                    if targets.any {
                        return Vec::new();
                    }
                    for &object in &targets.objects {
                        written[object] = true;
                    }
                }
            }
        }
        let indeterminate = |object: Object| match object {
            Object::Slot(..) => true,
            Object::Allocation(func, inst) => !is_zeroed(self.function(func).data(inst)),
            Object::Global(_) | Object::VaArea(_) | Object::Function(_) => false,
        };
        let all = self.points_to.objects();
        all.filter(|&(id, object)| indeterminate(object) && !written[id])
            .map(|(id, _)| id)
            .collect()
    }
}

/// Returns whether an allocating instruction creates an object whose bytes are zero.
fn is_zeroed(data: &InstData) -> bool {
    let InstData::Intrinsic { intrinsic, .. } = data else {
        return false;
    };
    let value = intrinsic.info().value;
    matches!(value, ResultValue::NewObject { zeroed: true, .. })
}

/// Returns the addresses of the memory that an instruction reads; empty for an instruction that reads no memory.
fn read_addresses(data: &InstData) -> Vec<Value> {
    match data {
        InstData::Load { addr, .. } => vec![*addr],
        InstData::Intrinsic {
            intrinsic, args, ..
        } => {
            let accesses = intrinsic.info().accesses(args);
            let read = accesses.filter(|(_, access)| access.reads_memory());
            read.map(|(addr, _)| addr).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the addresses of the memory that an instruction writes. The start and the end of a lifetime are not writes
/// here: they leave the contents indeterminate.
fn written_addresses(data: &InstData, result: Option<Value>) -> Vec<Value> {
    match data {
        InstData::Store { addr, .. } => vec![*addr],
        InstData::Intrinsic {
            intrinsic, args, ..
        } => {
            let accesses = intrinsic.info().accesses(args);
            let written = accesses.filter_map(|(addr, access)| match access {
                Access::Writes(..) => Some(addr),
                Access::Moves => result,
                Access::None
                | Access::Reads(_)
                | Access::Formatted
                | Access::Reaches
                | Access::Begins
                | Access::Ends
                | Access::Frees
                | Access::Escapes => None,
            });
            written.collect()
        }
        _ => Vec::new(),
    }
}

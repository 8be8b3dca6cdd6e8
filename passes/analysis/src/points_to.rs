//! Points-to analysis: for every value of a program, the objects that it may point to. The analysis of dependence on
//! symbolic input (`symbolic`) uses it.
//!
//! The analysis is inclusion-based, flow-insensitive and context-insensitive (Andersen, 1994). It has one node for each
//! value, and one for the contents of each object. Any value, also an integer, may hold an address or one byte of an
//! address, because C code copies structures byte by byte. The analysis assumes that comparisons, products and
//! quotients give no address. It also assumes that only one operand of a pointer addition holds an address: the base,
//! or the offset if the base is a constant. A set with more than [`LIMIT`] members becomes "any object", so that the
//! cost stays near-linear.
use super::callgraph::CallGraph;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use symtool_ir::intrinsic::{Access, Content, ResultValue};
use symtool_ir::{
    Func, Function, Global, Inst, InstData, Intrinsic, Module, Op, OpClass, RelocTarget, StackSlot,
    Value,
};

/// An abstract object: an object of the program, or all objects that one instruction allocates.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// A stack slot of a function. The instances of the slot in all active calls are one object.
    Slot(Func, StackSlot),
    /// A global.
    Global(Global),
    /// All objects that one allocating instruction of the function creates.
    Allocation(Func, Inst),
    /// The variadic arguments of a function, as one object.
    VaArea(Func),
    /// A function.
    Function(Func),
}

/// The number of an abstract object in a [`PointsTo`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(u32);
cranelift_entity::entity_impl!(ObjectId, "object");

/// The maximum number of members of a points-to set; a larger set becomes "any object", so that the cost of the
/// analysis stays near-linear.
pub const LIMIT: usize = 64;

/// A points-to set: a set of abstract objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Whether the set contains every abstract object of the program.
    pub any: bool,
    /// The members, sorted by number; empty if `any` is set.
    pub objects: Vec<ObjectId>,
}

impl Targets {
    /// Returns whether the set is empty. A value with an empty set is not a valid pointer. The exception is a value
    /// computed by arithmetic that the analysis assumes to give no address, such as a product.
    pub fn is_empty(&self) -> bool {
        !self.any && self.objects.is_empty()
    }

    fn insert(&mut self, object: ObjectId) -> bool {
        if self.any {
            return false;
        }
        let Err(at) = self.objects.binary_search(&object) else {
            return false;
        };
        self.objects.insert(at, object);
        if self.objects.len() > LIMIT {
            self.make_any();
        }
        true
    }

    fn make_any(&mut self) -> bool {
        self.objects.clear();
        !std::mem::replace(&mut self.any, true)
    }

    fn union(&mut self, other: &Targets) -> bool {
        if other.any {
            return self.make_any();
        }
        other
            .objects
            .iter()
            .fold(false, |changed, &object| self.insert(object) | changed)
    }
}

type Node = usize;

/// The points-to sets of a program.
#[derive(Debug)]
pub struct PointsTo {
    objects: PrimaryMap<ObjectId, Object>,
    /// For each function, the object number of its first stack slot. The numbers of its other slots follow in order.
    slots: SecondaryMap<Func, u32>,
    /// For each function, the object number of its variadic arguments.
    va_areas: SecondaryMap<Func, u32>,
    /// For each function, the index in `sets` of the points-to set of its first value. The sets of its other values
    /// follow in order.
    values: SecondaryMap<Func, Node>,
    sets: Vec<Targets>,
}

/// The inclusion constraints between points-to sets, and the state of the algorithm that solves them. A *node* is a
/// value of the program or the contents of an object; it has one points-to set.
struct Solver<'m> {
    module: &'m Module,
    graph: &'m CallGraph,
    result: PointsTo,
    allocations: FxHashMap<(Func, Inst), ObjectId>,
    /// The node of the contents of the object with number 0. The nodes of the other contents follow in order of the
    /// objects.
    contents: Node,
    /// The node of everything that is stored through unknown pointers. Its set flows into the contents of every object.
    anywhere: Node,
    /// For each function, the node of its result.
    returns: SecondaryMap<Func, Node>,
    /// For each node, the nodes whose sets include the set of this node.
    flows: Vec<Vec<Node>>,
    /// For each node, the results of the loads whose address is the value of this node.
    loads: Vec<Vec<Node>>,
    /// For each node, the stored values of the stores whose address is the value of this node.
    stores: Vec<Vec<Node>>,
    /// The pairs of nodes in `flows`, so that no pair is added twice.
    known: FxHashSet<(Node, Node)>,
    /// The nodes whose sets have changed and must still be propagated.
    queue: Vec<Node>,
    queued: Vec<bool>,
}

impl PointsTo {
    /// Computes the points-to sets of all values of a module.
    pub fn new(module: &Module, graph: &CallGraph) -> PointsTo {
        let mut solver = Solver::new(module, graph);
        for (func, function) in &module.functions {
            for (_, inst) in function.all_insts() {
                solver.constrain(func, function, inst);
            }
        }
        solver.solve();
        solver.result
    }

    /// Returns all abstract objects.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, Object)> + '_ {
        self.objects.iter().map(|(id, &object)| (id, object))
    }

    /// Returns the object with the number `id`.
    pub fn object(&self, id: ObjectId) -> Object {
        self.objects[id]
    }

    /// Returns the object number of a stack slot.
    pub fn slot(&self, func: Func, slot: StackSlot) -> ObjectId {
        ObjectId(self.slots[func] + slot.index() as u32)
    }

    /// Returns the object number of a global.
    pub fn global(&self, global: Global) -> ObjectId {
        ObjectId(global.index() as u32)
    }

    /// Returns the object number of the variadic arguments of a function.
    pub fn va_area(&self, func: Func) -> ObjectId {
        ObjectId(self.va_areas[func])
    }

    /// Returns the points-to set of a value.
    pub fn targets(&self, func: Func, value: Value) -> &Targets {
        &self.sets[self.values[func] + value.index()]
    }
}

impl<'m> Solver<'m> {
    fn new(module: &'m Module, graph: &'m CallGraph) -> Solver<'m> {
        let mut objects: PrimaryMap<ObjectId, Object> = PrimaryMap::new();
        let mut slots = SecondaryMap::new();
        let mut values = SecondaryMap::new();
        let mut va_areas: SecondaryMap<Func, u32> = SecondaryMap::new();
        let mut allocations = FxHashMap::default();
        for global in module.globals.keys() {
            objects.push(Object::Global(global));
        }
        let mut nodes = 0;
        for (func, function) in &module.functions {
            values[func] = nodes;
            nodes += function.num_values();
            slots[func] = objects.len() as u32;
            for slot in function.slots.keys() {
                objects.push(Object::Slot(func, slot));
            }
            va_areas[func] = objects.push(Object::VaArea(func)).index() as u32;
            objects.push(Object::Function(func));
            for (_, inst) in function.all_insts() {
                if is_allocation(function.data(inst)) {
                    let id = objects.push(Object::Allocation(func, inst));
                    allocations.insert((func, inst), id);
                }
            }
        }
        let contents = nodes;
        let anywhere = contents + objects.len();
        let mut returns = SecondaryMap::new();
        nodes = anywhere + 1;
        for func in module.functions.keys() {
            returns[func] = nodes;
            nodes += 1;
        }
        let mut solver = Solver {
            module,
            graph,
            result: PointsTo {
                objects,
                slots,
                va_areas,
                values,
                sets: vec![Targets::default(); nodes],
            },
            allocations,
            contents,
            anywhere,
            returns,
            flows: vec![Vec::new(); nodes],
            loads: vec![Vec::new(); nodes],
            stores: vec![Vec::new(); nodes],
            known: FxHashSet::default(),
            queue: Vec::new(),
            queued: vec![false; nodes],
        };
        solver.initialise();
        solver
    }

    /// Adds the constraints for the addresses in initializers of globals, and the constraints that a value stored
    /// through an unknown pointer may be in the contents of every object.
    fn initialise(&mut self) {
        for object in self.result.objects.keys().collect::<Vec<_>>() {
            self.flow(self.anywhere, self.content(object));
        }
        for (global, data) in &self.module.globals {
            let node = self.content(self.result.global(global));
            for reloc in &data.relocs {
                let target = match reloc.target {
                    RelocTarget::Global(global) => self.result.global(global),
                    RelocTarget::Func(func) => self.function(func),
                };
                self.add(node, target);
            }
        }
    }

    fn content(&self, object: ObjectId) -> Node {
        self.contents + object.index()
    }

    fn va_area(&self, func: Func) -> ObjectId {
        self.result.va_area(func)
    }

    fn function(&self, func: Func) -> ObjectId {
        ObjectId(self.result.va_areas[func] + 1)
    }

    fn value(&self, func: Func, value: Value) -> Node {
        self.result.values[func] + value.index()
    }

    fn fresh(&mut self) -> Node {
        self.result.sets.push(Targets::default());
        self.flows.push(Vec::new());
        self.loads.push(Vec::new());
        self.stores.push(Vec::new());
        self.queued.push(false);
        self.result.sets.len() - 1
    }

    fn touch(&mut self, node: Node) {
        if !std::mem::replace(&mut self.queued[node], true) {
            self.queue.push(node);
        }
    }

    fn add(&mut self, node: Node, object: ObjectId) {
        if self.result.sets[node].insert(object) {
            self.touch(node);
        }
    }

    fn add_any(&mut self, node: Node) {
        if self.result.sets[node].make_any() {
            self.touch(node);
        }
    }

    fn flow(&mut self, from: Node, to: Node) {
        if from != to && self.known.insert((from, to)) {
            self.flows[from].push(to);
            self.push(from, to);
        }
    }

    fn push(&mut self, from: Node, to: Node) {
        if self.result.sets[from].is_empty() || self.result.sets[to].any {
            return;
        }
        let set = std::mem::take(&mut self.result.sets[from]);
        if self.result.sets[to].union(&set) {
            self.touch(to);
        }
        self.result.sets[from] = set;
    }

    fn load(&mut self, addr: Node, result: Node) {
        self.loads[addr].push(result);
        self.touch(addr);
    }

    fn store(&mut self, value: Node, addr: Node) {
        self.stores[addr].push(value);
        self.touch(addr);
    }

    fn solve(&mut self) {
        while let Some(node) = self.queue.pop() {
            self.queued[node] = false;
            let set = self.result.sets[node].clone();
            for index in 0..self.loads[node].len() {
                let result = self.loads[node][index];
                if set.any {
                    self.add_any(result);
                }
                for &object in &set.objects {
                    self.flow(self.content(object), result);
                }
            }
            for index in 0..self.stores[node].len() {
                let value = self.stores[node][index];
                if set.any {
                    self.flow(value, self.anywhere);
                }
                for &object in &set.objects {
                    self.flow(value, self.content(object));
                }
            }
            for index in 0..self.flows[node].len() {
                self.push(node, self.flows[node][index]);
            }
        }
    }

    fn constrain(&mut self, func: Func, function: &Function, inst: Inst) {
        let data = function.data(inst);
        let result = function.result(inst).map(|v| self.value(func, v));
        match data {
            InstData::Pure { op, args } => {
                for &arg in carriers(function, *op, args) {
                    self.flow(self.value(func, arg), result.unwrap_or(self.anywhere));
                }
            }
            InstData::Load { addr, .. } => {
                self.load(self.value(func, *addr), result.unwrap_or(self.anywhere));
            }
            InstData::Store { value, addr, .. } => {
                self.store(self.value(func, *value), self.value(func, *addr));
            }
            InstData::Intrinsic {
                intrinsic, args, ..
            } => {
                self.constrain_intrinsic(func, inst, (*intrinsic, args), result);
            }
            InstData::Return { value: Some(value) } => {
                self.flow(self.value(func, *value), self.returns[func]);
            }
            InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. } => {
                self.constrain_address(func, data, result);
            }
            _ => {
                for callee in self.graph.targets(data) {
                    self.constrain_call(func, data, callee, result);
                }
                for target in data.targets() {
                    let params = function.params(target.block);
                    for (&arg, &param) in target.args.iter().zip(params) {
                        self.flow(self.value(func, arg), self.value(func, param));
                    }
                }
            }
        }
    }

    fn constrain_address(&mut self, func: Func, data: &InstData, result: Option<Node>) {
        let object = match data {
            InstData::StackAddr { slot } => self.result.slot(func, *slot),
            InstData::GlobalAddr { global } => self.result.global(*global),
            InstData::FuncAddr { func } => self.function(*func),
            _ => return,
        };
        if let Some(result) = result {
            self.add(result, object);
        }
    }

    fn constrain_intrinsic(
        &mut self,
        func: Func,
        inst: Inst,
        (intrinsic, args): (Intrinsic, &[Value]),
        result: Option<Node>,
    ) {
        if let (Some(result), Some(&object)) = (result, self.allocations.get(&(func, inst))) {
            self.add(result, object);
        }
        let info = intrinsic.info();
        for (addr, access) in info.accesses(args) {
            if let Access::Writes(_, Content::CopyOf(from)) = access {
                self.move_contents(func, args[from], self.value(func, addr));
            }
            if let (Access::Moves, Some(result)) = (access, result) {
                self.move_contents(func, addr, result);
            }
        }
        let Some(result) = result else { return };
        match info.value {
            ResultValue::VaArea => self.add(result, self.va_area(func)),
            ResultValue::Unknown => self.add_any(result),
            ResultValue::SomeValue => self.flow(self.value(func, args[0]), result),
            // For an allocation, the start of this method has added the constraint that the result points to the new
            // object. The results of the other intrinsics in this arm point to no object.
            ResultValue::NewObject { .. }
            | ResultValue::MovedObject
            | ResultValue::Nothing
            | ResultValue::Input
            | ResultValue::PathFact
            | ResultValue::Computed
            | ResultValue::FromMemory => {}
        }
    }

    /// Adds the constraint `*to ⊇ *from`: each object to which the node `to` points may contain every address that an
    /// object to which `from` points contains.
    fn move_contents(&mut self, func: Func, from: Value, to: Node) {
        let moved = self.fresh();
        self.load(self.value(func, from), moved);
        self.store(moved, to);
    }

    fn constrain_call(
        &mut self,
        caller: Func,
        data: &InstData,
        callee: Func,
        result: Option<Node>,
    ) {
        let (InstData::Call { args, .. } | InstData::CallIndirect { args, .. }) = data else {
            return;
        };
        let function = &self.module.functions[callee];
        let params = function.entry().map_or(&[][..], |b| function.params(b));
        for (index, &arg) in args.iter().enumerate() {
            let to = match params.get(index) {
                Some(&param) => self.value(callee, param),
                None => self.content(self.va_area(callee)),
            };
            self.flow(self.value(caller, arg), to);
        }
        if let Some(result) = result {
            if function.is_declaration() {
                self.add_any(result);
            }
            self.flow(self.returns[callee], result);
        }
    }
}

/// Returns whether an instruction is an intrinsic that creates an object.
fn is_allocation(data: &InstData) -> bool {
    let InstData::Intrinsic { intrinsic, .. } = data else {
        return false;
    };
    match intrinsic.info().value {
        ResultValue::NewObject { .. } | ResultValue::MovedObject => true,
        ResultValue::Nothing
        | ResultValue::Input
        | ResultValue::Unknown
        | ResultValue::VaArea
        | ResultValue::SomeValue
        | ResultValue::PathFact
        | ResultValue::Computed
        | ResultValue::FromMemory => false,
    }
}

/// Returns the operands of a pure operation that may pass an address to its result.
fn carriers<'a>(function: &Function, op: Op, args: &'a [Value]) -> &'a [Value] {
    match op.class() {
        OpClass::Select => &args[1..],
        OpClass::PtrAdd if function.as_const(args[0]).is_some() => &args[1..],
        OpClass::PtrAdd => &args[..1],
        OpClass::IntUnary => args,
        OpClass::IntBinary => match op {
            Op::Mul | Op::UDiv | Op::SDiv | Op::URem | Op::SRem => &[],
            Op::Shl | Op::LShr | Op::AShr => &args[..1],
            _ => args,
        },
        OpClass::Cast => match op {
            Op::FToS | Op::FToU | Op::SToF | Op::UToF | Op::FExt | Op::FTrunc => &[],
            _ => args,
        },
        _ => &[],
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.any {
            return f.write_str("any");
        }
        let names: Vec<String> = self.objects.iter().map(ToString::to_string).collect();
        write!(f, "{{{}}}", names.join(", "))
    }
}

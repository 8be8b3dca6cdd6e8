//! Lifting: translates a region (a branch with its two sides) into a DAG of terms and into lists of effects. The *head
//! block* is the block that ends in the branch.
//!
//! A leaf of the DAG represents a value defined before the region, the result of an address instruction (equal address
//! instructions share a leaf), or the result of a load. A load with a known value becomes the term of this value, not
//! an effect. The value is known if an earlier access, by the same side or the head block, loaded or stored it at the
//! same address expression, and no store in between can have changed it.
use crate::memory::{Access, Facts};
use crate::regions::Side;
use crate::term::{Dag, Head, TermId};
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{
    Block, BugKind, Function, Inst, InstData, Intrinsic, LocSet, Op, Origins, Type, Value,
    ValueDef, own,
};

/// The value that a leaf of the term DAG represents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LeafKey {
    /// A value defined before the head block (the block that ends in the branch), a block parameter, or the result of
    /// an instruction in the head block, if the instruction is not a pure operation.
    Value(Value),
    /// The address that a `stack_addr`, `global_addr` or `func_addr` computes.
    Address(InstData),
    /// The result of a load in one of the sides.
    Load(Inst),
}

/// The operation that an effect performs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// Loads a value from memory; a leaf of the DAG represents the result.
    Load {
        /// The type of the loaded value.
        ty: Type,
        /// The leaf that represents the loaded value.
        leaf: TermId,
    },
    /// Stores a value to memory.
    Store {
        /// The stored value.
        value: TermId,
        /// The type of the stored value.
        ty: Type,
    },
    /// Fails with a bug report if a condition is false.
    Check {
        /// The condition that must hold.
        cond: TermId,
        /// The kind of the reported failure.
        kind: BugKind,
        /// The text for the failure report.
        text: Option<Box<str>>,
    },
}

/// An effect of a side: a load, a store or a check.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The instruction that has the effect.
    pub inst: Inst,
    /// The operation that the effect performs.
    pub kind: EffectKind,
    /// The address that the effect accesses; `None` for a check.
    pub addr: Option<TermId>,
    /// The guard that the instruction had before melding; `None` if it had no guard.
    pub guard: Option<TermId>,
    /// The possible source locations of the effect, each with the condition under which the effect comes from this
    /// location; `None` if there is no location.
    pub origins: Option<Origins<TermId>>,
}

/// One side of a branch, translated to terms and effects.
#[derive(Clone, Debug, Default)]
pub struct LiftedSide {
    /// The effects in program order.
    pub effects: Vec<Effect>,
    /// The term of each pure instruction, in program order; equal terms are repeated.
    pub ops: Vec<TermId>,
    /// The arguments that the side passes to the join block.
    pub results: Vec<TermId>,
}

/// Translates the blocks of one region (a branch with its two sides) into terms of one DAG.
pub struct Lifter<'f> {
    func: &'f Function,
    /// The DAG of all terms so far.
    pub dag: Dag,
    keys: Vec<LeafKey>,
    /// The number of the leaf for each key: the index of the key in `keys`.
    numbers: FxHashMap<LeafKey, u32>,
    /// The term of each translated value that is defined before the two sides.
    env: FxHashMap<Value, TermId>,
    /// The results of the instructions of the head block.
    head_values: FxHashSet<Value>,
    /// For each term, the IR value that equals the term at the end of the head block (the block that ends in the
    /// branch), if there is such a value.
    pub available: FxHashMap<TermId, Value>,
    /// For each term, the source locations of the instructions that compute it.
    pub locs: FxHashMap<TermId, LocSet>,
    /// For each term, a named IR value of a side that computes the term; the value emitted for the term gets
    /// this name.
    pub names: FxHashMap<TermId, Value>,
    /// The facts about memory that hold at the branch.
    pub facts: Facts,
}

impl<'f> Lifter<'f> {
    /// Returns a lifter that has translated the instructions of the head block (the block that ends in the branch),
    /// except for the branch.
    pub fn new(func: &'f Function, head: Block) -> Lifter<'f> {
        let mut lifter = Lifter {
            func,
            dag: Dag::default(),
            keys: Vec::new(),
            numbers: FxHashMap::default(),
            env: FxHashMap::default(),
            head_values: FxHashSet::default(),
            available: FxHashMap::default(),
            locs: FxHashMap::default(),
            names: FxHashMap::default(),
            facts: Facts::default(),
        };
        let insts = func.insts(head);
        lifter.head_values = insts.iter().filter_map(|&i| func.result(i)).collect();
        for &inst in &insts[..insts.len() - 1] {
            lifter.head_inst(inst);
        }
        lifter
    }

    /// Returns the value that the leaf with this number represents.
    pub fn key(&self, number: u32) -> &LeafKey {
        &self.keys[number as usize]
    }

    fn leaf(&mut self, key: LeafKey, ty: Type) -> TermId {
        let next = self.keys.len() as u32;
        let number = *self.numbers.entry(key.clone()).or_insert(next);
        if number == next {
            self.keys.push(key);
        }
        self.dag.leaf(number, ty)
    }

    fn head_inst(&mut self, inst: Inst) {
        let data = self.func.data(inst);
        let result = self.func.result(inst);
        match data {
            InstData::Load { addr, guard, .. } => {
                let (Some(value), addr) = (result, self.term_before_sides(*addr)) else {
                    return;
                };
                let guard = guard.map(|g| self.term_before_sides(g));
                let ty = self.func.ty(value);
                let value = self.term_before_sides(value);
                let access = Access::new(&self.dag, addr, ty);
                self.facts.load(access, ty, value, guard);
            }
            InstData::Store {
                value, addr, guard, ..
            } => {
                let ty = self.func.ty(*value);
                let (value, addr) = (
                    self.term_before_sides(*value),
                    self.term_before_sides(*addr),
                );
                let guard = guard.map(|g| self.term_before_sides(g));
                self.note_store(None, addr, ty, value, guard);
            }
            InstData::Intrinsic {
                intrinsic: Intrinsic::Own,
                ..
            } => {}
            InstData::Call { .. } | InstData::CallIndirect { .. } | InstData::Intrinsic { .. } => {
                self.facts.clear();
            }
            InstData::Pure { .. }
            | InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. }
            | InstData::Check { .. }
            | InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. }
            | InstData::Return { .. }
            | InstData::Unreachable => {}
        }
    }

    /// Updates the facts about memory for a store of `value` at the address `addr`. If `facts` is `None`, updates the
    /// facts that hold at the branch (the field `facts` of the lifter).
    fn note_store(
        &mut self,
        facts: Option<&mut Facts>,
        addr: TermId,
        ty: Type,
        value: TermId,
        guard: Option<TermId>,
    ) {
        let access = Access::new(&self.dag, addr, ty);
        let (dag, keys) = (&self.dag, &self.keys);
        let objects = |t: TermId| object_of(dag, keys, t);
        facts
            .unwrap_or(&mut self.facts)
            .store(access, ty, value, guard, &objects);
    }

    /// Updates `facts`, the facts about memory, for a store of the merged code.
    pub fn store_into(
        &mut self,
        facts: &mut Facts,
        addr: TermId,
        ty: Type,
        value: TermId,
        guard: Option<TermId>,
    ) {
        self.note_store(Some(facts), addr, ty, value, guard);
    }

    /// Returns whether `addr` is computed from the address of a stack slot, or of a global that is not constant, by
    /// adding an offset. A store to this object within its bounds cannot fail.
    pub fn is_writable(&self, module: &symtool_ir::Module, addr: TermId) -> bool {
        let sum = crate::memory::linear(&self.dag, addr);
        sum.terms.iter().any(|&(t, f)| {
            let Head::Leaf(n, _) = self.dag.get(t).head else {
                return false;
            };
            f == 1
                && match self.key(n) {
                    LeafKey::Address(InstData::StackAddr { .. }) => true,
                    LeafKey::Address(InstData::GlobalAddr { global }) => {
                        !module.globals[*global].constant
                    }
                    _ => false,
                }
        })
    }

    /// Returns the term of a value that is defined before the two sides. A pure operation of the head block (the block
    /// that ends in the branch) becomes an operation of the DAG; any other value becomes a constant or a leaf.
    pub fn term_before_sides(&mut self, value: Value) -> TermId {
        if let Some(&term) = self.env.get(&value) {
            return term;
        }
        let ty = self.func.ty(value);
        let term = match self.func.def(value) {
            ValueDef::Const(bits) => self.dag.constant(ty, bits),
            ValueDef::Inst(inst) => match self.func.data(inst) {
                InstData::Pure { op, args } if self.head_values.contains(&value) => {
                    let args: Vec<TermId> =
                        args.iter().map(|&a| self.term_before_sides(a)).collect();
                    self.dag.op(*op, ty, &args)
                }
                data @ (InstData::StackAddr { .. }
                | InstData::GlobalAddr { .. }
                | InstData::FuncAddr { .. }) => self.leaf(LeafKey::Address(data.clone()), ty),
                _ => self.leaf(LeafKey::Value(value), ty),
            },
            ValueDef::Param(..) => self.leaf(LeafKey::Value(value), ty),
        };
        self.env.insert(value, term);
        if self.dag.as_const(term).is_none() {
            self.available.entry(term).or_insert(value);
        }
        term
    }

    /// Translates one side of the branch to terms and effects. `same_load` maps a load of this side to the aligned load
    /// of the opposite side; both loads then share a leaf. `facts` are the facts about memory that hold at the start of
    /// this side.
    pub fn side(
        &mut self,
        side: &Side,
        facts: &mut Facts,
        same_load: &FxHashMap<Inst, Inst>,
    ) -> LiftedSide {
        let mut env: FxHashMap<Value, TermId> = FxHashMap::default();
        let mut lifted = LiftedSide::default();
        for &inst in &side.insts {
            let term = self.side_inst(side, inst, facts, same_load, &env, &mut lifted);
            if let (Some(term), Some(result)) = (term, self.func.result(inst)) {
                env.insert(result, term);
                self.locs
                    .entry(term)
                    .or_default()
                    .union(self.func.locs(inst));
                if self.func.value_name(result).is_some() {
                    self.names.entry(term).or_insert(result);
                }
            }
        }
        lifted.results = side
            .results
            .iter()
            .map(|&v| self.term_in_side(side, &env, v))
            .collect();
        lifted
    }

    fn term_in_side(
        &mut self,
        side: &Side,
        env: &FxHashMap<Value, TermId>,
        value: Value,
    ) -> TermId {
        let mut value = value;
        while let Some(&arg) = side.params.get(&value) {
            value = arg;
        }
        match env.get(&value) {
            Some(&term) => term,
            None => self.term_before_sides(value),
        }
    }

    fn side_inst(
        &mut self,
        side: &Side,
        inst: Inst,
        facts: &mut Facts,
        same_load: &FxHashMap<Inst, Inst>,
        env: &FxHashMap<Value, TermId>,
        lifted: &mut LiftedSide,
    ) -> Option<TermId> {
        let func = self.func;
        let data = func.data(inst);
        let result = func.result(inst);
        let guard = match data {
            InstData::Load { guard, .. }
            | InstData::Store { guard, .. }
            | InstData::Check { guard, .. } => guard.map(|g| self.term_in_side(side, env, g)),
            _ => None,
        };
        let guard = guard.filter(|&g| self.dag.as_const(g).is_none_or(symtool_ir::Bits::is_zero));
        let origins = match data.origins() {
            Some(origins) => Some(origins.map(|&when| self.term_in_side(side, env, when))),
            None => func.locs(inst).first().map(Origins::one),
        };
        match data {
            InstData::Pure { op, args } => {
                let ty = func.ty(result?);
                let args: Vec<TermId> = args
                    .iter()
                    .map(|&a| self.term_in_side(side, env, a))
                    .collect();
                let term = self.dag.op(*op, ty, &args);
                lifted.ops.push(term);
                Some(term)
            }
            InstData::Intrinsic { args, text, .. } => {
                // The legality check has accepted this intrinsic, so it calls a function in the table `FUNCTIONS`.
                let function = text.as_deref().and_then(own::index_of)? as u32;
                let to = func.ty(result?);
                let args: Vec<TermId> = args
                    .iter()
                    .map(|&a| self.term_in_side(side, env, a))
                    .collect();
                let term = self.dag.intern(Head::Call { function, to }, &args);
                lifted.ops.push(term);
                Some(term)
            }
            InstData::Load { addr, .. } => {
                let addr = self.term_in_side(side, env, *addr);
                let ty = func.ty(result?);
                let access = Access::new(&self.dag, addr, ty);
                if guard.is_none()
                    && let Some(value) = facts.value(&access, ty)
                {
                    return Some(value);
                }
                let key = LeafKey::Load(same_load.get(&inst).copied().unwrap_or(inst));
                let leaf = self.leaf(key, ty);
                facts.load(access, ty, leaf, guard);
                lifted.effects.push(Effect {
                    inst,
                    kind: EffectKind::Load { ty, leaf },
                    addr: Some(addr),
                    guard,
                    origins,
                });
                Some(leaf)
            }
            InstData::Store { value, addr, .. } => {
                let ty = func.ty(*value);
                let value = self.term_in_side(side, env, *value);
                let addr = self.term_in_side(side, env, *addr);
                self.note_store(Some(facts), addr, ty, value, guard);
                lifted.effects.push(Effect {
                    inst,
                    kind: EffectKind::Store { value, ty },
                    addr: Some(addr),
                    guard,
                    origins,
                });
                None
            }
            InstData::Check {
                cond, kind, text, ..
            } => {
                let cond = self.term_in_side(side, env, *cond);
                lifted.effects.push(Effect {
                    inst,
                    kind: EffectKind::Check {
                        cond,
                        kind: *kind,
                        text: text.clone(),
                    },
                    addr: None,
                    guard,
                    origins,
                });
                None
            }
            data @ (InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. }) => {
                let ty = func.ty(result?);
                Some(self.leaf(LeafKey::Address(data.clone()), ty))
            }
            InstData::Call { .. }
            | InstData::CallIndirect { .. }
            | InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. }
            | InstData::Return { .. }
            | InstData::Unreachable => unreachable!("{inst} is not legal in a side"),
        }
    }

    /// Returns the condition `cond` together with its conjuncts at any depth: for `a ∧ (b ∧ c)`, also `a`, `b ∧ c`,
    /// `b`, `c`.
    pub fn conjuncts(&mut self, cond: TermId) -> Vec<TermId> {
        let mut all = vec![cond];
        let mut next = 0;
        while next < all.len() {
            let id = all[next];
            if let Some(args) = self.dag.as_op(id, Op::And) {
                all.extend_from_slice(args);
            } else if let Some(&[inner]) = self.dag.as_op(id, Op::Not)
                && let Some(&[a, b]) = self.dag.as_op(inner, Op::Or)
            {
                let negated = [self.dag.not(a), self.dag.not(b)];
                all.extend(negated);
            }
            next += 1;
        }
        all
    }
}

/// Returns a number that identifies the stack slot or global whose address is `term`; `None` for any other term.
fn object_of(dag: &Dag, keys: &[LeafKey], term: TermId) -> Option<u64> {
    let Head::Leaf(n, _) = dag.get(term).head else {
        return None;
    };
    match &keys[n as usize] {
        LeafKey::Address(InstData::StackAddr { slot }) => Some(2 * slot.index() as u64),
        LeafKey::Address(InstData::GlobalAddr { global }) => Some(2 * global.index() as u64 + 1),
        _ => None,
    }
}

impl Lifter<'_> {
    /// Returns a leaf for the value that memory holds at the address of `store` before the store. Melding loads this
    /// value before a speculative store, which writes it back if the branch takes the opposite side.
    pub fn fresh_load(&mut self, store: Inst, ty: Type) -> TermId {
        self.leaf(LeafKey::Load(store), ty)
    }

    /// Returns the terms of the region, and the maps with their values, locations and names, from which
    /// [`rebuild`](crate::rebuild) emits the merged code. Ends the borrow of the function.
    pub fn into_parts(self) -> Lifted {
        Lifted {
            dag: self.dag,
            keys: self.keys,
            available: self.available,
            locs: self.locs,
            names: self.names,
        }
    }
}

/// The terms of a region, with their values, locations and names. A value of this type borrows nothing from the
/// function, so the function can be changed.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// The DAG of all terms.
    pub dag: Dag,
    /// The value that each leaf represents, by leaf number.
    pub keys: Vec<LeafKey>,
    /// For each term, the IR value that equals the term at the end of the head block (the block that ends in the
    /// branch), if there is such a value.
    pub available: FxHashMap<TermId, Value>,
    /// For each term, the source locations of the instructions that compute it.
    pub locs: FxHashMap<TermId, LocSet>,
    /// For each term, a named IR value of a side that computes the term; the value emitted for the term gets
    /// this name.
    pub names: FxHashMap<TermId, Value>,
}

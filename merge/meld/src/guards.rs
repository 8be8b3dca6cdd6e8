//! What guarded sides ([`loops`](super::loops)) and guarded loops ([`trips`](super::trips)) share: which blocks may run where
//! the original would not come to them, and how each of their effects gets its guard.
use super::legality::{MAX_SIDE, MAX_SYMBOLIC_ACCESSES, blocks_meld};
use super::select_branches::Wanted;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{
    Block, Func, Function, Inst, InstData, Intrinsic, LocSet, Module, Op, Type, Value, ValueDef,
};

/// Why some blocks cannot run under a guard, as an error. `decided` are the terminators that the guard itself decides.
pub fn check(
    module: &Module,
    func: &Function,
    id: Func,
    blocks: &[Block],
    decided: &[Inst],
    wanted: &Wanted,
) -> Result<(), String> {
    let count: usize = blocks.iter().map(|&block| func.insts(block).len()).sum();
    if count > MAX_SIDE {
        return Err(format!("its sides have {count} instructions"));
    }
    let (mut decisive, mut symbolic_accesses) = (Vec::new(), 0);
    for &block in blocks {
        for &inst in func.insts(block) {
            if decided.contains(&inst) {
                continue;
            }
            let data = func.data(inst);
            match data {
                InstData::Branch { cond, .. } | InstData::Switch { value: cond, .. } => {
                    if wanted.is_symbolic(id, inst) {
                        return Err(
                            "a side branches on an input, or loops as often as one says".to_owned()
                        );
                    }
                    decisive.push(*cond);
                }
                InstData::Intrinsic {
                    intrinsic: Intrinsic::MayBe,
                    ..
                } => {}
                InstData::Load {
                    volatile: false, ..
                }
                | InstData::Store {
                    volatile: false, ..
                } => {
                    symbolic_accesses += usize::from(wanted.has_symbolic_address(id, inst));
                }
                _ => {
                    if let Some(why) = blocks_meld(module, data) {
                        return Err(why);
                    }
                }
            }
        }
    }
    if symbolic_accesses > MAX_SYMBOLIC_ACCESSES {
        return Err(format!(
            "{symbolic_accesses} accesses at symbolic addresses"
        ));
    }
    if Slice::new(module, func, blocks).reaches_memory(decisive, Through::All) {
        return Err("a loop in a side depends on memory that only this side may read".to_owned());
    }
    Ok(())
}

/// Which operands a slice follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Through {
    /// All.
    All,
    /// Not the truth values: what a value is chosen by, but not what it is computed from.
    Data,
}

/// How values of some blocks are computed, across their jumps.
pub struct Slice<'f> {
    func: &'f Function,
    insts: FxHashMap<Value, Inst>,
    incoming: FxHashMap<Value, Vec<Value>>,
    /// Loads whose value may depend on whether the blocks' guard holds.
    loads: FxHashSet<Inst>,
}

impl<'f> Slice<'f> {
    /// Of these blocks.
    pub fn new(module: &Module, func: &'f Function, blocks: &[Block]) -> Slice<'f> {
        let all = || blocks.iter().flat_map(|&b| func.insts(b)).copied();
        let insts = all().filter_map(|inst| Some((func.result(inst)?, inst)));
        let mut incoming: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        for &block in blocks {
            for target in func.data(func.terminator(block)).targets() {
                for (&param, &arg) in func.params(target.block).iter().zip(&target.args) {
                    incoming.entry(param).or_default().push(arg);
                }
            }
        }
        // A store under the guard may change what any load sees.
        let stores = all().any(|inst| matches!(func.data(inst), InstData::Store { .. }));
        let changes = |&inst: &Inst| {
            matches!(func.data(inst), InstData::Load { .. })
                && (stores || needs_guard(module, func, inst))
        };
        Slice {
            func,
            insts: insts.collect(),
            incoming,
            loads: all().filter(changes).collect(),
        }
    }

    /// Is one of the values computed from a load that the guard can change?
    pub fn reaches_memory(&self, mut open: Vec<Value>, through: Through) -> bool {
        let mut seen = FxHashSet::default();
        let follow = |value: &Value| through == Through::All || self.func.ty(*value) != Type::I1;
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            if let ValueDef::Param(..) = self.func.def(value) {
                let args = self.incoming.get(&value).into_iter().flatten();
                open.extend(args.copied().filter(follow));
                continue;
            }
            let Some(&inst) = self.insts.get(&value) else {
                continue;
            };
            if self.loads.contains(&inst) {
                return true;
            }
            match self.func.data(inst) {
                // Its answer is the same on the whole path.
                InstData::Intrinsic { .. } => {}
                data => open.extend(data.args().into_iter().filter(follow)),
            }
        }
        false
    }
}

/// Can this load fail or see what it must not? Not one of a whole named variable.
fn needs_guard(module: &Module, func: &Function, inst: Inst) -> bool {
    let InstData::Load {
        addr, guard: None, ..
    } = func.data(inst)
    else {
        return true;
    };
    let bytes = func.result(inst).map_or(0, |v| func.ty(v).bytes());
    match func.def_data(*addr) {
        Some(InstData::GlobalAddr { global }) => module.globals[*global].size < bytes,
        _ => true,
    }
}

/// Makes the guarded form; new instructions that belong to none of the old ones get the branch's lines.
pub struct Maker<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function that is changed.
    pub func: &'a mut Function,
    /// Lines of new instructions.
    pub locs: LocSet,
    /// Selects made.
    pub selects: usize,
}

impl Maker<'_> {
    /// A new operation at the end of a list.
    pub fn op(&mut self, op: Op, args: &[Value], ty: Type, into: &mut Vec<Inst>) -> Value {
        let inst = self
            .func
            .make_inst(InstData::pure(op, args), Some(ty), self.locs.clone());
        into.push(inst);
        self.func.result(inst).expect("operations have results")
    }

    /// A new block behind others, with the parameters of another block.
    pub fn block_like(&mut self, like: Block, behind: &[Block]) -> Block {
        let block = self.func.add_block();
        for param in self.func.params(like).to_vec() {
            self.func.add_param(block, self.func.ty(param));
        }
        let mut order = self.func.layout().to_vec();
        order.retain(|&b| b != block);
        let last = order.iter().rposition(|b| behind.contains(b));
        order.insert(last.map_or(order.len(), |at| at + 1), block);
        self.func.set_layout(order);
        block
    }

    /// Guards all effects of a block.
    pub fn guard_block(&mut self, block: Block, guard: Value) {
        let mut insts = Vec::new();
        for inst in self.func.insts(block).to_vec() {
            self.guard_one(inst, guard, &mut insts);
            insts.push(inst);
        }
        self.func.set_insts(block, insts);
    }

    /// Asks whether a condition may be 1 here.
    pub fn may_be(&mut self, cond: Value, into: &mut Vec<Inst>) -> Value {
        let ask = InstData::Intrinsic {
            intrinsic: Intrinsic::MayBe,
            args: [cond].into_iter().collect(),
            text: None,
        };
        let ask = self.func.make_inst(ask, Some(Type::I1), self.locs.clone());
        into.push(ask);
        self.func.result(ask).expect("it has an answer")
    }

    /// Gives an instruction a guard beside the one it has, if it needs one.
    fn guard_one(&mut self, inst: Inst, guard: Value, into: &mut Vec<Inst>) {
        let old = match self.func.data(inst) {
            InstData::Load { guard, .. } if needs_guard(self.module, self.func, inst) => *guard,
            InstData::Store { guard, .. } | InstData::Check { guard, .. } => *guard,
            InstData::Intrinsic {
                intrinsic: Intrinsic::MayBe,
                args,
                ..
            } => Some(args[0]),
            _ => return,
        };
        let locs = std::mem::replace(&mut self.locs, self.func.locs(inst).clone());
        let both = match old {
            Some(old) => self.op(Op::And, &[guard, old], Type::I1, into),
            None => guard,
        };
        self.locs = locs;
        match self.func.data_mut(inst) {
            InstData::Load { guard, .. }
            | InstData::Store { guard, .. }
            | InstData::Check { guard, .. } => *guard = Some(both),
            InstData::Intrinsic { args, .. } => args[0] = both,
            _ => {}
        }
    }
}

/// Is it a branch that guarding has made: one on whether a guarded piece may run?
pub fn is_made(func: &Function, branch: Inst) -> bool {
    let asks = |value: Value| {
        let may_be = Intrinsic::MayBe;
        let data = func.def_data(value);
        matches!(data, Some(InstData::Intrinsic { intrinsic, .. }) if *intrinsic == may_be)
    };
    let InstData::Branch { cond, .. } = func.data(branch) else {
        return false;
    };
    let mut made = asks(*cond);
    if let Some(data) = func.def_data(*cond) {
        data.for_each_arg(|value| made |= asks(value));
    }
    made
}

//! Static facts about functions: loops, joins, writes, and relevance to checks.
//!
//! A block is a *join* if it has several predecessors. A block is also a join if its predecessor lies in a loop that
//! does not contain the block: each iteration of the loop has a separate edge to the block. So whether a block is a
//! join does not depend on how far the graph is unrolled. A loop header is classified twice: for iteration 0, its
//! predecessors are the blocks outside of the loop; for later iterations, they are the latches (the sources of back
//! edges). A *goal* is a failure or an unsupported construct that the search tries to reach.
mod address_uses;
mod conversions;
mod indeterminate;
mod relevance;
mod writes;

pub use address_uses::{AddressUses, Difference};
use indeterminate::MarkedObjects;
use writes::escapes;
pub use writes::{Creation, Exposure, Writes};

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::{LoopForest, LoopId};
use symtool_analysis::wrappers::CheckWrappers;
use symtool_engine::code::{FnCode, Reg};
use symtool_ir::bug::Checks;
use symtool_ir::{
    Block, CheckKind, Func, Function, Global, Inst, InstData, Intrinsic, Module, Op, StackSlot,
    Value, ValueDef,
};

/// An object that the form of an address identifies without execution: the address `&x + 4` identifies `x`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NamedObject {
    /// A stack slot of the function that computes the address.
    Slot(u32),
    /// A global.
    Global(Global),
}

/// Static facts about one function.
#[derive(Debug)]
pub struct FunctionInfo {
    /// The control-flow graph of the function.
    pub cfg: Cfg,
    /// The dominator tree of the function.
    pub dom: DomTree,
    /// The loops of the function.
    pub loops: LoopForest,
    /// The basic blocks in the order in which the decoded function contains them.
    pub layout: Vec<Block>,
    /// The first step of each block.
    starts: FxHashMap<Block, u32>,
    /// For each register, the block that defines it. `None` for constants and fixed addresses, which have the
    /// same value in all loop iterations.
    def_block: Vec<Option<Block>>,
    /// The registers of the block parameters, by block.
    pub params: FxHashMap<Block, Vec<Reg>>,
    /// The blocks from which a check is reachable before the function returns.
    relevant: FxHashSet<Block>,
    /// The writes of each block, including the writes of the functions that the block calls.
    writes: FxHashMap<Block, Writes>,
    /// Those writes of the function that its callers can observe: writes to its own stack slots are excluded.
    pub writes_outside: Writes,
    /// The blocks with a check that fails for every input.
    always_failing: FxHashSet<Block>,
    /// The stack slots whose C scope may end before the function returns.
    pub scoped: FxHashSet<u32>,
    /// The stack slots with addresses that escape.
    escaped: FxHashSet<u32>,
    /// The reachable blocks that end with a return.
    pub returning: Vec<Block>,
    /// Whether the function has a cycle that is not a natural loop.
    pub irreducible: bool,
    /// The uses of addresses as numbers in the function.
    pub addresses: AddressUses,
}

/// Static facts about a program.
#[derive(Debug)]
pub struct ProgramInfo {
    functions: Vec<Option<FunctionInfo>>,
    /// The functions that can fail, directly or in a function that they call.
    may_fail: FxHashSet<Func>,
    escaped_globals: FxHashSet<Global>,
    /// The objects that have initialization marks, which record for each byte whether it is initialized.
    pub marked: MarkedObjects,
    /// The entry function if the end of the program is checked for leaks; otherwise `None`.
    leaking_entry: Option<Func>,
    /// The instructions whose goals (possible failures, and unsupported constructs) are all closed: the search for them
    /// has ended.
    closed: FxHashSet<(Func, Inst)>,
    /// Chains of calls of check wrappers (functions such as `__VERIFIER_assert`), outermost call first. Each chain ends
    /// with a check whose goal is closed for calls through this chain.
    closed_chains: FxHashSet<Vec<(Func, Inst)>>,
    /// The functions that check a condition for their callers.
    pub wrappers: CheckWrappers,
}

/// Returns the object into which an address points in every execution, and the offset if it is constant. Returns
/// `None` if the form of the address does not determine the object.
pub fn named_object(function: &Function, mut value: Value) -> Option<(NamedObject, Option<i64>)> {
    let mut offset = Some(0i64);
    loop {
        let ValueDef::Inst(inst) = function.def(value) else {
            return None;
        };
        match function.data(inst) {
            InstData::StackAddr { slot } => {
                return Some((NamedObject::Slot(slot_number(*slot)), offset));
            }
            InstData::GlobalAddr { global } => return Some((NamedObject::Global(*global), offset)),
            InstData::Pure {
                op: Op::PtrAdd,
                args,
            } => {
                let step = function.as_const(args[1]).map(|bits| bits.low_u64() as i64);
                offset = offset.zip(step).and_then(|(a, b)| a.checked_add(b));
                value = args[0];
            }
            _ => return None,
        }
    }
}

fn slot_number(slot: StackSlot) -> u32 {
    slot.as_u32()
}

impl ProgramInfo {
    /// Analyzes all functions of a program that begins in the function `entry`. `code` has the decoded steps of each
    /// function, by function.
    pub fn new(module: &Module, entry: Func, code: &[FnCode], checks: Checks) -> ProgramInfo {
        let mut infos = ProgramInfo {
            functions: Vec::new(),
            may_fail: FxHashSet::default(),
            escaped_globals: FxHashSet::default(),
            marked: MarkedObjects::default(),
            leaking_entry: (checks.has(CheckKind::Leak) && allocates(module)).then_some(entry),
            closed: FxHashSet::default(),
            closed_chains: FxHashSet::default(),
            wrappers: CheckWrappers::new(module),
        };
        for (function, code) in module.functions.values().zip(code) {
            infos.functions.push(
                (!function.is_declaration()).then(|| FunctionInfo::new(function, code, checks)),
            );
        }
        for global in module.globals.values() {
            for reloc in &global.relocs {
                if let symtool_ir::RelocTarget::Global(to) = reloc.target {
                    infos.escaped_globals.insert(to);
                }
            }
        }
        for (func, function) in &module.functions {
            if let Some(info) = &mut infos.functions[func.as_u32() as usize] {
                escapes(function, &mut info.escaped, &mut infos.escaped_globals);
            }
        }
        infos.find_marked(module, checks);
        infos.find_writes(module);
        infos.find_relevant(module, checks);
        infos
    }

    /// Returns the facts about a function; `None` if the function has no body.
    pub fn of(&self, func: Func) -> Option<&FunctionInfo> {
        self.functions[func.as_u32() as usize].as_ref()
    }

    /// Returns whether a write through an unknown pointer may change the global `global`.
    pub fn is_escaped(&self, global: Global) -> bool {
        self.escaped_globals.contains(&global)
    }

    /// Applies `step` to all functions with a body, repeatedly until no application reports a change.
    fn fixpoint(
        &mut self,
        module: &Module,
        mut step: impl FnMut(&mut ProgramInfo, Func, &Function) -> bool,
    ) {
        let mut changed = true;
        while changed {
            changed = false;
            for (func, function) in &module.functions {
                changed |= step(self, func, function);
            }
        }
    }
}

/// Returns whether a value is the address of a known object plus a constant offset. Within one call of the
/// function, such a value never changes.
fn is_fixed(function: &Function, value: Value) -> bool {
    named_object(function, value).is_some_and(|(_, offset)| offset.is_some())
}

/// Returns the stack slots for which instructions mark the beginning or the end of their C scope.
fn scoped(function: &Function) -> FxHashSet<u32> {
    let mut slots = FxHashSet::default();
    for (_, inst) in function.all_insts() {
        let InstData::Intrinsic {
            intrinsic, args, ..
        } = function.data(inst)
        else {
            continue;
        };
        for (addr, access) in intrinsic.info().accesses(args) {
            if access.is_lifetime()
                && let Some((NamedObject::Slot(slot), _)) = named_object(function, addr)
            {
                slots.insert(slot);
            }
        }
    }
    slots
}

/// Returns the blocks with a check that fails for every input.
fn always_failing(function: &Function, checks: Checks) -> FxHashSet<Block> {
    let insts = function
        .all_insts()
        .map(|(block, inst)| (block, function.data(inst)));
    let always_failing = insts.filter(|(_, data)| match data {
        InstData::Check {
            kind,
            cond,
            guard: None,
            ..
        } => checks.has(kind.check()) && function.as_const(*cond).is_some_and(|c| !c.is_true()),
        _ => false,
    });
    always_failing.map(|(block, _)| block).collect()
}

impl FunctionInfo {
    fn new(function: &Function, code: &FnCode, checks: Checks) -> FunctionInfo {
        let cfg = Cfg::new(function);
        let dom = DomTree::new(&cfg);
        let loops = LoopForest::new(&cfg, &dom);
        let layout: Vec<Block> = function.layout().to_vec();
        let starts = layout.iter().copied().zip(code.starts.iter().copied());
        let starts: FxHashMap<Block, u32> = starts.collect();
        let mut def_block = vec![None; code.initial.len()];
        let mut params = FxHashMap::default();
        let mut returning = Vec::new();
        let reg = |value: Value| code.regs.get(value.as_u32() as usize).copied().unwrap_or(0);
        for &block in &layout {
            let regs: Vec<Reg> = function.params(block).iter().map(|&v| reg(v)).collect();
            for &reg in &regs {
                def_block[reg as usize] = Some(block);
            }
            params.insert(block, regs);
            for &inst in function.insts(block) {
                if let Some(result) = function.result(inst)
                    && !is_fixed(function, result)
                {
                    def_block[reg(result) as usize] = Some(block);
                }
                let is_return = matches!(function.data(inst), InstData::Return { .. });
                if is_return && cfg.is_reachable(block) {
                    returning.push(block);
                }
            }
        }
        FunctionInfo {
            irreducible: !loops.irreducible().is_empty(),
            addresses: AddressUses::new(function, &dom),
            cfg,
            dom,
            loops,
            layout,
            starts,
            def_block,
            params,
            relevant: FxHashSet::default(),
            writes: FxHashMap::default(),
            writes_outside: Writes::default(),
            always_failing: always_failing(function, checks),
            scoped: scoped(function),
            escaped: FxHashSet::default(),
            returning,
        }
    }

    /// Returns whether a block has a check that fails for every input.
    pub fn always_fails(&self, block: Block) -> bool {
        self.always_failing.contains(&block)
    }

    /// Returns the block that contains a step.
    pub fn block_at(&self, code: &FnCode, pc: u32) -> Block {
        let at = code.starts.partition_point(|&start| start <= pc);
        self.layout[at - 1]
    }

    /// Returns the first step of a block.
    pub fn start(&self, block: Block) -> u32 {
        self.starts[&block]
    }

    /// Returns the loops around a block, outermost first.
    pub fn loops_around(&self, block: Block) -> SmallVec<[LoopId; 4]> {
        let mut all: SmallVec<[LoopId; 4]> = self.loops.around(block).collect();
        all.reverse();
        all
    }

    /// Returns whether `block` is the header of the loop `id`.
    pub fn is_header(&self, id: LoopId, block: Block) -> bool {
        self.loops.get(id).header == block
    }

    /// Returns whether every loop that contains `outer` also contains `inner`.
    fn is_in_loops_of(&self, inner: Block, outer: Block) -> bool {
        self.loops
            .around(outer)
            .all(|id| self.loops.contains(id, inner))
    }

    /// Returns whether a check is reachable from `block` before the function returns.
    pub fn is_relevant(&self, block: Block) -> bool {
        self.relevant.contains(&block)
    }

    /// Returns whether a write through an unknown pointer may change the stack slot `slot`.
    pub fn is_escaped(&self, slot: u32) -> bool {
        self.escaped.contains(&slot)
    }

    /// Returns whether a block is a join. For a loop header, `later_iteration` is `true` for the iterations
    /// after iteration 0.
    pub fn is_join(&self, block: Block, later_iteration: bool) -> bool {
        let header_of = self
            .loops
            .innermost(block)
            .filter(|&id| self.is_header(id, block));
        let of_class = |pred: &&Block| match header_of {
            Some(id) => self.loops.contains(id, **pred) == later_iteration,
            None => true,
        };
        let preds: SmallVec<[Block; 4]> = self
            .cfg
            .preds(block)
            .iter()
            .filter(of_class)
            .copied()
            .collect();
        preds.len() > 1 || preds.iter().any(|&pred| !self.is_in_loops_of(block, pred))
    }

    /// Returns whether the register `reg` is defined in a loop that does not contain `block`. If so, the value of the
    /// register in `block` depends on the iteration in which the loop ended.
    pub fn leaves_loop(&self, reg: Reg, block: Block) -> bool {
        self.def_block[reg as usize].is_some_and(|def| !self.is_in_loops_of(block, def))
    }

    /// Returns whether one of `blocks` may change the bytes for which `exposure` was computed. A block may change the
    /// bytes if it contains a write of a kind that `exposure` lists, or if it creates the object that contains the
    /// bytes.
    pub fn may_write(&self, blocks: impl IntoIterator<Item = Block>, exposure: &Exposure) -> bool {
        blocks.into_iter().any(|block| {
            let writes = self.writes.get(&block);
            exposure.created == Creation::In(block)
                || writes.is_none_or(|writes| writes.may_write(exposure))
        })
    }

    /// Returns every block that lies on some path from `from` to `to`, where `from` dominates `to`. `from` is
    /// excluded. `to` is included only if some path visits it more than once. If `outside_of` is a loop, paths
    /// that reach `to` from inside the loop are ignored. A memory read at `to` skips these blocks if none of them
    /// writes the bytes.
    pub fn between(&self, from: Block, to: Block, outside_of: Option<LoopId>) -> Vec<Block> {
        let mut seen = FxHashSet::default();
        let enters = |b: &Block| outside_of.is_none_or(|id| !self.loops.contains(id, *b));
        let mut work: Vec<Block> = self.cfg.preds(to).iter().copied().filter(enters).collect();
        while let Some(block) = work.pop() {
            if block == from || !seen.insert(block) {
                continue;
            }
            work.extend(self.cfg.preds(block));
        }
        let mut all: Vec<Block> = seen.into_iter().collect();
        all.sort_unstable_by_key(|&b| self.cfg.rpo_index(b));
        all
    }
}

/// Returns whether a program may create heap blocks.
fn allocates(module: &Module) -> bool {
    let mut insts = module
        .functions
        .values()
        .flat_map(|function| function.all_insts().map(|(_, inst)| function.data(inst)));
    insts.any(|data| match data {
        InstData::Intrinsic { intrinsic, .. } => matches!(
            intrinsic,
            Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Realloc
        ),
        _ => false,
    })
}

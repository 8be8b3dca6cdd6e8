//! Facts about functions that the unrolled graph is made with.
//!
//! A block is a *join* in two ways that do not depend on how far the graph has grown: several edges lead to it, or one leads
//! out of a loop, of which every trip has its own. For a loop's header the first trip and the later ones are told apart:
//! one is reached from outside, the others from latches.
mod conversions;
mod relevance;
mod writes;

use writes::escapes;
pub use writes::{Exposure, Writes};

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use symtool_engine::exec::decode::{FnCode, Reg};
use symtool_ir::bug::Checks;
use symtool_ir::{
    Block, CheckKind, Func, Function, Global, Inst, InstData, Intrinsic, Module, Op, StackSlot,
    Value, ValueDef,
};
use symtool_passes::analysis::cfg::Cfg;
use symtool_passes::analysis::domtree::DomTree;
use symtool_passes::analysis::loops::{LoopForest, LoopId};

/// An object with a name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// A stack slot of the function itself.
    Slot(u32),
    /// A global.
    Global(Global),
}

/// Facts about one function.
#[derive(Debug)]
pub struct FunctionInfo {
    /// Its edges.
    pub cfg: Cfg,
    /// Its dominators.
    pub dom: DomTree,
    /// Its loops.
    pub loops: LoopForest,
    /// By layout order, as in [`FnCode::starts`].
    pub layout: Vec<Block>,
    /// By block: the first step.
    starts: FxHashMap<Block, u32>,
    /// By register: the block that sets it, if that may be to another value in another trip of a loop.
    def_block: Vec<Option<Block>>,
    /// The registers of block parameters.
    pub params: FxHashMap<Block, Vec<Reg>>,
    /// Blocks from whose beginning something can go wrong before the function returns.
    matters: FxHashSet<Block>,
    /// By block: what it may write, calls included.
    writes: FxHashMap<Block, Writes>,
    /// What all of it may write, as callers see it.
    pub writes_outside: Writes,
    /// Blocks in which a check fails whatever the input.
    failing: FxHashSet<Block>,
    /// Slots whose block may end before the function does.
    pub scoped: FxHashSet<u32>,
    /// Slots whose address may be known elsewhere.
    escaped: FxHashSet<u32>,
    /// The blocks that return.
    pub returning: Vec<Block>,
    /// Has it a cycle that is no natural loop?
    pub irreducible: bool,
}

/// Facts about a program.
#[derive(Debug)]
pub struct ProgramInfo {
    functions: Vec<Option<FunctionInfo>>,
    /// Functions in which, or in whose callees, something can go wrong.
    may_fail: FxHashSet<Func>,
    escaped_globals: FxHashSet<Global>,
    /// Instructions at which nothing is looked for any more.
    closed: FxHashSet<(Func, Inst)>,
}

/// The object that an address surely points into, with its offset if that is known.
pub fn root(function: &Function, mut value: Value) -> Option<(Root, Option<i64>)> {
    let mut offset = Some(0i64);
    loop {
        let ValueDef::Inst(inst) = function.def(value) else {
            return None;
        };
        match function.data(inst) {
            InstData::StackAddr { slot } => return Some((Root::Slot(slot_number(*slot)), offset)),
            InstData::GlobalAddr { global } => return Some((Root::Global(*global), offset)),
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
    /// Looks at all functions; `code` is by function.
    pub fn new(module: &Module, code: &[FnCode], checks: Checks) -> ProgramInfo {
        let mut infos = ProgramInfo {
            functions: Vec::new(),
            may_fail: FxHashSet::default(),
            escaped_globals: FxHashSet::default(),
            closed: FxHashSet::default(),
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
        infos.find_writes(module);
        infos.find_relevant(module, checks);
        infos
    }

    /// A function with a body.
    pub fn of(&self, func: Func) -> Option<&FunctionInfo> {
        self.functions[func.as_u32() as usize].as_ref()
    }

    /// May a write through a pointer from elsewhere hit this global?
    pub fn is_escaped(&self, global: Global) -> bool {
        self.escaped_globals.contains(&global)
    }

    /// Repeats a step for all functions with a body until it changes none.
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

/// Is it an address that is the same wherever it is computed in a call?
fn is_fixed(function: &Function, value: Value) -> bool {
    root(function, value).is_some_and(|(_, offset)| offset.is_some())
}

/// The slots that a function has markers of ending blocks for.
fn scoped(function: &Function) -> FxHashSet<u32> {
    let mut slots = FxHashSet::default();
    for (_, inst) in function.all_insts() {
        if let InstData::Intrinsic {
            intrinsic: Intrinsic::ScopeLeave | Intrinsic::ScopeEnter,
            args,
            ..
        } = function.data(inst)
            && let Some((Root::Slot(slot), _)) = root(function, args[0])
        {
            slots.insert(slot);
        }
    }
    slots
}

/// The blocks in which a check fails whatever the input.
fn failing(function: &Function, checks: Checks) -> FxHashSet<Block> {
    let insts = function
        .all_insts()
        .map(|(block, inst)| (block, function.data(inst)));
    let failing = insts.filter(|(_, data)| match data {
        InstData::Check {
            kind,
            cond,
            guard: None,
            ..
        } => checks.has(kind.check()) && function.as_const(*cond).is_some_and(|c| !c.is_true()),
        _ => false,
    });
    failing.map(|(block, _)| block).collect()
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
            cfg,
            dom,
            loops,
            layout,
            starts,
            def_block,
            params,
            matters: FxHashSet::default(),
            writes: FxHashMap::default(),
            writes_outside: Writes::default(),
            failing: failing(function, checks),
            scoped: scoped(function),
            escaped: FxHashSet::default(),
            returning,
        }
    }

    /// Does a check fail in this block, whatever the input?
    pub fn fails(&self, block: Block) -> bool {
        self.failing.contains(&block)
    }

    /// The block that a step is in.
    pub fn block_at(&self, code: &FnCode, pc: u32) -> Block {
        let at = code.starts.partition_point(|&start| start <= pc);
        self.layout[at - 1]
    }

    /// The first step of a block.
    pub fn start(&self, block: Block) -> u32 {
        self.starts[&block]
    }

    /// The loops around a block, outermost first.
    pub fn loops_around(&self, block: Block) -> SmallVec<[LoopId; 4]> {
        let mut all: SmallVec<[LoopId; 4]> = self.loops.around(block).collect();
        all.reverse();
        all
    }

    /// Is it the header of this loop?
    pub fn is_header(&self, id: LoopId, block: Block) -> bool {
        self.loops.get(id).header == block
    }

    /// Is every loop around one block around the other, too?
    pub fn is_in_loops_of(&self, inner: Block, outer: Block) -> bool {
        self.loops
            .around(outer)
            .all(|id| self.loops.contains(id, inner))
    }

    /// Can something go wrong from the beginning of this block on, before the function returns?
    pub fn matters(&self, block: Block) -> bool {
        self.matters.contains(&block)
    }

    /// May the address of a slot be known elsewhere?
    pub fn is_escaped(&self, slot: u32) -> bool {
        self.escaped.contains(&slot)
    }

    /// Does control join at the beginning of a block: in the first trip of the loop whose header it is, or a later one?
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

    /// Does the value of a register at a block depend on which trip of a loop was the last?
    pub fn leaves_loop(&self, reg: Reg, block: Block) -> bool {
        self.def_block[reg as usize].is_some_and(|def| !self.is_in_loops_of(block, def))
    }

    /// May one of these blocks write such bytes?
    pub fn may_write(&self, blocks: impl IntoIterator<Item = Block>, exposure: &Exposure) -> bool {
        blocks.into_iter().any(|block| {
            let writes = self.writes.get(&block);
            writes.is_none_or(|writes| writes.may_write(exposure))
        })
    }

    /// The blocks on ways to `to` that begin behind `from`, which dominates it; neither of them among them, unless a way
    /// leads through it again.
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

/// Checks that paths cannot be asked about here, if some are on.
pub fn refused(checks: Checks) -> Option<&'static str> {
    if checks.has(CheckKind::Uninit) {
        return Some("--cdse does not look for reads of uninitialised memory (--check uninit)");
    }
    checks
        .has(CheckKind::Leak)
        .then_some("--cdse does not look for leaks (--check leak)")
}

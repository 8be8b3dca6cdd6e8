//! Promotes stack slots to SSA values.
//!
//! A slot is promoted if all its uses are loads and stores of one type at its start, and no such load or store is
//! volatile or guarded. Then no other code can know the address of the slot, and no access can fail. Block parameters
//! are inserted where different stores meet and the slot is live (pruned SSA; Cytron et al., TOPLAS 1991).
//!
//! A read that no store reaches becomes the result of [`Intrinsic::Uninit`], which is executed once for each slot at
//! the start of the function. The result is indeterminate but equal for all reads, like the contents of the slot before
//! promotion. If the check `uninit` (of reads of uninitialized memory) is enabled, a slot with such a read is not
//! promoted, because the read is a failure.
//!
//! The slots of a function with a `setjmp` are not promoted: a `longjmp` continues in the function with the
//! current contents of the slots, over an edge that is not in the control-flow graph.
//!
//! The promoted slots remain in the function, unused, because the addresses of all later objects depend on the
//! number of slots.
use super::edit::{keep_locs, remove_unreachable};
use crate::pass::{Changed, Pass, PassContext};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_ir::{Block, Function, Inst, InstData, Intrinsic, LocSet, StackSlot, Type, Value};

/// The pass `mem2reg`: promotion of stack slots to SSA values.
#[derive(Debug)]
pub struct Mem2Reg;

impl Pass for Mem2Reg {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let removed = remove_unreachable(func);
        if func.has_setjmp() {
            return Changed::from_bool(removed > 0);
        }
        let slots = Slots::find(func);
        let cfg = Cfg::new(func);
        let dom = DomTree::new(&cfg);
        let mut rename = Rename::new(func, slots);
        let count = rename.place_params(func, &cfg, &dom, ctx.keep_uninit_reads);
        if count > 0 {
            rename.walk(func, &dom);
            rename.finish(func);
        }
        ctx.count("mem2reg.promoted", count);
        Changed::from_bool(count > 0 || removed > 0)
    }
}

/// The slots that can be promoted, with their types, and the values that are addresses of slots.
struct Slots {
    /// The type of the loads and stores of each slot; `None` for a slot that is not promoted.
    ty: SecondaryMap<StackSlot, Option<Type>>,
    /// For each value that is the address of a slot, this slot.
    addresses: SecondaryMap<Value, Option<StackSlot>>,
}

impl Slots {
    fn find(func: &Function) -> Slots {
        let mut slots = Slots {
            ty: SecondaryMap::new(),
            addresses: SecondaryMap::new(),
        };
        for (_, inst) in func.all_insts() {
            if let (InstData::StackAddr { slot }, Some(v)) = (func.data(inst), func.result(inst)) {
                slots.addresses[v] = Some(*slot);
            }
        }
        let mut refused: SecondaryMap<StackSlot, bool> = SecondaryMap::new();
        for (_, inst) in func.all_insts() {
            let data = func.data(inst);
            if let Some((slot, ty)) = slots.access(func, inst) {
                let fits = slots.ty[slot].is_none_or(|t| t == ty);
                refused[slot] |= !fits || ty.bytes() > func.slots[slot].size;
                slots.ty[slot] = Some(ty);
                if let InstData::Store { value, .. } = data
                    && let Some(stored) = slots.addresses[*value]
                {
                    refused[stored] = true;
                }
            } else {
                data.for_each_arg(|arg| {
                    if let Some(slot) = slots.addresses[arg] {
                        refused[slot] = true;
                    }
                });
            }
        }
        for slot in func.slots.keys() {
            if refused[slot] {
                slots.ty[slot] = None;
            }
        }
        slots
    }

    /// Returns the slot and the type that an instruction accesses. Returns `None` unless the instruction is a plain
    /// load or store (neither volatile nor guarded) at the start of a slot.
    fn access(&self, func: &Function, inst: Inst) -> Option<(StackSlot, Type)> {
        let (addr, ty) = match func.data(inst) {
            InstData::Load {
                addr,
                guard: None,
                volatile: false,
                ..
            } => (*addr, func.ty(func.result(inst)?)),
            InstData::Store {
                value,
                addr,
                guard: None,
                volatile: false,
                ..
            } => (*addr, func.ty(*value)),
            _ => return None,
        };
        Some((self.addresses[addr]?, ty))
    }

    /// Returns the slot that an instruction accesses, if the slot is promoted; otherwise `None`.
    fn promoted(&self, func: &Function, inst: Inst) -> Option<StackSlot> {
        let (slot, _) = self.access(func, inst)?;
        self.ty[slot].map(|_| slot)
    }
}

/// The blocks that access one slot: the blocks that store to it, and the blocks that read it before they store to it.
#[derive(Default, Clone)]
struct Touched {
    defs: Vec<Block>,
    reads: Vec<Block>,
}

/// Replaces the accesses to promoted slots by SSA values.
struct Rename {
    slots: Slots,
    /// For each block, the block parameters that were added, each with its slot.
    params: SecondaryMap<Block, SmallVec<[(StackSlot, Value); 2]>>,
    /// The SSA value that replaces a load of each slot at the current point; `None` if no store reaches this point.
    current: SecondaryMap<StackSlot, Option<Value>>,
    /// For each slot that is read before any store, its `uninit` intrinsic.
    uninit: SecondaryMap<StackSlot, Option<Inst>>,
    /// For each removed load, by its result, the value that replaces the result.
    replaced: FxHashMap<Value, Value>,
    /// The names in use. Each name is mapped to the last number that was appended to it to form a new name; 0 if no
    /// name was formed from it.
    names: FxHashMap<String, u32>,
}

impl Rename {
    fn new(func: &Function, slots: Slots) -> Rename {
        let mut names = FxHashMap::default();
        let stays = |inst: &Inst| slots.promoted(func, *inst).is_none();
        let insts = func.all_insts().map(|(_, inst)| inst).filter(stays);
        let results = insts.filter_map(|inst| func.result(inst));
        let params = func.layout().iter().flat_map(|&b| func.params(b)).copied();
        for value in results.chain(params) {
            if let Some(name) = func.value_name(value) {
                names.insert(name.to_owned(), 0);
            }
        }
        Rename {
            slots,
            params: SecondaryMap::new(),
            current: SecondaryMap::new(),
            uninit: SecondaryMap::new(),
            replaced: FxHashMap::default(),
            names,
        }
    }

    /// Adds the block parameters for promoted slots; returns the number of promoted slots.
    fn place_params(
        &mut self,
        func: &mut Function,
        cfg: &Cfg,
        dom: &DomTree,
        keep_uninit: bool,
    ) -> u64 {
        let touched = self.touched(func, cfg);
        let frontiers = dom.frontiers(cfg);
        let mut live: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut placed: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut count = 0;
        for (index, slot) in func
            .slots
            .keys()
            .collect::<Vec<_>>()
            .into_iter()
            .enumerate()
        {
            let Some(ty) = self.slots.ty[slot] else {
                continue;
            };
            let stamp = index as u32 + 1;
            let Touched { defs, reads } = &touched[slot];
            mark_live(cfg, defs, reads, &mut live, stamp);
            if keep_uninit && func.entry().is_some_and(|entry| live[entry] == stamp) {
                self.slots.ty[slot] = None;
                continue;
            }
            count += 1;
            let mut todo = defs.clone();
            while let Some(block) = todo.pop() {
                for &join in &frontiers[block] {
                    if live[join] == stamp && placed[join] != stamp {
                        placed[join] = stamp;
                        let param = func.add_param(join, ty);
                        self.name(func, param, slot);
                        self.params[join].push((slot, param));
                        todo.push(join);
                    }
                }
            }
        }
        count
    }

    fn touched(&self, func: &Function, cfg: &Cfg) -> SecondaryMap<StackSlot, Touched> {
        let mut touched: SecondaryMap<StackSlot, Touched> = SecondaryMap::new();
        for &block in cfg.rpo() {
            for &inst in func.insts(block) {
                let Some(slot) = self.slots.promoted(func, inst) else {
                    continue;
                };
                let Touched { defs, reads } = &mut touched[slot];
                let stored = defs.last() == Some(&block);
                match func.data(inst) {
                    InstData::Store { .. } if !stored => defs.push(block),
                    InstData::Load { .. } if !stored && reads.last() != Some(&block) => {
                        reads.push(block);
                    }
                    _ => {}
                }
            }
        }
        touched
    }

    fn name(&mut self, func: &mut Function, value: Value, slot: StackSlot) {
        let base = func.slots[slot].name.clone();
        if base.is_empty() {
            return;
        }
        let mut name = base.clone();
        while self.names.contains_key(&name) {
            let count = self.names.entry(base.clone()).or_insert(0);
            *count += 1;
            name = format!("{base}.{count}");
        }
        func.set_value_name(value, Some(&name));
        self.names.insert(name, 0);
    }

    /// Rewrites all blocks in preorder of the dominator tree. The current value of a slot is the SSA value that
    /// replaces a load of the slot. After the blocks of a subtree, each slot gets back the current value that it had
    /// before the subtree.
    fn walk(&mut self, func: &mut Function, dom: &DomTree) {
        enum Step {
            Enter(Block),
            Restore(StackSlot, Option<Value>),
        }
        let mut stack: Vec<Step> = func.entry().map(Step::Enter).into_iter().collect();
        while let Some(step) = stack.pop() {
            match step {
                Step::Restore(slot, value) => self.current[slot] = value,
                Step::Enter(block) => {
                    let undo = self.rewrite(func, block);
                    stack.extend(undo.into_iter().map(|(s, v)| Step::Restore(s, v)));
                    let children = dom.children(block).iter().rev();
                    stack.extend(children.map(|&child| Step::Enter(child)));
                }
            }
        }
    }

    /// Rewrites one block: removes its accesses to promoted slots. Returns the slots for which the current value (the
    /// SSA value that replaces a load) changed, each with its former value, in the order of the changes.
    fn rewrite(&mut self, func: &mut Function, block: Block) -> Vec<(StackSlot, Option<Value>)> {
        let mut undo = Vec::new();
        for (slot, param) in self.params[block].clone() {
            undo.push((slot, self.current[slot].replace(param)));
        }
        let mut kept = Vec::with_capacity(func.insts(block).len());
        let mut gone: Vec<(usize, Inst)> = Vec::new();
        for inst in func.insts(block).to_vec() {
            let Some(slot) = self.slots.promoted(func, inst) else {
                let address_of_promoted = matches!(func.data(inst),
                    InstData::StackAddr { slot } if self.slots.ty[*slot].is_some());
                if !address_of_promoted {
                    kept.push(inst);
                }
                continue;
            };
            gone.push((kept.len(), inst));
            match (func.data(inst).clone(), func.result(inst)) {
                (InstData::Store { value, .. }, _) => {
                    undo.push((slot, self.current[slot].replace(value)));
                }
                (_, Some(result)) => {
                    let value = self.value(func, slot);
                    self.replaced.insert(result, value);
                }
                _ => {}
            }
        }
        for (at, inst) in gone {
            let locs = func.locs(inst).clone();
            keep_locs(func, &kept, at, &locs);
        }
        func.set_insts(block, kept);
        self.pass_arguments(func, block);
        undo
    }

    fn pass_arguments(&mut self, func: &mut Function, block: Block) {
        let inst = func.terminator(block);
        let targets = func.successors(block);
        for (index, target) in targets.into_iter().enumerate() {
            for (slot, _) in self.params[target].clone() {
                let value = self.value(func, slot);
                func.data_mut(inst).targets_mut()[index].args.push(value);
            }
        }
    }

    /// Returns the current value of a slot, which replaces a load of the slot at this point. If no store reaches this
    /// point, it is the result of the slot's `uninit` intrinsic.
    fn value(&mut self, func: &mut Function, slot: StackSlot) -> Value {
        if let Some(value) = self.current[slot] {
            return value;
        }
        let inst = *self.uninit[slot].get_or_insert_with(|| {
            let data = InstData::Intrinsic {
                intrinsic: Intrinsic::Uninit,
                args: SmallVec::new(),
                text: Some(func.slots[slot].name.as_str().into()),
            };
            func.make_inst(data, self.slots.ty[slot], LocSet::none())
        });
        func.result(inst).expect("made with a result")
    }

    fn finish(self, func: &mut Function) {
        let Some(entry) = func.entry() else { return };
        let mut insts: Vec<Inst> = self.uninit.values().flatten().copied().collect();
        if !insts.is_empty() {
            insts.extend_from_slice(func.insts(entry));
            func.set_insts(entry, insts);
        }
        func.replace_uses(&self.replaced);
    }
}

/// Sets `live` to `stamp` for the blocks at whose start a slot is live. `stamp` is a number that identifies the slot.
/// `defs` are the blocks that store to the slot, and `reads` are the blocks that read it before they store to it.
fn mark_live(
    cfg: &Cfg,
    defs: &[Block],
    reads: &[Block],
    live: &mut SecondaryMap<Block, u32>,
    stamp: u32,
) {
    // `defs` is sorted in reverse postorder, so a binary search decides whether it contains a block.
    let stores = |block: Block| {
        let at = cfg.rpo_index(block);
        defs.binary_search_by_key(&at, |&b| cfg.rpo_index(b))
            .is_ok()
    };
    let mut todo = reads.to_vec();
    while let Some(block) = todo.pop() {
        if live[block] != stamp {
            live[block] = stamp;
            todo.extend(cfg.preds(block).iter().filter(|&&p| !stores(p)));
        }
    }
}

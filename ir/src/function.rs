//! A function: blocks, instructions, values, stack slots.
//!
//! The *layout* is the list of the function's blocks in the order in which they are printed. A removed block keeps its
//! index but is not in the layout.
//!
//! Invariants (checked by [`verify`](crate::verify)): the entry block is the first block of the layout, and its
//! parameters are those of the function; every block ends in exactly one terminator; every value is defined once.
//! Constants are interned values without an instruction; a constant may be used anywhere.
use crate::bits::Bits;
use crate::entities::{Block, Inst, Signature, StackSlot, Value};
use crate::inst::InstData;
use crate::intrinsic::Control;
use crate::source::LocSet;
use crate::types::Type;
use cranelift_entity::PrimaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The definition of an SSA value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// The value is the result of an instruction.
    Inst(Inst),
    /// The value is the parameter of a block at a position, counted from 0.
    Param(Block, u32),
    /// The value is a constant.
    Const(Bits),
}

/// Returns the name of the C variable from which the name of a value or stack slot is derived. The IR appends a number
/// to a name that is used several times, as in `i.1`. The result is `None` for the names of temporaries, which begin
/// with two underscores.
///
/// ```
/// assert_eq!(symtool_ir::source_name("i.1"), Some("i"));
/// assert_eq!(symtool_ir::source_name("__result"), None);
/// ```
pub fn source_name(name: &str) -> Option<&str> {
    let base = match name.rsplit_once('.') {
        Some((base, number)) if number.bytes().all(|digit| digit.is_ascii_digit()) => base,
        _ => name,
    };
    (!base.is_empty() && !base.starts_with("__")).then_some(base)
}

/// A stack slot: a local variable in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct StackSlotData {
    /// The name of the variable in C; empty if it has none.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes, a power of two.
    pub align: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct ValueNode {
    ty: Type,
    def: ValueDef,
    name: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq)]
struct InstNode {
    data: InstData,
    result: Option<Value>,
    locs: LocSet,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct BlockNode {
    params: SmallVec<[Value; 4]>,
    insts: Vec<Inst>,
    name: Option<Box<str>>,
}

/// A function with a body, or a declaration without one.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The name of the function for the linker, which is unique in the module.
    pub name: String,
    /// The function's type.
    pub signature: Signature,
    /// The source locations of the function's definition or declaration.
    pub locs: LocSet,
    /// The stack slots: local variables in memory.
    pub slots: PrimaryMap<StackSlot, StackSlotData>,
    values: PrimaryMap<Value, ValueNode>,
    insts: PrimaryMap<Inst, InstNode>,
    blocks: PrimaryMap<Block, BlockNode>,
    layout: Vec<Block>,
    consts: FxHashMap<(Type, Bits), Value>,
}

impl Function {
    /// Returns a function without blocks, which is a declaration. Adding blocks turns it into a definition.
    pub fn new(name: impl Into<String>, signature: Signature) -> Function {
        Function {
            name: name.into(),
            signature,
            locs: LocSet::none(),
            slots: PrimaryMap::new(),
            values: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            layout: Vec::new(),
            consts: FxHashMap::default(),
        }
    }

    /// Returns whether the function is a declaration without a body.
    pub fn is_declaration(&self) -> bool {
        self.layout.is_empty()
    }

    // ---- Values.

    /// Returns the type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// Returns the definition of a value.
    pub fn def(&self, value: Value) -> ValueDef {
        self.values[value].def
    }

    /// Returns the bits of a constant; `None` for a value that is not a constant.
    pub fn as_const(&self, value: Value) -> Option<Bits> {
        match self.def(value) {
            ValueDef::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// Returns the instruction that defines a value; `None` for block parameters and constants.
    pub fn def_data(&self, value: Value) -> Option<&InstData> {
        match self.def(value) {
            ValueDef::Inst(inst) => Some(self.data(inst)),
            _ => None,
        }
    }

    /// Interns a constant of type `ty` and returns the SSA value that represents it.
    ///
    /// # Panics
    /// If the width of `bits` is not that of `ty`.
    pub fn constant(&mut self, ty: Type, bits: Bits) -> Value {
        assert_eq!(
            ty.bits(),
            bits.width(),
            "constant of {} bits for {ty}",
            bits.width()
        );
        let values = &mut self.values;
        *self.consts.entry((ty, bits)).or_insert_with(|| {
            values.push(ValueNode {
                ty,
                def: ValueDef::Const(bits),
                name: None,
            })
        })
    }

    /// Returns the readable name of a value, taken from C code; `None` for a value without a name. Names are unique
    /// within the function and have no effect on its semantics.
    pub fn value_name(&self, value: Value) -> Option<&str> {
        self.values[value].name.as_deref()
    }

    /// Sets or removes the readable name of a value. The caller ensures that names are unique (see
    /// [`FunctionBuilder::name`](crate::FunctionBuilder::name)).
    pub fn set_value_name(&mut self, value: Value, name: Option<&str>) {
        self.values[value].name = name.map(Into::into);
    }

    /// Returns a number greater than the index of every value: the length of a table with one entry for each value.
    pub fn num_values(&self) -> usize {
        self.values.len()
    }

    /// Returns a number greater than the index of every instruction: the length of a table with one entry for each
    /// instruction.
    pub fn num_insts(&self) -> usize {
        self.insts.len()
    }

    /// Returns a number greater than the index of every block, removed blocks included: the length of a table with one
    /// entry for each block.
    pub fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    // ---- Blocks.

    /// Returns the entry block; `None` for a declaration.
    pub fn entry(&self) -> Option<Block> {
        self.layout.first().copied()
    }

    /// Returns the blocks in layout order.
    pub fn layout(&self) -> &[Block] {
        &self.layout
    }

    /// Adds a block at the end of the layout.
    pub fn add_block(&mut self) -> Block {
        let block = self.blocks.push(BlockNode::default());
        self.layout.push(block);
        block
    }

    /// Removes a block from the layout. The caller must have removed all jumps to it.
    pub fn remove_block(&mut self, block: Block) {
        self.layout.retain(|&b| b != block);
        self.blocks[block].insts.clear();
        self.blocks[block].params.clear();
    }

    /// Removes from the layout every block for which `keep` returns false. The caller must have removed all jumps to
    /// the removed blocks.
    pub fn retain_blocks(&mut self, mut keep: impl FnMut(Block) -> bool) {
        let blocks = &mut self.blocks;
        self.layout.retain(|&block| {
            let stays = keep(block);
            if !stays {
                blocks[block].insts.clear();
                blocks[block].params.clear();
            }
            stays
        });
    }

    /// Reorders the layout of the blocks. The caller ensures that `order` is a permutation of the layout.
    ///
    /// # Panics
    /// If `order` has another length than the layout, or does not begin with the entry block.
    pub fn set_layout(&mut self, order: Vec<Block>) {
        assert_eq!(
            order.first(),
            self.layout.first(),
            "the entry block stays first"
        );
        assert_eq!(
            order.len(),
            self.layout.len(),
            "a new order names every block once"
        );
        self.layout = order;
    }

    /// Returns the readable name of a block; `None` for a block without a name.
    pub fn block_name(&self, block: Block) -> Option<&str> {
        self.blocks[block].name.as_deref()
    }

    /// Sets or removes the readable name of a block.
    pub fn set_block_name(&mut self, block: Block, name: Option<&str>) {
        self.blocks[block].name = name.map(Into::into);
    }

    /// Returns the parameters of a block.
    pub fn params(&self, block: Block) -> &[Value] {
        &self.blocks[block].params
    }

    /// Adds a parameter to a block and returns its value. The caller adds an argument to every jump to the block.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let position = self.blocks[block].params.len() as u32;
        let value = self.values.push(ValueNode {
            ty,
            def: ValueDef::Param(block, position),
            name: None,
        });
        self.blocks[block].params.push(value);
        value
    }

    /// Removes the parameter of a block at `position`; the positions of later parameters decrease by one. The
    /// caller removes the arguments from the jumps to the block.
    pub fn remove_param(&mut self, block: Block, position: usize) {
        self.blocks[block].params.remove(position);
        for (index, value) in self.blocks[block].params.clone().into_iter().enumerate() {
            self.values[value].def = ValueDef::Param(block, index as u32);
        }
    }

    /// Removes the parameters of a block at the positions for which `keep` returns false. The caller removes the
    /// arguments from the jumps to the block.
    pub fn retain_params(&mut self, block: Block, mut keep: impl FnMut(usize) -> bool) {
        let mut position = 0;
        self.blocks[block].params.retain(|_| {
            position += 1;
            keep(position - 1)
        });
        for (index, value) in self.blocks[block].params.clone().into_iter().enumerate() {
            self.values[value].def = ValueDef::Param(block, index as u32);
        }
    }

    /// Returns the instructions of a block, with the terminator last.
    pub fn insts(&self, block: Block) -> &[Inst] {
        &self.blocks[block].insts
    }

    /// Returns the terminator of a block.
    ///
    /// # Panics
    /// If the block is empty.
    pub fn terminator(&self, block: Block) -> Inst {
        *self
            .insts(block)
            .last()
            .expect("a block ends in a terminator")
    }

    /// Returns the successors of a block; a block that is the target of two edges is listed twice.
    pub fn successors(&self, block: Block) -> SmallVec<[Block; 2]> {
        self.insts(block)
            .last()
            .map(|&inst| self.data(inst).targets().iter().map(|t| t.block).collect())
            .unwrap_or_default()
    }

    // ---- Instructions.

    /// Returns the operation and operands of an instruction.
    pub fn data(&self, inst: Inst) -> &InstData {
        &self.insts[inst].data
    }

    /// Returns a mutable reference to the operation and operands of an instruction. If the caller changes the
    /// operation, the instruction keeps its result value and the type of the result.
    pub fn data_mut(&mut self, inst: Inst) -> &mut InstData {
        &mut self.insts[inst].data
    }

    /// Returns the result value of an instruction, if it has one.
    pub fn result(&self, inst: Inst) -> Option<Value> {
        self.insts[inst].result
    }

    /// Returns the source locations of an instruction.
    pub fn locs(&self, inst: Inst) -> &LocSet {
        &self.insts[inst].locs
    }

    /// Returns a mutable reference to the source locations of an instruction.
    pub fn locs_mut(&mut self, inst: Inst) -> &mut LocSet {
        &mut self.insts[inst].locs
    }

    /// Creates an instruction that is not in any block yet. `result` is the type of its result, if it has one.
    pub fn make_inst(&mut self, data: InstData, result: Option<Type>, locs: LocSet) -> Inst {
        let inst = self.insts.push(InstNode {
            data,
            result: None,
            locs,
        });
        if let Some(ty) = result {
            let value = self.values.push(ValueNode {
                ty,
                def: ValueDef::Inst(inst),
                name: None,
            });
            self.insts[inst].result = Some(value);
        }
        inst
    }

    /// Appends a new instruction to a block and returns its index. `result` is the type of its result, if it has one.
    pub fn append(
        &mut self,
        block: Block,
        data: InstData,
        result: Option<Type>,
        locs: LocSet,
    ) -> Inst {
        let inst = self.make_inst(data, result, locs);
        self.blocks[block].insts.push(inst);
        inst
    }

    /// Inserts a new instruction into a block, before the instruction at position `at` (from 0), and returns its index.
    /// `result` is the type of its result, if it has one.
    pub fn insert(
        &mut self,
        block: Block,
        at: usize,
        data: InstData,
        result: Option<Type>,
        locs: LocSet,
    ) -> Inst {
        let inst = self.make_inst(data, result, locs);
        self.blocks[block].insts.insert(at, inst);
        inst
    }

    /// Replaces the list of instructions of a block by `insts`, to reorder, remove or insert many instructions at once.
    pub fn set_insts(&mut self, block: Block, insts: Vec<Inst>) {
        self.blocks[block].insts = insts;
    }

    /// Replaces every use of a value that is a key of `map` by the value to which `map` maps it. Chains are followed:
    /// with `a -> b` and `b -> c`, a use of `a` becomes a use of `c`.
    pub fn replace_uses(&mut self, map: &FxHashMap<Value, Value>) {
        if map.is_empty() {
            return;
        }
        let resolve = |mut v: Value| {
            while let Some(&next) = map.get(&v) {
                if next == v {
                    break;
                }
                v = next;
            }
            v
        };
        for block in self.layout.clone() {
            for inst in self.blocks[block].insts.clone() {
                self.insts[inst].data.map_args(resolve);
            }
        }
    }

    /// Returns the number of instructions in all blocks of the layout.
    pub fn inst_count(&self) -> usize {
        self.layout.iter().map(|&b| self.insts(b).len()).sum()
    }

    /// Returns the instructions of all blocks in layout order. The list does not borrow the function, so the caller can
    /// change the function while it visits them.
    pub(crate) fn inst_ids(&self) -> Vec<Inst> {
        self.all_insts().map(|(_, inst)| inst).collect()
    }

    /// Returns all instructions in layout order, each with its block.
    pub fn all_insts(&self) -> impl Iterator<Item = (Block, Inst)> + '_ {
        self.layout
            .iter()
            .flat_map(|&block| self.insts(block).iter().map(move |&inst| (block, inst)))
    }

    /// Returns whether the function calls `setjmp`, so that a `longjmp` can continue within the function. In
    /// such a function, local variables must stay in memory, because the code after the `setjmp` has to read
    /// their latest contents.
    pub fn has_setjmp(&self) -> bool {
        self.all_insts().any(|(_, inst)| {
            matches!(self.data(inst), InstData::Intrinsic { intrinsic, .. }
                if intrinsic.control() == Control::ReturnsTwice)
        })
    }

    /// Returns a copy in which blocks, instructions and values are numbered in textual order. Removed blocks,
    /// instructions and values have no number in the copy. If several values have the same name, only the first of
    /// them keeps the name. If several blocks have the same name, only the first block keeps it. Printing a compact
    /// function and parsing the text gives an equal function.
    ///
    /// # Panics
    /// If an instruction uses a value that no block defines.
    #[must_use]
    pub fn compact(&self) -> Function {
        let mut new = Function::new(self.name.clone(), self.signature);
        new.locs = self.locs.clone();
        new.slots = self.slots.clone();
        let mut values: FxHashMap<Value, Value> = FxHashMap::default();
        let mut blocks: FxHashMap<Block, Block> = FxHashMap::default();
        let mut value_names: FxHashSet<&str> = FxHashSet::default();
        let mut block_names: FxHashSet<&str> = FxHashSet::default();
        for &block in &self.layout {
            let copy = new.add_block();
            let name = self.block_name(block).filter(|n| block_names.insert(n));
            new.set_block_name(copy, name);
            blocks.insert(block, copy);
            for &param in self.params(block) {
                let fresh = new.add_param(copy, self.ty(param));
                let name = self.value_name(param).filter(|n| value_names.insert(n));
                new.set_value_name(fresh, name);
                values.insert(param, fresh);
            }
            for &inst in self.insts(block) {
                let fresh = new.append(
                    copy,
                    self.data(inst).clone(),
                    self.result(inst).map(|v| self.ty(v)),
                    self.locs(inst).clone(),
                );
                if let (Some(old), Some(now)) = (self.result(inst), new.result(fresh)) {
                    let name = self.value_name(old).filter(|n| value_names.insert(n));
                    new.set_value_name(now, name);
                    values.insert(old, now);
                }
            }
        }
        // Constants get numbers after all other values, in order of their first use, as in the parser.
        for inst in new.insts.keys().collect::<Vec<_>>() {
            let mut data = new.data(inst).clone();
            data.map_args(|old| match values.get(&old) {
                Some(&now) => now,
                None => match self.def(old) {
                    ValueDef::Const(bits) => new.constant(self.ty(old), bits),
                    _ => unreachable!("{old} is used but defined in no block"),
                },
            });
            for target in data.targets_mut() {
                target.block = blocks[&target.block];
            }
            *new.data_mut(inst) = data;
        }
        new
    }
}

//! The items of a function: its header, stack slots, labels and instructions, in textual order. Their properties are
//! interned as numbers, so that the items of two modules can be compared.
use super::Form;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;
use symtool_ir::print::Names;
use symtool_ir::{
    Bits, Block, Func, Function, Global, Inst, InstData, Signature, SignatureData, StackSlot, Type,
    Value,
};

/// The entity of a function that an item represents.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    /// The header of the function.
    Head,
    /// A stack slot.
    Slot(StackSlot),
    /// The label of a block.
    Label(Block),
    /// An instruction.
    Inst(Inst),
}

/// An operand of an item, before or after the change. Two values, two blocks or two slots count as equal if the
/// alignment pairs them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A constant.
    Const(Type, Bits),
    /// Another value.
    Value(Value),
    /// A block to jump to.
    Block(Block),
    /// A stack slot, of which the instruction computes the address.
    Slot(StackSlot),
}

impl Operand {
    /// Returns the operand for a value of a function.
    pub fn of(function: &Function, value: Value) -> Operand {
        match function.as_const(value) {
            Some(bits) => Operand::Const(function.ty(value), bits),
            None => Operand::Value(value),
        }
    }
}

/// A header, stack slot, label or instruction.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The entity that the item represents.
    pub entity: Entity,
    /// A number that describes the item without the values and blocks that it uses and without its source locations.
    /// Two items that differ only in values, blocks and source locations have the same shape. The types of operands
    /// and result are part of the shape. Labels with the same name have the same shape; labels without a name have the
    /// shape [`UNNAMED`].
    pub shape: u32,
    /// A number that is equal for two items of the same kind, such as loads.
    pub class: u32,
    /// Whether the item is an instruction that ends a block.
    pub is_terminator: bool,
    /// The type of the result; `None` if the item has no result.
    pub result: Option<Type>,
    /// The operands of the instruction; its jump targets and stack slots come last.
    pub operands: SmallVec<[Operand; 4]>,
    /// The source locations of the instruction as numbers, sorted. Equal locations before and after the change have
    /// the same number.
    pub locs: SmallVec<[u32; 2]>,
    /// A number that is equal for items with the same set of source locations.
    pub loc_set: u32,
}

/// The shape of labels without a name.
pub(super) const UNNAMED: u32 = u32::MAX;

/// The properties of an item that do not refer to values or blocks.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Shape {
    Head,
    /// The name, size and alignment of a stack slot; size and alignment are in bytes.
    Slot(String, u64, u64),
    Label(String),
    Inst(InstData, Option<Type>, SmallVec<[Type; 4]>),
}

/// Gives numbers to the properties of items (printed parts of a function, such as instructions). Equal properties
/// before and after the change get the same number.
#[derive(Default)]
pub(super) struct Interner {
    shapes: Table<Shape>,
    classes: Table<std::mem::Discriminant<InstData>>,
    names: Table<String>,
    signatures: Table<SignatureData>,
    locs: Table<(String, u32, u32)>,
    loc_sets: Table<SmallVec<[u32; 2]>>,
}

/// Numbers keys in the order of their first occurrence, from 0.
struct Table<T>(FxHashMap<T, u32>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table(FxHashMap::default())
    }
}

impl<T: Eq + Hash> Table<T> {
    fn number(&mut self, key: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(key).or_insert(next)
    }
}

/// The classes of the items that are not instructions. The class numbers of instructions follow.
const HEAD: u32 = 0;
const SLOT: u32 = 1;
const LABEL: u32 = 2;
const FIRST_INST: u32 = 3;

impl Item {
    /// Returns the properties of the item that do not depend on how items are aligned: the shape and the source
    /// locations.
    pub fn key(&self) -> (u32, u32) {
        (self.shape, self.loc_set)
    }

    /// Returns whether the item is a label.
    pub fn is_label(&self) -> bool {
        self.class == LABEL
    }
}

impl Interner {
    /// Returns the items of a function in textual order.
    pub fn items(&mut self, form: Form<'_>, names: &Names) -> Vec<Item> {
        let function = form.function;
        let mut items = vec![self.named(Entity::Head, HEAD, Shape::Head)];
        for (slot, data) in &function.slots {
            let shape = Shape::Slot(data.name.clone(), data.size, data.align);
            items.push(self.named(Entity::Slot(slot), SLOT, shape));
        }
        for &block in function.layout() {
            let label = names.blocks.get(&block).cloned();
            let shape = Shape::Label(label.clone().unwrap_or_default());
            let mut item = self.named(Entity::Label(block), LABEL, shape);
            if label.is_none() {
                item.shape = UNNAMED;
            }
            items.push(item);
            for &inst in function.insts(block) {
                items.push(self.inst(form, inst));
            }
        }
        items
    }

    fn named(&mut self, entity: Entity, class: u32, shape: Shape) -> Item {
        Item {
            entity,
            shape: self.shapes.number(shape),
            class,
            is_terminator: false,
            result: None,
            operands: SmallVec::new(),
            locs: SmallVec::new(),
            loc_set: self.loc_sets.number(SmallVec::new()),
        }
    }

    fn inst(&mut self, form: Form<'_>, inst: Inst) -> Item {
        let function = form.function;
        let mut data = function.data(inst).clone();
        if let Some(origins) = data.origins_mut() {
            *origins = None;
        }
        let mut operands = SmallVec::new();
        let mut types = SmallVec::new();
        data.map_args(|value| {
            operands.push(Operand::of(function, value));
            types.push(function.ty(value));
            Value::new(0)
        });
        for target in data.targets_mut() {
            operands.push(Operand::Block(target.block));
            target.block = Block::new(0);
        }
        if let InstData::StackAddr { slot } = &mut data {
            operands.push(Operand::Slot(*slot));
            *slot = StackSlot::new(0);
        }
        self.intern_entities(form, &mut data);
        let result = function.result(inst).map(|value| function.ty(value));
        let locs = self.locs(form, inst);
        Item {
            entity: Entity::Inst(inst),
            is_terminator: data.is_terminator(),
            class: FIRST_INST + self.classes.number(std::mem::discriminant(&data)),
            shape: self.shapes.number(Shape::Inst(data, result, types)),
            result,
            operands,
            loc_set: self.loc_sets.number(locs.clone()),
            locs,
        }
    }

    /// Replaces the functions, globals and signatures in an instruction by numbers. Equal names and types have equal
    /// numbers before and after the change.
    fn intern_entities(&mut self, form: Form<'_>, data: &mut InstData) {
        let module = form.module;
        let mut number = |name: String| self.names.number(name) as usize;
        match data {
            InstData::GlobalAddr { global } => {
                *global = Global::new(number(module.globals[*global].name.clone()));
            }
            InstData::FuncAddr { func } | InstData::Call { func, .. } => {
                *func = Func::new(number(module.functions[*func].name.clone()));
            }
            InstData::CallIndirect { signature, .. } => {
                let data = module.signatures[*signature].clone();
                *signature = Signature::from_u32(self.signatures.number(data));
            }
            InstData::StackAddr { .. }
            | InstData::Pure { .. }
            | InstData::Load { .. }
            | InstData::Store { .. }
            | InstData::Intrinsic { .. }
            | InstData::Check { .. }
            | InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. }
            | InstData::Return { .. }
            | InstData::Unreachable => {}
        }
    }

    fn locs(&mut self, form: Form<'_>, inst: Inst) -> SmallVec<[u32; 2]> {
        let source = &form.module.source;
        let mut locs: SmallVec<[u32; 2]> = form
            .function
            .locs(inst)
            .iter()
            .filter_map(|loc| source.try_get(loc))
            .map(|at| {
                let file = source.file_name(at.file).to_owned();
                self.locs.number((file, at.line, at.column))
            })
            .collect();
        locs.sort_unstable();
        locs
    }
}

//! The arena: interned nodes with what is cached of each.
mod meta;

use meta::{Holds, Meta};

use super::domain::{Domain, mask64};
use super::node::{ArrayId, BinOp, ExprId, Node, SymArray, UnOp};
use super::rules::{Register, Rule};
use super::support::{SupportId, Supports, Symbol};
use super::transfer;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_ir::Bits;

/// A named input.
#[derive(Clone, Debug)]
struct Input {
    name: Rc<str>,
    len: u32,
    /// The symbol that stands for the whole input; byte i is `first + 1 + i`.
    first: Symbol,
}

/// A version of an array of bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ArrayNode {
    /// One expression of 8 bits per cell; constant, symbolic or mixed.
    Cells(Rc<[ExprId]>),
    /// An older version with one byte replaced (nothing changes if the index is outside).
    Store {
        /// The older version.
        base: ArrayId,
        /// Where, 64 bits.
        index: ExprId,
        /// What, 8 bits.
        value: ExprId,
    },
}

#[derive(Clone, Debug)]
struct ArrayMeta {
    len: u32,
    support: SupportId,
    holds: Holds,
}

/// All expressions of one worker.
///
/// Nodes are never removed. Everything that makes an expression simplifies it at once.
#[derive(Debug)]
pub struct Arena {
    nodes: Vec<Node>,
    meta: Vec<Meta>,
    domains: Vec<Domain>,
    /// Nodes by hash; a piece of the hash is kept beside the id, so that growing and collisions touch no node.
    table: HashTable<(u32, ExprId)>,
    pub(crate) supports: Supports,
    inputs: Vec<Input>,
    arrays: Vec<ArrayNode>,
    array_meta: Vec<ArrayMeta>,
    array_ids: FxHashMap<ArrayNode, ArrayId>,
    /// How deep rules are nested right now; see `Arena::deeper`.
    pub(crate) depth: u32,
    /// Off: nodes are interned as they are asked for (tests compare both).
    pub(crate) simplify: bool,
    /// Which rules were used.
    pub(super) register: Register,
    /// The bound variables of one and of two bytes.
    bound: [Option<SymArray>; 2],
    /// What quantifiers say of their first and of their last number.
    pub(super) quantifier_ends: FxHashMap<ExprId, [ExprId; 2]>,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// An arena that holds `false` and `true` only.
    pub fn new() -> Arena {
        let mut arena = Arena {
            nodes: Vec::new(),
            meta: Vec::new(),
            domains: Vec::new(),
            table: HashTable::new(),
            supports: Supports::new(),
            inputs: Vec::new(),
            arrays: Vec::new(),
            array_meta: Vec::new(),
            array_ids: FxHashMap::default(),
            depth: 0,
            simplify: true,
            register: Register::new(),
            bound: [None; 2],
            quantifier_ends: FxHashMap::default(),
        };
        arena.constant(Bits::bool(false));
        arena.constant(Bits::bool(true));
        arena
    }

    /// An arena that only folds constants: the slow twin that tests and studies compare with.
    pub fn without_simplification() -> Arena {
        Arena {
            simplify: false,
            ..Arena::new()
        }
    }

    /// Switches the rules on or off for what is built from now on.
    pub fn set_simplification(&mut self, on: bool) {
        self.simplify = on;
    }

    /// Number of expressions made so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the two truth values are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    // ---- reading

    /// The node behind an id.
    pub fn node(&self, e: ExprId) -> Node {
        self.nodes[e.index()]
    }

    /// Width in bits, 1 to 128.
    pub fn width(&self, e: ExprId) -> u32 {
        u32::from(self.meta[e.index()].width)
    }

    /// The constant, if it is one.
    pub fn as_const(&self, e: ExprId) -> Option<Bits> {
        self.nodes[e.index()].as_const()
    }

    /// Is it a constant?
    pub fn is_const(&self, e: ExprId) -> bool {
        matches!(self.nodes[e.index()], Node::Const { .. })
    }

    /// Is it the condition `true`?
    pub fn is_true(&self, e: ExprId) -> bool {
        e == Arena::TRUE
    }

    /// Is it the condition `false`?
    pub fn is_false(&self, e: ExprId) -> bool {
        e == Arena::FALSE
    }

    /// The constant `false`, in every arena.
    pub const FALSE: ExprId = ExprId(0);
    /// The constant `true`, in every arena.
    pub const TRUE: ExprId = ExprId(1);

    /// Known bits and range (nothing for widths above 64).
    pub fn domain(&self, e: ExprId) -> Domain {
        self.domains[e.index()]
    }

    /// The abstract value of a node of at most 64 bits computed from other ones of its operands.
    pub fn domain_with(&self, e: ExprId, of: &dyn Fn(ExprId) -> Domain) -> Domain {
        transfer::domain_with(self, &self.node(e), self.width(e), of)
    }

    /// Least and greatest unsigned value that the abstract value allows.
    pub fn unsigned_range(&self, e: ExprId) -> (u128, u128) {
        match self.as_const(e) {
            Some(bits) => (bits.unsigned(), bits.unsigned()),
            None if self.width(e) > 64 => (0, symtool_ir::bits::mask(self.width(e))),
            None => {
                let d = self.domain(e);
                (u128::from(d.min), u128::from(d.max))
            }
        }
    }

    /// Input and index, if it is a free byte.
    pub fn as_byte(&self, e: ExprId) -> Option<(SymArray, u32)> {
        match self.node(e) {
            Node::Byte { array, index } => Some((array, index)),
            _ => None,
        }
    }

    /// Does it hold a float operator?
    pub fn has_float(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::FLOAT)
    }

    /// Does it hold a read of an array?
    pub fn has_reads(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::READ)
    }

    /// Does it hold a quantifier?
    pub fn has_quantifiers(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::QUANTIFIER)
    }

    pub(crate) fn has_const_leaves(&self, e: ExprId) -> bool {
        self.meta[e.index()].const_leaves
    }

    /// The free symbols it can depend on, ascending; see [`Arena::symbol_of`] for their numbering.
    pub fn support(&self, e: ExprId) -> &[Symbol] {
        self.supports.get(self.meta[e.index()].support)
    }

    /// The interned id of the support: equal ids, equal sets.
    pub fn support_id(&self, e: ExprId) -> SupportId {
        self.meta[e.index()].support
    }

    // ---- inputs

    /// A new named input of `len` free bytes. The name is for people and need not be unique.
    pub fn symbol(&mut self, name: &str, len: u32) -> SymArray {
        let first = self
            .inputs
            .last()
            .map_or(0, |input| input.first + input.len + 1);
        self.inputs.push(Input {
            name: Rc::from(name),
            len,
            first,
        });
        SymArray(self.inputs.len() as u32 - 1)
    }

    /// How many inputs there are; ids count from 0.
    pub fn symbols(&self) -> impl Iterator<Item = SymArray> + use<> {
        (0..self.inputs.len() as u32).map(SymArray)
    }

    /// The name of an input.
    pub fn symbol_name(&self, array: SymArray) -> &str {
        &self.inputs[array.index()].name
    }

    /// The size of an input in bytes.
    pub fn symbol_len(&self, array: SymArray) -> u32 {
        self.inputs[array.index()].len
    }

    /// The number of a free byte in supports.
    pub fn symbol_of(&self, array: SymArray, index: u32) -> Symbol {
        self.inputs[array.index()].first + 1 + index
    }

    /// The number that stands for a whole input in supports.
    pub fn whole_symbol_of(&self, array: SymArray) -> Symbol {
        self.inputs[array.index()].first
    }

    /// Which input a symbol belongs to, and which byte of it (`None`: the whole input).
    pub fn symbol_place(&self, symbol: Symbol) -> (SymArray, Option<u32>) {
        let after = self.inputs.partition_point(|input| input.first <= symbol);
        let array = SymArray(after as u32 - 1);
        let offset = symbol - self.inputs[after - 1].first;
        (array, offset.checked_sub(1))
    }

    /// The variable of quantifiers that count in so many bytes, one or two: a number that is bound wherever it occurs in a
    /// constraint.
    ///
    /// # Panics
    /// If it is another number of bytes.
    pub fn bound_variable(&mut self, bytes: u32) -> SymArray {
        assert!(matches!(bytes, 1 | 2), "quantifiers count in 1 or 2 bytes");
        let at = bytes as usize - 1;
        match self.bound[at] {
            Some(var) => var,
            None => {
                let var = self.symbol(["i", "j"][at], bytes);
                self.bound[at] = Some(var);
                var
            }
        }
    }

    /// Is this input the variable of quantifiers?
    pub fn is_bound_variable(&self, array: SymArray) -> bool {
        self.bound.contains(&Some(array))
    }

    /// Does the variable of a quantifier occur in it, outside of the quantifier?
    pub fn mentions_bound_variable(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::BOUND)
    }

    /// The same of what an array version holds.
    pub fn array_mentions_bound_variable(&self, array: ArrayId) -> bool {
        self.array_meta[array.index()].holds.has(Holds::BOUND)
    }

    // ---- leaves

    /// A constant.
    pub fn constant(&mut self, bits: Bits) -> ExprId {
        self.intern(Node::constant(bits))
    }

    /// A constant of `width` bits.
    pub fn int(&mut self, width: u32, value: u128) -> ExprId {
        self.constant(Bits::new(width, value))
    }

    /// `true` or `false`.
    pub fn bool(&self, value: bool) -> ExprId {
        if value { Arena::TRUE } else { Arena::FALSE }
    }

    /// Byte `index` of an input, 8 bits.
    ///
    /// # Panics
    /// If the input is not that long.
    pub fn byte(&mut self, array: SymArray, index: u32) -> ExprId {
        assert!(
            index < self.symbol_len(array),
            "byte {index} of input {}",
            self.symbol_name(array)
        );
        self.intern(Node::Byte { array, index })
    }

    /// The first bytes of an input as one little-endian number of `width` bits (cut from the last byte if
    /// `width` is no multiple of 8).
    pub fn scalar(&mut self, array: SymArray, width: u32) -> ExprId {
        let mut value = self.byte(array, 0);
        for index in 1..width.div_ceil(8) {
            let byte = self.byte(array, index);
            value = self.concat(byte, value);
        }
        self.extract(value, 0, width)
    }

    // ---- arrays

    /// An array version with these cells (8 bits each).
    pub fn cells_array(&mut self, cells: &[ExprId]) -> ArrayId {
        debug_assert!(cells.iter().all(|&c| self.width(c) == 8));
        let node = ArrayNode::Cells(Rc::from(cells));
        if let Some(&id) = self.array_ids.get(&node) {
            return id;
        }
        let mut support = SupportId::EMPTY;
        let mut holds = Holds::NOTHING;
        for &cell in cells {
            let meta = self.meta[cell.index()];
            support = self.union(support, meta.support);
            holds = holds.and(meta.holds);
        }
        self.add_array(
            node,
            ArrayMeta {
                len: cells.len() as u32,
                support,
                holds,
            },
        )
    }

    /// An array version of constant bytes.
    pub fn const_array(&mut self, bytes: &[u8]) -> ArrayId {
        let cells: Vec<ExprId> = bytes.iter().map(|&b| self.int(8, u128::from(b))).collect();
        self.cells_array(&cells)
    }

    /// An array version that holds the bytes of an input.
    pub fn symbol_array(&mut self, array: SymArray) -> ArrayId {
        let cells: Vec<ExprId> = (0..self.symbol_len(array))
            .map(|i| self.byte(array, i))
            .collect();
        self.cells_array(&cells)
    }

    /// How an array version is made.
    pub fn array(&self, array: ArrayId) -> &ArrayNode {
        &self.arrays[array.index()]
    }

    /// Size of an array in bytes.
    pub fn array_len(&self, array: ArrayId) -> u32 {
        self.array_meta[array.index()].len
    }

    /// The symbols that the contents of an array version depend on.
    pub fn array_support(&self, array: ArrayId) -> &[Symbol] {
        self.supports.get(self.array_meta[array.index()].support)
    }

    pub(crate) fn add_store(&mut self, base: ArrayId, index: ExprId, value: ExprId) -> ArrayId {
        let node = ArrayNode::Store { base, index, value };
        if let Some(&id) = self.array_ids.get(&node) {
            return id;
        }
        let old = self.array_meta[base.index()].clone();
        let (i, v) = (self.meta[index.index()], self.meta[value.index()]);
        let support = self.union(old.support, i.support);
        let support = self.union(support, v.support);
        let holds = old.holds.and(i.holds).and(v.holds);
        self.add_array(
            node,
            ArrayMeta {
                len: old.len,
                support,
                holds,
            },
        )
    }

    fn add_array(&mut self, node: ArrayNode, meta: ArrayMeta) -> ArrayId {
        let id = ArrayId(self.arrays.len() as u32);
        self.arrays.push(node.clone());
        self.array_meta.push(meta);
        self.array_ids.insert(node, id);
        id
    }

    // ---- interning

    /// The id of a node that is already in canonical form.
    pub(crate) fn intern(&mut self, node: Node) -> ExprId {
        let short = node.hash() as u32;
        let same = |&(hash, id): &(u32, ExprId)| hash == short && self.nodes[id.index()] == node;
        if let Some(&(_, id)) = self.table.find(spread(short), same) {
            return id;
        }
        let meta = self.meta_of(&node);
        let domain = match node {
            Node::Const { width, limbs } if width <= 64 => Domain::constant(
                u32::from(width),
                u64::from(limbs[0]) | (u64::from(limbs[1]) << 32),
            ),
            _ if meta.width > 64 => Domain::any(64),
            _ => transfer::domain_of(self, &node, u32::from(meta.width)),
        };
        if let (true, Some(value), true) = (self.simplify, domain.single(), meta.width <= 64)
            && !matches!(node, Node::Const { .. })
        {
            self.fire(Rule::SingleValue);
            return self.int(
                u32::from(meta.width),
                u128::from(value & mask64(u32::from(meta.width))),
            );
        }
        let id = ExprId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 expressions"));
        self.nodes.push(node);
        self.meta.push(meta);
        self.domains.push(domain);
        self.table
            .insert_unique(spread(short), (short, id), |&(hash, _)| spread(hash));
        id
    }

    /// The id of a node, if it was ever made.
    pub fn find(&self, node: Node) -> Option<ExprId> {
        let short = node.hash() as u32;
        let same = |&(hash, id): &(u32, ExprId)| hash == short && self.nodes[id.index()] == node;
        self.table.find(spread(short), same).map(|&(_, id)| id)
    }

    // ---- raw nodes in canonical operator order, for the rules

    pub(crate) fn raw_bin(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        self.intern(Node::Bin { op, lhs, rhs })
    }

    pub(crate) fn raw_un(&mut self, op: UnOp, width: u32, arg: ExprId) -> ExprId {
        self.intern(Node::Un {
            op,
            width: width as u8,
            arg,
        })
    }
}

/// A hash for the table, whose low and high bits both count.
fn spread(short: u32) -> u64 {
    u64::from(short).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

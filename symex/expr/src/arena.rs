//! The arena: the store of all expressions. Nodes are hash-consed (equal nodes are stored once), and their
//! attributes are cached.
//!
//! An *input* is a named sequence of free bytes. A *symbol* is a number that denotes one free byte of an input, or the
//! whole input. The *support* of an expression is the set of symbols on which the expression can depend. An array
//! *version* is the contents of an array after some stores. An *instance* of a quantifier is its body for one value of
//! the bound variable.
mod abstraction;
mod float_range;
mod meta;

use meta::{Holds, Meta};

use super::domain::{Domain, mask64};
use super::node::{ArrayId, BinOp, ExprId, Node, SymArray, UnOp};
use super::rules::{Register, Rule};
use super::support::{SupportId, Supports, Symbol};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_ir::Bits;

/// A named input: a sequence of free bytes.
#[derive(Clone, Debug)]
struct Input {
    name: Rc<str>,
    len: u32,
    /// The symbol of the whole input. Byte i of the input has the symbol `first + 1 + i`.
    first: Symbol,
}

/// A version of an array of bytes: its contents at one point of the path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ArrayNode {
    /// The contents before all stores: one 8-bit expression per element, constant or symbolic.
    Cells(Rc<[ExprId]>),
    /// The contents after a store: the contents of the version `base` with one byte replaced. A store at an
    /// index out of bounds replaces no byte.
    Store {
        /// The older version.
        base: ArrayId,
        /// The index, 64 bits.
        index: ExprId,
        /// The value, 8 bits.
        value: ExprId,
    },
}

#[derive(Clone, Debug)]
struct ArrayMeta {
    len: u32,
    support: SupportId,
    holds: Holds,
}

/// All expressions of one worker (one thread of an exploration).
///
/// Nodes are never removed, so the id of an expression stays valid. Each constructor of an expression simplifies the
/// node by the rewrite rules before it interns the node.
#[derive(Debug)]
pub struct Arena {
    nodes: Vec<Node>,
    meta: Vec<Meta>,
    domains: Vec<Domain>,
    /// The interning table: node ids by the hash of the node. Each entry also contains 32 bits of the hash, because
    /// memory accesses to the nodes are slow. So growing the table reads no nodes, and a lookup rarely reads a node
    /// with a different hash.
    table: HashTable<(u32, ExprId)>,
    pub(crate) supports: Supports,
    inputs: Vec<Input>,
    arrays: Vec<ArrayNode>,
    array_meta: Vec<ArrayMeta>,
    array_ids: FxHashMap<ArrayNode, ArrayId>,
    /// The current nesting depth of rewrite rules, which `Arena::deeper` limits.
    pub(crate) depth: u32,
    /// Whether expressions are simplified by the rewrite rules. If `false`, nodes are interned without simplification,
    /// so that tests can compare an expression with its unsimplified form.
    pub(crate) simplify: bool,
    /// The number of applications of each rewrite rule.
    pub(super) register: Register,
    /// The bound variables of quantifiers: index 0 for the variable of one byte, index 1 for the variable of
    /// two bytes.
    bound: [Option<SymArray>; 2],
    /// For each quantifier, two implications that follow from it. The bound variable has the values from 1 to n or to
    /// `max`, whichever is less, where n is the value of the quantifier's `count`. First implication: if n is not 0,
    /// the body holds for the value 1. Second implication: if n is in `1 ..= max`, the body holds for the value n.
    pub(super) quantifier_ends: FxHashMap<ExprId, [ExprId; 2]>,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// Returns an arena that contains only `false` and `true`.
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

    /// Returns an arena that folds constants and applies no rewrite rule: the reference implementation for tests
    /// and experiments.
    pub fn without_simplification() -> Arena {
        Arena {
            simplify: false,
            ..Arena::new()
        }
    }

    /// Enables or disables the rewrite rules. Existing expressions do not change.
    pub fn set_simplification(&mut self, on: bool) {
        self.simplify = on;
    }

    /// Returns an estimate of the work of building all expressions. Automatic mode runs several engines (combinations
    /// of techniques) in turns, and limits each turn by such estimates. The unit is the work of one instruction in the
    /// symbolic interpreter. An expression counts as 4 instructions. Each element of a support (set of symbols) that
    /// was computed as a union counts as 1 instruction.
    pub fn work(&self) -> u64 {
        self.len() as u64 * 4 + self.supports.united
    }

    /// Returns the number of expressions built so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the nodes of all expressions from the index `from` on, oldest first. The operands of a node are older
    /// than the node. So a caller can compute attributes of all new nodes in one pass.
    pub fn nodes_from(&self, from: usize) -> &[Node] {
        &self.nodes[from.min(self.nodes.len())..]
    }

    /// Returns `false`: an arena always contains the two truth values.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    // ---- counters of rules

    /// Counts one application of a rewrite rule.
    #[inline(always)]
    pub(crate) fn fire(&mut self, rule: Rule) {
        self.register.count(rule);
    }

    /// Returns the number of applications of each rule, in the order of [`Rule::ALL`]. The result is empty in
    /// builds without debug assertions.
    pub fn fired(&self) -> &[u64] {
        self.register.counts()
    }

    // ---- inspection

    /// Returns the node of an expression id.
    pub fn node(&self, e: ExprId) -> Node {
        self.nodes[e.index()]
    }

    /// Returns the width of an expression in bits, 1 to 128.
    pub fn width(&self, e: ExprId) -> u32 {
        u32::from(self.meta[e.index()].width)
    }

    /// Returns the value of an expression; `None` if the expression is not a constant.
    pub fn as_const(&self, e: ExprId) -> Option<Bits> {
        self.nodes[e.index()].as_const()
    }

    /// Returns whether an expression is a constant.
    pub fn is_const(&self, e: ExprId) -> bool {
        matches!(self.nodes[e.index()], Node::Const { .. })
    }

    /// Returns whether an expression is the condition `true`.
    pub fn is_true(&self, e: ExprId) -> bool {
        e == Arena::TRUE
    }

    /// Returns whether an expression is the condition `false`.
    pub fn is_false(&self, e: ExprId) -> bool {
        e == Arena::FALSE
    }

    /// The constant `false`. It has this id in every arena.
    pub const FALSE: ExprId = ExprId(0);
    /// The constant `true`. It has this id in every arena.
    pub const TRUE: ExprId = ExprId(1);

    /// Returns the abstract value of an expression: known bits and an unsigned interval. The abstract value
    /// of an expression wider than 64 bits is unconstrained.
    pub fn domain(&self, e: ExprId) -> Domain {
        self.domains[e.index()]
    }

    /// Returns the abstract value of the node `e`, which has at most 64 bits, computed from the abstract values of its
    /// operands. The function `of` returns the abstract value of an operand. For example, it may return a more precise
    /// value that takes a path condition into account.
    pub fn domain_with(&self, e: ExprId, of: &dyn Fn(ExprId) -> Domain) -> Domain {
        abstraction::domain_with(self, &self.node(e), self.width(e), of)
    }

    /// Returns the truth value of the float comparison `lhs op rhs` if the ranges of the two floats decide it.
    pub(crate) fn decided_floats(&self, op: BinOp, lhs: ExprId, rhs: ExprId) -> Option<bool> {
        float_range::compare(self, op, (lhs, rhs), &|e| self.domain(e))
    }

    /// Returns the least and the greatest unsigned value that an expression may have, according to its
    /// abstract value.
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

    /// If an expression is one byte of an input, returns the input and the index of the byte; otherwise `None`.
    pub fn as_byte(&self, e: ExprId) -> Option<(SymArray, u32)> {
        match self.node(e) {
            Node::Byte { array, index } => Some((array, index)),
            _ => None,
        }
    }

    /// Returns whether an expression contains a float operator.
    pub fn has_float(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::FLOAT)
    }

    /// Returns whether an expression contains an array read.
    pub fn has_reads(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::READ)
    }

    /// Returns whether an expression contains a quantifier.
    pub fn has_quantifiers(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::QUANTIFIER)
    }

    pub(crate) fn has_const_leaves(&self, e: ExprId) -> bool {
        self.meta[e.index()].const_leaves
    }

    /// Returns the support of an expression: the symbols of all free input bytes on which its value can depend,
    /// ascending. [`Arena::symbol_of`] defines the numbers of the symbols.
    pub fn support(&self, e: ExprId) -> &[Symbol] {
        self.supports.get(self.meta[e.index()].support)
    }

    /// Returns the id of the support of an expression. Equal supports have equal ids.
    pub fn support_id(&self, e: ExprId) -> SupportId {
        self.meta[e.index()].support
    }

    // ---- inputs

    /// Creates a named input of `len` free bytes. The name is informative and need not be unique.
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

    /// Iterates over the inputs, by ascending id from 0.
    pub fn symbols(&self) -> impl Iterator<Item = SymArray> + use<> {
        (0..self.inputs.len() as u32).map(SymArray)
    }

    /// Returns the name of an input.
    pub fn symbol_name(&self, array: SymArray) -> &str {
        &self.inputs[array.index()].name
    }

    /// Returns the size of an input in bytes.
    pub fn symbol_len(&self, array: SymArray) -> u32 {
        self.inputs[array.index()].len
    }

    /// Returns the symbol of byte `index` of an input.
    pub fn symbol_of(&self, array: SymArray, index: u32) -> Symbol {
        self.inputs[array.index()].first + 1 + index
    }

    /// Returns the symbol of a whole input.
    pub fn whole_symbol_of(&self, array: SymArray) -> Symbol {
        self.inputs[array.index()].first
    }

    /// Returns the input of a symbol, and the index of the byte that the symbol denotes. The index is `None`
    /// if the symbol denotes the whole input.
    pub fn symbol_place(&self, symbol: Symbol) -> (SymArray, Option<u32>) {
        let after = self.inputs.partition_point(|input| input.first <= symbol);
        let array = SymArray(after as u32 - 1);
        let offset = symbol - self.inputs[after - 1].first;
        (array, offset.checked_sub(1))
    }

    /// Returns the bound variable of `bytes` bytes. All quantifiers with a variable of this size share the variable.
    ///
    /// # Panics
    /// If `bytes` is neither 1 nor 2.
    pub fn bound_variable(&mut self, bytes: u32) -> SymArray {
        assert!(matches!(bytes, 1 | 2), "a bound variable has 1 or 2 bytes");
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

    /// Returns whether an input is the bound variable of quantifiers.
    pub fn is_bound_variable(&self, array: SymArray) -> bool {
        self.bound.contains(&Some(array))
    }

    /// Returns whether a bound variable occurs free in an expression, that is, outside of its quantifier.
    pub fn mentions_bound_variable(&self, e: ExprId) -> bool {
        self.meta[e.index()].holds.has(Holds::BOUND)
    }

    /// Returns whether a bound variable occurs in the contents of an array version.
    pub fn array_mentions_bound_variable(&self, array: ArrayId) -> bool {
        self.array_meta[array.index()].holds.has(Holds::BOUND)
    }

    // ---- leaves

    /// Returns a constant.
    pub fn constant(&mut self, bits: Bits) -> ExprId {
        self.intern(Node::constant(bits))
    }

    /// Returns a constant of `width` bits.
    pub fn int(&mut self, width: u32, value: u128) -> ExprId {
        self.constant(Bits::new(width, value))
    }

    /// Returns `true` or `false`.
    pub fn bool(&self, value: bool) -> ExprId {
        if value { Arena::TRUE } else { Arena::FALSE }
    }

    /// Returns byte `index` of an input, 8 bits.
    ///
    /// # Panics
    /// If the index is out of bounds.
    pub fn byte(&mut self, array: SymArray, index: u32) -> ExprId {
        assert!(
            index < self.symbol_len(array),
            "byte {index} of input {}",
            self.symbol_name(array)
        );
        self.intern(Node::Byte { array, index })
    }

    /// Returns the first bytes of an input as a little-endian number of `width` bits. If `width` is not a
    /// multiple of 8, the high bits of the last byte are dropped.
    pub fn scalar(&mut self, array: SymArray, width: u32) -> ExprId {
        let mut value = self.byte(array, 0);
        for index in 1..width.div_ceil(8) {
            let byte = self.byte(array, index);
            value = self.concat(byte, value);
        }
        self.extract(value, 0, width)
    }

    // ---- arrays

    /// Returns an array version without stores that has the given elements, of 8 bits each.
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

    /// Returns an array version without stores whose elements are the constants `bytes`.
    pub fn const_array(&mut self, bytes: &[u8]) -> ArrayId {
        let cells: Vec<ExprId> = bytes.iter().map(|&b| self.int(8, u128::from(b))).collect();
        self.cells_array(&cells)
    }

    /// Returns an array version without stores whose elements are the bytes of the input `array`.
    pub fn symbol_array(&mut self, array: SymArray) -> ArrayId {
        let cells: Vec<ExprId> = (0..self.symbol_len(array))
            .map(|i| self.byte(array, i))
            .collect();
        self.cells_array(&cells)
    }

    /// Returns the definition of an array version.
    pub fn array(&self, array: ArrayId) -> &ArrayNode {
        &self.arrays[array.index()]
    }

    /// Returns the size of an array in bytes.
    pub fn array_len(&self, array: ArrayId) -> u32 {
        self.array_meta[array.index()].len
    }

    /// Returns the symbols that the contents of an array version depend on.
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

    // ---- hash-consing

    /// Returns the id of a node in canonical form, and adds the node if the arena does not contain it. If rewrite rules
    /// are enabled and the abstract value of the node is a single number, returns the id of this constant instead.
    pub(crate) fn intern(&mut self, node: Node) -> ExprId {
        let short = node.hash() as u32;
        let same = |&(hash, id): &(u32, ExprId)| hash == short && self.nodes[id.index()] == node;
        if let Some(&(_, id)) = self.table.find(rehash(short), same) {
            return id;
        }
        let meta = self.meta_of(&node);
        let domain = match node {
            Node::Const { width, limbs } if width <= 64 => Domain::constant(
                u32::from(width),
                u64::from(limbs[0]) | (u64::from(limbs[1]) << 32),
            ),
            _ if meta.width > 64 => Domain::any(64),
            _ => abstraction::domain_of(self, &node, u32::from(meta.width)),
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
            .insert_unique(rehash(short), (short, id), |&(hash, _)| rehash(hash));
        id
    }

    /// Returns the id of a node; `None` if the arena does not contain the node.
    pub fn find(&self, node: Node) -> Option<ExprId> {
        let short = node.hash() as u32;
        let same = |&(hash, id): &(u32, ExprId)| hash == short && self.nodes[id.index()] == node;
        self.table.find(rehash(short), same).map(|&(_, id)| id)
    }

    // ---- constructors that apply no rewrite rule of the operator; the operands must already be in canonical order

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

/// Returns the hash of a node in the interning table, computed from the 32 stored hash bits `short`. The table uses
/// both the low and the high bits of the result, so the multiplication spreads the bits of `short` over all 64 bits.
fn rehash(short: u32) -> u64 {
    u64::from(short).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

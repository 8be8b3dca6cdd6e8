//! A query as a table of nodes in topological order, with the current value of each node. Local search changes inputs
//! in this table. A change of an input updates the table incrementally: only array reads and the nodes that depend on
//! the input are evaluated again.
//!
//! A *word* is an input number: several adjacent bytes. An array *version* is the contents of an array after some
//! stores. A *cell* is the value of an array element before all stores to the array.
use super::words::{Word, words};
use crate::model::Model;
use rustc_hash::FxHashMap;
use symtool_expr::{self as expr, Arena, ArrayId, ArrayNode, BinOp, ExprId, SymArray, UnOp};
use symtool_ir::Bits;
use symtool_ir::random::SplitMix;

/// The index of an expression in the table. Operands have smaller indexes than the expressions that contain them.
pub(super) type Index = u32;

/// A node of the table: one expression of the query.
#[derive(Copy, Clone, Debug)]
pub(super) enum Node {
    /// A constant.
    Const,
    /// One byte of a symbolic input.
    Byte(SymArray, u32),
    /// A word: adjacent input bytes that the query reads as one number. The field is the index in the list of words.
    Word(u32),
    /// A read of an array version (the contents of an array after some stores). `array` is the index of the version.
    Read { array: u32, index: Index },
    /// A unary operator.
    Un { op: UnOp, arg: Index },
    /// A binary operator.
    Bin { op: BinOp, lhs: Index, rhs: Index },
    /// An if-then-else.
    Ite {
        cond: Index,
        then: Index,
        other: Index,
    },
    /// A range of bits of the operand.
    Extract { low: u32, arg: Index },
}

/// A version of an array: either its cells (the contents before all stores), or one store to an older version.
#[derive(Debug)]
pub(super) enum Version {
    Cells(Vec<Index>),
    Store {
        base: u32,
        index: Index,
        value: Index,
    },
}

/// The query and the values of all its expressions.
#[derive(Debug)]
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    pub values: Vec<Bits>,
    pub words: Vec<Word>,
    pub versions: Vec<Version>,
    pub constraints: Vec<Index>,
    /// The node of each input byte, by input and index.
    bytes: FxHashMap<(SymArray, u32), Index>,
    /// For each node, whether its value has changed during the current call of [`set`](Self::set).
    dirty: Vec<bool>,
}

impl Graph {
    pub fn new(arena: &Arena, constraints: &[ExprId]) -> Graph {
        let order = arena.postorder(constraints);
        let mut graph = Graph {
            nodes: Vec::with_capacity(order.len()),
            values: Vec::with_capacity(order.len()),
            words: Vec::new(),
            versions: Vec::new(),
            constraints: Vec::new(),
            bytes: FxHashMap::default(),
            dirty: vec![false; order.len()],
        };
        let mut index_of: FxHashMap<ExprId, Index> = FxHashMap::default();
        let mut versions: FxHashMap<ArrayId, u32> = FxHashMap::default();
        let words = words(arena, &order);
        let word_of: FxHashMap<ExprId, usize> = (words.iter().enumerate())
            .filter(|(_, (_, word))| word.len > 1)
            .map(|(number, (e, _))| (*e, number))
            .collect();
        graph.words = words.into_iter().map(|(_, word)| word).collect();
        for &e in &order {
            let at = |e: ExprId| index_of[&e];
            let node = match arena.node(e) {
                _ if word_of.contains_key(&e) => Node::Word(word_of[&e] as u32),
                // A query with quantifiers does not reach local search, so there is no `ForAll` here.
                expr::Node::Const { .. } | expr::Node::ForAll { .. } => Node::Const,
                expr::Node::Byte { array, index } => Node::Byte(array, index),
                expr::Node::Un { op, arg, .. } => Node::Un { op, arg: at(arg) },
                expr::Node::Bin { op, lhs, rhs } => {
                    let (lhs, rhs) = (at(lhs), at(rhs));
                    Node::Bin { op, lhs, rhs }
                }
                expr::Node::Ite { cond, then, other } => {
                    let (cond, then, other) = (at(cond), at(then), at(other));
                    Node::Ite { cond, then, other }
                }
                expr::Node::Extract { low, arg, .. } => Node::Extract {
                    low: u32::from(low),
                    arg: at(arg),
                },
                expr::Node::Read { array, index } => Node::Read {
                    array: graph.version(arena, array, &index_of, &mut versions),
                    index: at(index),
                },
            };
            let here = graph.nodes.len() as Index;
            if let Node::Byte(array, index) = node {
                graph.bytes.insert((array, index), here);
            }
            graph.nodes.push(node);
            let value = arena.as_const(e);
            graph
                .values
                .push(value.unwrap_or_else(|| Bits::zero(arena.width(e))));
            index_of.insert(e, here);
        }
        graph.constraints = constraints.iter().map(|e| index_of[e]).collect();
        graph
    }

    fn version(
        &mut self,
        arena: &Arena,
        array: ArrayId,
        index_of: &FxHashMap<ExprId, Index>,
        known: &mut FxHashMap<ArrayId, u32>,
    ) -> u32 {
        let mut newer = Vec::new();
        let mut next = array;
        let mut number = loop {
            if let Some(&number) = known.get(&next) {
                break number;
            }
            match arena.array(next) {
                ArrayNode::Cells(cells) => {
                    let cells = cells.iter().map(|e| index_of[e]).collect();
                    self.versions.push(Version::Cells(cells));
                    let number = self.versions.len() as u32 - 1;
                    known.insert(next, number);
                    break number;
                }
                &ArrayNode::Store { base, .. } => {
                    newer.push(next);
                    next = base;
                }
            }
        };
        for array in newer.into_iter().rev() {
            if let &ArrayNode::Store { index, value, .. } = arena.array(array) {
                self.versions.push(Version::Store {
                    base: number,
                    index: index_of[&index],
                    value: index_of[&value],
                });
                number = self.versions.len() as u32 - 1;
                known.insert(array, number);
            }
        }
        number
    }

    /// Sets all inputs to their values in a model, and computes all values.
    pub fn load(&mut self, model: &Model) {
        for at in 0..self.nodes.len() {
            self.values[at] = match self.nodes[at] {
                Node::Byte(array, index) => Bits::new(8, u128::from(model.get(array, index))),
                _ => self.compute(at as Index),
            };
        }
    }

    /// Returns the current values of the inputs as a model.
    pub fn model(&self) -> Model {
        let mut model = Model::new();
        for (&(array, index), &at) in &self.bytes {
            model.set(array, index, self.values[at as usize].low_u64() as u8);
        }
        model
    }

    /// Returns a model with a random number for each word. A byte that is in no wider word is a word of one byte. The
    /// absolute value of a number has at most `size` bits.
    pub fn random_model(&self, size: usize, random: &mut SplitMix) -> Model {
        let mut model = Model::new();
        for word in &self.words {
            let bits = size.min(8 * word.len as usize - 1);
            let number = (random.draw() & ((1 << bits) - 1)) as i64;
            let number = if random.index(2) == 0 {
                number
            } else {
                number.wrapping_neg()
            };
            for (byte, index) in number.to_le_bytes().iter().zip(0..word.len) {
                model.set(word.array, word.first + index, *byte);
            }
        }
        model
    }

    pub fn value(&self, at: Index) -> Bits {
        self.values[at as usize]
    }

    pub fn is_const(&self, at: Index) -> bool {
        matches!(self.nodes[at as usize], Node::Const)
    }

    /// Returns the nodes of the bytes of `at`, which is a word or a byte, least significant byte first.
    pub fn bytes_of(&self, at: Index) -> impl Iterator<Item = Index> + '_ {
        let (array, first, len) = match self.nodes[at as usize] {
            Node::Byte(array, index) => (Some(array), index, 1),
            Node::Word(number) => {
                let word = &self.words[number as usize];
                (Some(word.array), word.first, word.len)
            }
            _ => (None, 0, 0),
        };
        (first..first + len).filter_map(move |i| self.bytes.get(&(array?, i)).copied())
    }

    /// Returns the nodes of all input bytes.
    pub fn bytes(&self) -> impl Iterator<Item = Index> + '_ {
        self.bytes.values().copied()
    }

    /// Sets some input bytes and recomputes the values that depend on them. Appends the old values to `undo`.
    pub fn set(&mut self, changes: &[(Index, u8)], undo: &mut Vec<(Index, Bits)>) {
        let Some(first) = changes.iter().map(|&(at, _)| at).min() else {
            return;
        };
        self.dirty.fill(false);
        for &(at, byte) in changes {
            let at = at as usize;
            undo.push((at as Index, self.values[at]));
            self.values[at] = Bits::new(8, u128::from(byte));
            self.dirty[at] = true;
        }
        for at in first as usize..self.nodes.len() {
            if self.is_stale(at) {
                let value = self.compute(at as Index);
                if value != self.values[at] {
                    undo.push((at as Index, self.values[at]));
                    self.values[at] = value;
                    self.dirty[at] = true;
                }
            }
        }
    }

    /// Restores the values that [`set`](Self::set) recorded in `undo`.
    pub fn restore(&mut self, undo: &[(Index, Bits)]) {
        for &(at, value) in undo {
            self.values[at as usize] = value;
        }
    }

    /// Returns whether the node `at` must be evaluated again, because one of its operands has changed. An array read
    /// is always evaluated again.
    fn is_stale(&self, at: usize) -> bool {
        let dirty = |at: Index| self.dirty[at as usize];
        match self.nodes[at] {
            Node::Const | Node::Byte(..) => false,
            Node::Word(_) => self.bytes_of(at as Index).any(dirty),
            Node::Read { .. } => true,
            Node::Un { arg, .. } | Node::Extract { arg, .. } => dirty(arg),
            Node::Bin { lhs, rhs, .. } => dirty(lhs) || dirty(rhs),
            Node::Ite { cond, then, other } => dirty(cond) || dirty(then) || dirty(other),
        }
    }

    fn compute(&self, at: Index) -> Bits {
        let own = self.value(at);
        match self.nodes[at as usize] {
            Node::Const | Node::Byte(..) => own,
            Node::Word(_) => {
                let bytes = self.bytes_of(at).enumerate();
                let value = bytes.fold(0, |all, (i, byte)| {
                    all | self.value(byte).unsigned() << (8 * i)
                });
                Bits::new(own.width(), value)
            }
            Node::Read { array, index } => match self.cell(array, index) {
                Some(cell) => self.value(cell),
                None => Bits::zero(8),
            },
            Node::Un { op, arg } => symtool_ir::eval(op.op(), own.width(), &[self.value(arg)]),
            Node::Bin { op, lhs, rhs } => op.eval(self.value(lhs), self.value(rhs)),
            Node::Ite { cond, then, other } => {
                let taken = if self.value(cond).is_true() {
                    then
                } else {
                    other
                };
                self.value(taken)
            }
            Node::Extract { low, arg } => Bits::new(own.width(), self.value(arg).unsigned() >> low),
        }
    }

    /// Returns the node whose value a read at `index` currently returns: a stored value or a cell (array element).
    /// `array` is the index of the array version that is read. Returns `None` if the array index is out of bounds.
    pub fn cell(&self, mut array: u32, index: Index) -> Option<Index> {
        let at = self.value(index).unsigned();
        if at >= self.len(array) as u128 {
            return None;
        }
        loop {
            match &self.versions[array as usize] {
                Version::Cells(cells) => return cells.get(at as usize).copied(),
                Version::Store { base, index, value } => {
                    if self.value(*index).unsigned() == at {
                        return Some(*value);
                    }
                    array = *base;
                }
            }
        }
    }

    /// Returns the number of elements of an array.
    pub fn len(&self, mut array: u32) -> usize {
        loop {
            match &self.versions[array as usize] {
                Version::Cells(cells) => return cells.len(),
                Version::Store { base, .. } => array = *base,
            }
        }
    }
}

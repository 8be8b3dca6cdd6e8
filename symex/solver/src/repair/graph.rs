//! A query as a table: operands by position, so that one changed input is followed through it in a few microseconds.
use crate::Model;
use crate::words::{Word, words};
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, ArrayId, ArrayNode, BinOp, ExprId, Node, SymArray, UnOp};
use symtool_ir::Bits;
use symtool_ir::random::SplitMix;

/// Position of an expression in the table; operands stand before what uses them.
pub(super) type At = u32;

/// An expression of the query.
#[derive(Copy, Clone, Debug)]
pub(super) enum Part {
    /// A constant.
    Const,
    /// One byte of an input.
    Byte(SymArray, u32),
    /// Bytes of an input that are read as one number only here: the word of this number.
    Word(u32),
    /// A byte of an array, by the number of its version.
    Read { array: u32, index: At },
    /// A unary operator.
    Un { op: UnOp, arg: At },
    /// A binary operator.
    Bin { op: BinOp, lhs: At, rhs: At },
    /// A choice.
    Ite { cond: At, then: At, other: At },
    /// Some bits.
    Extract { low: u32, arg: At },
}

/// A version of an array.
#[derive(Debug)]
pub(super) enum Version {
    Cells(Vec<At>),
    Store { base: u32, index: At, value: At },
}

/// The query and the values of all its expressions.
#[derive(Debug)]
pub(super) struct Graph {
    pub parts: Vec<Part>,
    pub values: Vec<Bits>,
    pub words: Vec<Word>,
    pub versions: Vec<Version>,
    pub constraints: Vec<At>,
    /// The places of the bytes of inputs.
    bytes: FxHashMap<(SymArray, u32), At>,
    dirty: Vec<bool>,
}

impl Graph {
    pub fn new(arena: &Arena, constraints: &[ExprId]) -> Graph {
        let nodes = arena.postorder(constraints);
        let mut graph = Graph {
            parts: Vec::with_capacity(nodes.len()),
            values: Vec::with_capacity(nodes.len()),
            words: Vec::new(),
            versions: Vec::new(),
            constraints: Vec::new(),
            bytes: FxHashMap::default(),
            dirty: vec![false; nodes.len()],
        };
        let mut place: FxHashMap<ExprId, At> = FxHashMap::default();
        let mut versions: FxHashMap<ArrayId, u32> = FxHashMap::default();
        let words = words(arena, &nodes);
        let word_of: FxHashMap<ExprId, usize> = (words.iter().enumerate())
            .filter(|(_, (_, word))| word.len > 1)
            .map(|(number, (e, _))| (*e, number))
            .collect();
        graph.words = words.into_iter().map(|(_, word)| word).collect();
        for &e in &nodes {
            let at = |e: ExprId| place[&e];
            let part = match arena.node(e) {
                _ if word_of.contains_key(&e) => Part::Word(word_of[&e] as u32),
                // Of conditions with quantifiers nothing is known here; they are not asked for.
                Node::Const { .. } | Node::ForAll { .. } => Part::Const,
                Node::Byte { array, index } => Part::Byte(array, index),
                Node::Un { op, arg, .. } => Part::Un { op, arg: at(arg) },
                Node::Bin { op, lhs, rhs } => {
                    let (lhs, rhs) = (at(lhs), at(rhs));
                    Part::Bin { op, lhs, rhs }
                }
                Node::Ite { cond, then, other } => {
                    let (cond, then, other) = (at(cond), at(then), at(other));
                    Part::Ite { cond, then, other }
                }
                Node::Extract { low, arg, .. } => Part::Extract {
                    low: u32::from(low),
                    arg: at(arg),
                },
                Node::Read { array, index } => Part::Read {
                    array: graph.version(arena, array, &place, &mut versions),
                    index: at(index),
                },
            };
            let here = graph.parts.len() as At;
            if let Part::Byte(array, index) = part {
                graph.bytes.insert((array, index), here);
            }
            graph.parts.push(part);
            let value = arena.as_const(e);
            graph
                .values
                .push(value.unwrap_or_else(|| Bits::zero(arena.width(e))));
            place.insert(e, here);
        }
        graph.constraints = constraints.iter().map(|e| place[e]).collect();
        graph
    }

    fn version(
        &mut self,
        arena: &Arena,
        array: ArrayId,
        place: &FxHashMap<ExprId, At>,
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
                    let cells = cells.iter().map(|e| place[e]).collect();
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
                    index: place[&index],
                    value: place[&value],
                });
                number = self.versions.len() as u32 - 1;
                known.insert(array, number);
            }
        }
        number
    }

    /// Sets all inputs and computes everything.
    pub fn load(&mut self, model: &Model) {
        for at in 0..self.parts.len() {
            self.values[at] = match self.parts[at] {
                Part::Byte(array, index) => Bits::new(8, u128::from(model.get(array, index))),
                _ => self.compute(at as At),
            };
        }
    }

    /// The inputs.
    pub fn model(&self) -> Model {
        let mut model = Model::new();
        for (&(array, index), &at) in &self.bytes {
            model.set(array, index, self.values[at as usize].low_u64() as u8);
        }
        model
    }

    /// Numbers of so many bits at most, of either sign, for all inputs.
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

    pub fn value(&self, at: At) -> Bits {
        self.values[at as usize]
    }

    pub fn is_const(&self, at: At) -> bool {
        matches!(self.parts[at as usize], Part::Const)
    }

    /// The bytes that a word or byte consists of, the least significant first.
    pub fn bytes_of(&self, at: At) -> impl Iterator<Item = At> + '_ {
        let (array, first, len) = match self.parts[at as usize] {
            Part::Byte(array, index) => (Some(array), index, 1),
            Part::Word(number) => {
                let word = &self.words[number as usize];
                (Some(word.array), word.first, word.len)
            }
            _ => (None, 0, 0),
        };
        (first..first + len).filter_map(move |i| self.bytes.get(&(array?, i)).copied())
    }

    /// The bytes of all inputs.
    pub fn bytes(&self) -> impl Iterator<Item = At> + '_ {
        self.bytes.values().copied()
    }

    /// Sets bytes of inputs and computes what depends on them; what was there before is put into `undo`.
    pub fn set(&mut self, changes: &[(At, u8)], undo: &mut Vec<(At, Bits)>) {
        let Some(first) = changes.iter().map(|&(at, _)| at).min() else {
            return;
        };
        self.dirty.fill(false);
        for &(at, byte) in changes {
            let at = at as usize;
            undo.push((at as At, self.values[at]));
            self.values[at] = Bits::new(8, u128::from(byte));
            self.dirty[at] = true;
        }
        for at in first as usize..self.parts.len() {
            if self.is_stale(at) {
                let value = self.compute(at as At);
                if value != self.values[at] {
                    undo.push((at as At, self.values[at]));
                    self.values[at] = value;
                    self.dirty[at] = true;
                }
            }
        }
    }

    /// Takes changes back.
    pub fn restore(&mut self, undo: &[(At, Bits)]) {
        for &(at, value) in undo {
            self.values[at as usize] = value;
        }
    }

    /// Has an operand changed?
    fn is_stale(&self, at: usize) -> bool {
        let dirty = |at: At| self.dirty[at as usize];
        match self.parts[at] {
            Part::Const | Part::Byte(..) => false,
            Part::Word(_) => self.bytes_of(at as At).any(dirty),
            Part::Read { .. } => true,
            Part::Un { arg, .. } | Part::Extract { arg, .. } => dirty(arg),
            Part::Bin { lhs, rhs, .. } => dirty(lhs) || dirty(rhs),
            Part::Ite { cond, then, other } => dirty(cond) || dirty(then) || dirty(other),
        }
    }

    fn compute(&self, at: At) -> Bits {
        let own = self.value(at);
        match self.parts[at as usize] {
            Part::Const | Part::Byte(..) => own,
            Part::Word(_) => {
                let bytes = self.bytes_of(at).enumerate();
                let value = bytes.fold(0, |all, (i, byte)| {
                    all | self.value(byte).unsigned() << (8 * i)
                });
                Bits::new(own.width(), value)
            }
            Part::Read { array, index } => match self.cell(array, index) {
                Some(cell) => self.value(cell),
                None => Bits::zero(8),
            },
            Part::Un { op, arg } => symtool_ir::eval(op.op(), own.width(), &[self.value(arg)]),
            Part::Bin { op, lhs, rhs } => op.eval(self.value(lhs), self.value(rhs)),
            Part::Ite { cond, then, other } => {
                let taken = if self.value(cond).is_true() {
                    then
                } else {
                    other
                };
                self.value(taken)
            }
            Part::Extract { low, arg } => Bits::new(own.width(), self.value(arg).unsigned() >> low),
        }
    }

    /// What a read sees at present; `None` outside the array.
    pub fn cell(&self, mut array: u32, index: At) -> Option<At> {
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

    /// The number of an array's cells.
    pub fn len(&self, mut array: u32) -> usize {
        loop {
            match &self.versions[array as usize] {
                Version::Cells(cells) => return cells.len(),
                Version::Store { base, .. } => array = *base,
            }
        }
    }
}

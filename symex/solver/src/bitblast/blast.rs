//! Translates expressions to gates (logical connectives of one bit). Each expression of an arena is translated once,
//! for all queries. A *cell* is the value of an array element before all stores to the array.
use super::clauses::Variables;
use super::gates::{Gates, Lit};
use super::words::{self, Word};
use crate::model::Model;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, ArrayId, BinOp, ExprId, Node, SymArray, UnOp};

/// An array read is translated only if all array elements that it may select have an index below this number.
const MAX_CELLS: u64 = 256;
/// A product, quotient or remainder is translated only if it needs, by estimate, at most this number of
/// gates.
const MAX_PRODUCT: u32 = 2_000;
/// An expression is translated only if it has at most this width, in bits.
const MAX_WIDTH: u32 = 128;

/// The translated expressions of one arena, and their gates.
#[derive(Debug, Default)]
pub(crate) struct Blaster {
    pub(super) gates: Gates,
    pub(super) variables: Variables,
    words: FxHashMap<ExprId, Word>,
    /// The gates of each input byte, one gate for each bit.
    bytes: FxHashMap<(SymArray, u32), Word>,
}

impl Blaster {
    /// Translates a condition to a gate. Returns `None` if the condition has an unsupported operator or needs more
    /// than `most_gates` new gates.
    pub(super) fn condition(
        &mut self,
        arena: &Arena,
        root: ExprId,
        most_gates: usize,
    ) -> Option<Lit> {
        let end = self.gates.len() + most_gates;
        let mut work = vec![root];
        while let Some(&e) = work.last() {
            if self.words.contains_key(&e) {
                work.pop();
                continue;
            }
            let before = work.len();
            self.push_missing(arena, e, &mut work)?;
            if work.len() == before {
                let word = self.word(arena, e)?;
                debug_assert_eq!(word.len() as u32, arena.width(e));
                self.words.insert(e, word);
                work.pop();
            }
            if self.gates.len() > end {
                return None;
            }
        }
        self.words[&root].first().copied()
    }

    /// Returns the model that the SAT solver found: the values of the input bytes, computed from the values of the SAT
    /// variables. The latest answer of the SAT solver must be *sat*.
    pub(super) fn model(&self) -> Model {
        let mut model = Model::new();
        for (&(array, index), word) in &self.bytes {
            let bits = word.iter().enumerate();
            let byte = bits.fold(0, |byte, (i, &bit)| {
                byte | u8::from(self.variables.value(bit)) << i
            });
            if byte != 0 {
                model.set(array, index, byte);
            }
        }
        model
    }

    fn push_missing(&self, arena: &Arena, e: ExprId, work: &mut Vec<ExprId>) -> Option<()> {
        let mut need = |c: ExprId| {
            if !self.words.contains_key(&c) {
                work.push(c);
            }
        };
        let node = arena.node(e);
        node.children().into_iter().for_each(&mut need);
        if let Node::Read { array, index } = node {
            let (first, last) = cells_read(arena, array, index)?;
            let (stores, cells) = arena.layers(array);
            let stored = stores.into_iter().flat_map(|(index, value)| [index, value]);
            stored.for_each(&mut need);
            cells[first..=last].iter().copied().for_each(&mut need);
        }
        Some(())
    }

    /// Returns the bits of the node `e`, whose operands must already be translated. Returns `None` if the node is not
    /// supported or too expensive.
    fn word(&mut self, arena: &Arena, e: ExprId) -> Option<Word> {
        let width = arena.width(e);
        if width > MAX_WIDTH {
            return None;
        }
        let node = arena.node(e);
        Some(match node {
            Node::Const { .. } => words::constant(node.as_const()?),
            Node::Byte { array, index } => {
                let byte: Word = (0..8).map(|_| self.gates.input()).collect();
                self.bytes.insert((array, index), byte.clone());
                byte
            }
            Node::Read { array, index } => self.read(arena, array, index)?,
            Node::Un { op, arg, .. } => self.unary(op, arg, width)?,
            Node::Bin { op, lhs, rhs } => self.binary(op, lhs, rhs)?,
            Node::Ite { cond, then, other } => {
                let (cond, then, other) =
                    (&self.words[&cond], &self.words[&then], &self.words[&other]);
                self.gates.choose(cond[0], then, other)
            }
            Node::Extract { low, arg, .. } => {
                let low = usize::from(low);
                self.words[&arg][low..low + width as usize].to_vec()
            }
            Node::ForAll { .. } => return None,
        })
    }

    fn unary(&self, op: UnOp, arg: ExprId, width: u32) -> Option<Word> {
        let mut word = self.words[&arg].clone();
        let fill = match op {
            UnOp::Not => return Some(words::not(&word)),
            UnOp::Zext => Lit::FALSE,
            UnOp::Sext => *word.last()?,
            _ => return None,
        };
        word.resize(width as usize, fill);
        Some(word)
    }

    fn binary(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId) -> Option<Word> {
        let (a, b) = (&self.words[&lhs], &self.words[&rhs]);
        if op.is_product() && product_cost(op, a, b) > MAX_PRODUCT {
            return None;
        }
        let gates = &mut self.gates;
        Some(match op {
            BinOp::Add => gates.add(a, b, Lit::FALSE),
            BinOp::Sub => gates.sub(a, b),
            BinOp::Mul => gates.mul(a, b),
            BinOp::UDiv => gates.divide(a, b).0,
            BinOp::URem => gates.divide(a, b).1,
            BinOp::SDiv => gates.signed_divide(a, b).0,
            BinOp::SRem => gates.signed_divide(a, b).1,
            BinOp::And => gates.bitwise(a, b, Gates::and),
            BinOp::Or => gates.bitwise(a, b, Gates::or),
            BinOp::Xor => gates.bitwise(a, b, Gates::xor),
            BinOp::Shl => gates.shl(a, b),
            BinOp::LShr => gates.shr(a, b, Lit::FALSE),
            BinOp::AShr => gates.shr(a, b, *a.last()?),
            BinOp::Eq => vec![gates.eq(a, b)],
            BinOp::Ult => vec![gates.ult(a, b)],
            BinOp::Slt => vec![gates.slt(a, b)],
            BinOp::Concat => b.iter().chain(a).copied().collect(),
            _ => return None,
        })
    }

    /// Translates an array read. The result is 0 if the index is out of bounds. Otherwise it is the value of the newest
    /// store at the index or, if there is no such store, the array element at the index.
    fn read(&mut self, arena: &Arena, array: ArrayId, index: ExprId) -> Option<Word> {
        let (first, last) = cells_read(arena, array, index)?;
        let len = arena.array_len(array);
        let at = self.words[&index].clone();
        let (stores, cells) = arena.layers(array);
        let cells: Vec<Option<Word>> = (0..first)
            .map(|_| None)
            .chain((cells[first..=last].iter()).map(|cell| Some(self.words[cell].clone())))
            .collect();
        let bits = usize::BITS - last.leading_zeros();
        let mut word = choice(&mut self.gates, &cells, &at[..bits as usize])?;
        for (stored, value) in stores.into_iter().rev() {
            let here = self.gates.eq(&at, &self.words[&stored]);
            word = self.gates.choose(here, &self.words[&value], &word);
        }
        let len = words::constant(symtool_ir::Bits::new(64, u128::from(len)));
        let is_inside = self.gates.ult(&at, &len);
        Some(self.gates.choose(is_inside, &word, &words::zeros(8)))
    }
}

/// Returns the range of array elements that an index may select; `None` if the array is empty or the last element of
/// the range has an index of at least [`MAX_CELLS`].
fn cells_read(arena: &Arena, array: ArrayId, index: ExprId) -> Option<(usize, usize)> {
    let domain = arena.domain(index);
    let last = domain
        .max
        .min(u64::from(arena.array_len(array)).checked_sub(1)?);
    let first = domain.min.min(last);
    (last < MAX_CELLS).then_some((first as usize, last as usize))
}

/// Returns the gates of the cell (array element before all stores) whose index is the number with the bits `at`. If no
/// cell has this index, the result is arbitrary.
fn choice(gates: &mut Gates, cells: &[Option<Word>], at: &[Lit]) -> Option<Word> {
    let Some((&bit, lower)) = at.split_last() else {
        return cells.first().cloned().flatten();
    };
    let half = cells.len().min(1 << lower.len());
    let below = choice(gates, &cells[..half], lower);
    let above = choice(gates, &cells[half..], lower);
    match (below, above) {
        (Some(below), Some(above)) => Some(gates.choose(bit, &above, &below)),
        (one, other) => one.or(other),
    }
}

/// Estimates the number of gates of a product, quotient or remainder. In a product, a bit of the right operand that is
/// the constant 0 needs no gates.
fn product_cost(op: BinOp, a: &[Lit], b: &[Lit]) -> u32 {
    let width = a.len() as u32;
    let rows = match op {
        BinOp::Mul => b.iter().filter(|&&bit| bit != Lit::FALSE).count() as u32,
        _ => 2 * width,
    };
    4 * width * rows
}

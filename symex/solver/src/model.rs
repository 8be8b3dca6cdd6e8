//! Models: input bytes that satisfy constraints.
use std::collections::BTreeMap;
use symtool_expr::{Arena, Assignment, Evaluator, ExprId, SymArray};
use symtool_ir::Bits;

/// A byte of an input: the input and the index of the byte.
pub(crate) type InputByte = (SymArray, u32);

/// Values for input bytes. A byte without a value is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The bytes of each input, from index 0 on. Bytes beyond the end of a list are 0.
    bytes: BTreeMap<SymArray, Vec<u8>>,
}

impl Model {
    /// Returns the model that assigns 0 to all bytes.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets byte `index` of an input.
    pub fn set(&mut self, array: SymArray, index: u32, value: u8) {
        let bytes = self.bytes.entry(array).or_default();
        if bytes.len() <= index as usize {
            bytes.resize(index as usize + 1, 0);
        }
        bytes[index as usize] = value;
    }

    /// Returns byte `index` of an input; 0 if the model has no value for the byte.
    pub fn get(&self, array: SymArray, index: u32) -> u8 {
        self.bytes
            .get(&array)
            .and_then(|bytes| bytes.get(index as usize))
            .copied()
            .unwrap_or(0)
    }

    /// Returns all bytes of an input of the arena; bytes without a value are 0.
    pub fn bytes(&self, arena: &Arena, array: SymArray) -> Vec<u8> {
        (0..arena.symbol_len(array))
            .map(|i| self.get(array, i))
            .collect()
    }

    /// Returns the inputs that have bytes in the model, in ascending order of their ids.
    pub fn arrays(&self) -> impl Iterator<Item = SymArray> + '_ {
        self.bytes.keys().copied()
    }

    /// Copies from the model `from` the values of the bytes on which the constraints `group` depend.
    pub(crate) fn copy_support(&mut self, arena: &Arena, from: &Model, group: &[ExprId]) {
        for &constraint in group {
            for &symbol in arena.support(constraint) {
                let (array, byte) = arena.symbol_place(symbol);
                let indexes = match byte {
                    Some(index) => index..index + 1,
                    None => 0..arena.symbol_len(array),
                };
                for index in indexes {
                    self.set(array, index, from.get(array, index));
                }
            }
        }
    }

    /// Returns the value of an expression under this model.
    pub fn eval(&self, arena: &Arena, e: ExprId) -> Bits {
        Evaluator::new(arena, self).eval(e)
    }

    /// Returns whether all constraints hold under this model.
    pub fn satisfies(&self, arena: &Arena, constraints: &[ExprId]) -> bool {
        let mut evaluator = Evaluator::new(arena, self);
        constraints.iter().all(|&c| evaluator.eval(c).is_true())
    }
}

impl Assignment for Model {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        self.get(array, index)
    }
}

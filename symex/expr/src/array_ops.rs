//! Reads and stores of symbolic arrays. A store creates a new *version* of the array: the contents after the store. The
//! *cells* of an array are its elements before all stores.
use super::arena::{Arena, ArrayNode};
use super::node::{ArrayId, ExprId, Node};
use super::rules::Rule;
use symtool_ir::Bits;

/// The size, in bytes, of the largest array for which a store at a constant index copies all elements and replaces one
/// of them. For a larger array, the new version refers to the previous version, because copies would need too much
/// memory.
const MAX_COPIED: u32 = 64;

/// The result of comparing the index of a store with the index of a read: equal for all inputs, for no input, or
/// possibly for some inputs.
#[derive(PartialEq)]
enum Overlap {
    Same,
    Never,
    Maybe,
}

impl Arena {
    /// Returns the byte of an array version (the contents of an array after some stores) at a 64-bit index; 0 if the
    /// index is out of bounds.
    ///
    /// # Panics
    /// If the index is not 64 bits wide.
    pub fn read(&mut self, array: ArrayId, index: ExprId) -> ExprId {
        assert_eq!(self.width(index), 64, "array indexes have 64 bits");
        let len = u64::from(self.array_len(array));
        if self.domain(index).min >= len {
            self.fire(Rule::ReadOutside);
            return self.int(8, 0);
        }
        let mut at = array;
        loop {
            match self.array(at) {
                &ArrayNode::Store {
                    base,
                    index: stored,
                    value,
                } => {
                    match self.overlap(stored, index) {
                        // A store at an index out of bounds has no effect. So the read returns the stored
                        // value only if the index is in bounds.
                        Overlap::Same if self.domain(index).max < len => {
                            self.fire(Rule::ReadStored);
                            return value;
                        }
                        Overlap::Never => {
                            self.fire(Rule::ReadPast);
                            at = base;
                        }
                        _ => break,
                    }
                }
                ArrayNode::Cells(cells) => {
                    if let Some(value) = self.as_const(index) {
                        let cell = cells[value.low_u64() as usize];
                        self.fire(Rule::ReadCell);
                        return cell;
                    }
                    if let Some(value) = self.same_cell(index, len, cells) {
                        self.fire(Rule::ReadEqualCells);
                        return value;
                    }
                    break;
                }
            }
        }
        if let Some(tree) = self.map_leaves(index, |arena, leaf| arena.read(at, leaf)) {
            return tree;
        }
        self.intern(Node::Read { array: at, index })
    }

    /// Returns the common expression of all array elements in `cells` that the index may select according to its
    /// abstract value; `None` if these elements differ.
    fn same_cell(&self, index: ExprId, len: u64, cells: &[ExprId]) -> Option<ExprId> {
        let domain = self.domain(index);
        if !self.simplify || domain.max >= len {
            return None;
        }
        let first = cells[domain.min as usize];
        let range = domain.min as usize..=domain.max as usize;
        cells[range].iter().all(|&c| c == first).then_some(first)
    }

    fn overlap(&self, a: ExprId, b: ExprId) -> Overlap {
        if a == b {
            return Overlap::Same;
        }
        let (x, y) = (self.domain(a), self.domain(b));
        if x.max < y.min || y.max < x.min || x.zeros & y.ones != 0 || x.ones & y.zeros != 0 {
            Overlap::Never
        } else {
            Overlap::Maybe
        }
    }

    /// Returns the stores of an array version, newest first, as pairs (index, value), and the elements of the array
    /// before all stores.
    pub fn layers(&self, mut array: ArrayId) -> (Vec<(ExprId, ExprId)>, &[ExprId]) {
        let mut stores = Vec::new();
        loop {
            match self.array(array) {
                &ArrayNode::Store { base, index, value } => {
                    stores.push((index, value));
                    array = base;
                }
                ArrayNode::Cells(cells) => return (stores, cells),
            }
        }
    }

    /// Returns the array version (the contents of an array) after a store of one byte. If the index is out of bounds
    /// for all inputs, returns `array` itself.
    ///
    /// # Panics
    /// If the index is not 64 bits or the value not 8 bits wide.
    pub fn store(&mut self, array: ArrayId, index: ExprId, value: ExprId) -> ArrayId {
        assert_eq!(
            (self.width(index), self.width(value)),
            (64, 8),
            "a store has an index of 64 bits and a value of 8 bits"
        );
        let len = self.array_len(array);
        if self.domain(index).min >= u64::from(len) {
            self.fire(Rule::StoreOutside);
            return array;
        }
        match self.array(array) {
            ArrayNode::Cells(cells) if len <= MAX_COPIED => {
                if let Some(at) = self.as_const(index).map(Bits::low_u64) {
                    let mut cells = cells.to_vec();
                    cells[at as usize] = value;
                    self.fire(Rule::StoreCell);
                    return self.cells_array(&cells);
                }
            }
            &ArrayNode::Store {
                base, index: old, ..
            } if old == index => {
                self.fire(Rule::StoreAgain);
                return self.store(base, index, value);
            }
            _ => {}
        }
        self.add_store(array, index, value)
    }
}

//! The encodings of array reads.
//!
//! An array *version* is the contents of an array after some stores. A *cell* is the value of an array element before
//! all stores to the array. There are two encodings of array reads:
//!
//! - With [`Reads::Bits`], a read of a version becomes a chain of `ite`s over the stores of the version. If no store
//!   has the index of the read, the end of the chain selects a cell. The cell is selected by a balanced tree of
//!   `ite`s over the bits of the index, or, for more than [`MAX_CHOICE`] cells, by a read in Z3's theory of arrays.
//! - With [`Reads::Theory`], all reads use the theory of arrays.
use super::Translator;
use crate::answer::Unknown;
use crate::smt::watch::Stop;
use symtool_expr::arrays::Reads;
use symtool_expr::{Arena, ArrayId, ArrayNode, ExprId, Node};
use z3::Sort;
use z3::ast::{Array, BV};

/// The maximum number of cells (array elements) among which a tree of `ite`s selects, for one array read.
const MAX_CHOICE: u64 = 1 << 18;
/// The maximum number of nonzero cells (array elements) of an array in Z3's theory of arrays. Z3 recurses once for each
/// of these cells.
const MAX_STORES: usize = 1 << 12;

/// A subtree of the balanced tree of `ite`s that selects a cell by the bits of the index.
enum Choice {
    /// The subtree always selects this cell, so the subtree needs no `ite`.
    Cell(ExprId),
    /// The subtree is never selected: the index of the read is never the index of one of its array elements.
    Outside,
    /// The `ite`s of the subtree.
    Term(BV),
}

impl Translator {
    /// Returns the reason why the constraints cannot be translated; `None` if they can be translated. The reason is an
    /// array read that cannot be encoded in either way: not as a tree of `ite`s, because its index may select too many
    /// elements or the trees are disabled, and not in the theory of arrays, because the array has too many nonzero
    /// elements.
    pub fn beyond(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<String> {
        let with_reads = constraints.iter().filter(|&&c| arena.has_reads(c));
        let mut reads = with_reads.flat_map(|&c| symtool_expr::arrays::reads(arena, c));
        reads.find_map(|read| {
            let Node::Read { mut array, index } = arena.node(read) else {
                return None;
            };
            while let &ArrayNode::Store { base, .. } = arena.array(array) {
                array = base;
            }
            let domain = arena.domain(index);
            let last = domain.max.min(u64::from(arena.array_len(array)));
            let is_choice = last.saturating_sub(domain.min) < MAX_CHOICE;
            let fits =
                is_choice && self.reads == Reads::Bits || self.filled(arena, array) <= MAX_STORES;
            (!fits).then(|| {
                format!(
                    "an array read can select any of {} elements, which is too many",
                    last.saturating_sub(domain.min)
                )
            })
        })
    }

    fn filled(&mut self, arena: &Arena, array: ArrayId) -> usize {
        *self.filled.entry(array).or_insert_with(|| {
            let ArrayNode::Cells(cells) = arena.array(array) else {
                return 0;
            };
            cells.iter().filter(|&&cell| !is_zero(arena, cell)).count()
        })
    }

    /// Translates an array read.
    pub(super) fn read(
        &mut self,
        arena: &Arena,
        array: ArrayId,
        index: ExprId,
        stop: Option<&Stop<'_>>,
    ) -> Result<BV, Unknown> {
        let at = self.bv_of(index);
        let len = u64::from(arena.array_len(array));
        let domain = arena.domain(index);
        let term = match self.reads {
            Reads::Bits => self.chosen_read(arena, array, &at, (domain.min, domain.max), stop)?,
            Reads::Theory => self.select(arena, array, &at),
        };
        if domain.max < len {
            return Ok(term);
        }
        let inside = at.bvult(BV::from_u64(len, 64));
        Ok(inside.ite(&term, &BV::from_u64(0, 8)))
    }

    /// Translates an array read to `ite`s. If the index `at` is within the bounds of the array, it is in the range
    /// `first ..= max`.
    fn chosen_read(
        &mut self,
        arena: &Arena,
        mut array: ArrayId,
        at: &BV,
        (first, max): (u64, u64),
        stop: Option<&Stop<'_>>,
    ) -> Result<BV, Unknown> {
        let len = u64::from(arena.array_len(array));
        let mut stores = Vec::new();
        let cells = loop {
            match arena.array(array) {
                &ArrayNode::Store { base, index, value } => {
                    stores.push((index, value));
                    array = base;
                }
                ArrayNode::Cells(cells) => break cells,
            }
        };
        let last = max.min(len.saturating_sub(1));
        let mut term = if last.saturating_sub(first) < MAX_CHOICE {
            let bits = 64 - last.leading_zeros();
            match self.choice(cells, at, (first, last), (0, bits), stop)? {
                Choice::Cell(cell) => self.bv_of(cell),
                Choice::Outside => BV::from_u64(0, 8),
                Choice::Term(term) => term,
            }
        } else {
            self.select(arena, array, at)
        };
        self.count.add(stores.len());
        for (stored, value) in stores.into_iter().rev() {
            term = at.eq(self.bv_of(stored)).ite(&self.bv_of(value), &term);
        }
        Ok(term)
    }

    fn select(&mut self, arena: &Arena, array: ArrayId, at: &BV) -> BV {
        let term = self.array(arena, array).select(at).as_bv();
        term.unwrap_or_else(|| BV::from_u64(0, 8))
    }

    /// Returns the cell (array element) in `low .. low + 2^bits` that the lowest `bits` bits of the index select. The
    /// result is arbitrary if the index is outside of `range`. Checks `stop` after every [`STOP_INTERVAL`] terms,
    /// because the cells can be so many that their terms take more memory than is left.
    fn choice(
        &self,
        cells: &[ExprId],
        at: &BV,
        range: (u64, u64),
        (low, bits): (u64, u32),
        stop: Option<&Stop<'_>>,
    ) -> Result<Choice, Unknown> {
        if low > range.1 || low + ((1u64 << bits) - 1) < range.0 {
            return Ok(Choice::Outside);
        }
        let Some(half) = bits.checked_sub(1) else {
            return Ok(Choice::Cell(cells[low as usize]));
        };
        let below = self.choice(cells, at, range, (low, half), stop)?;
        let above = self.choice(cells, at, range, (low + (1 << half), half), stop)?;
        let (below, above) = match (below, above) {
            (Choice::Outside, only) | (only, Choice::Outside) => return Ok(only),
            (Choice::Cell(a), Choice::Cell(b)) if a == b => return Ok(Choice::Cell(a)),
            (a, b) => (self.chosen(a), self.chosen(b)),
        };
        self.count.add_one(stop)?;
        let bit = at.extract(half, half).eq(BV::from_u64(1, 1));
        Ok(Choice::Term(bit.ite(&above, &below)))
    }

    fn chosen(&self, choice: Choice) -> BV {
        match choice {
            Choice::Cell(cell) => self.bv_of(cell),
            Choice::Outside => BV::from_u64(0, 8),
            Choice::Term(term) => term,
        }
    }

    /// Translates an array version (the contents of an array after some stores) to a Z3 array: a constant array of
    /// zeros, changed by stores of the nonzero elements and then by the stores of the version.
    fn array(&mut self, arena: &Arena, id: ArrayId) -> Array {
        let (mut stores, mut base) = (Vec::new(), id);
        let mut term = loop {
            if let Some(known) = self.arrays.get(&base) {
                break known.clone();
            }
            match arena.array(base) {
                &ArrayNode::Store { base: older, .. } => {
                    stores.push(base);
                    base = older;
                }
                ArrayNode::Cells(cells) => {
                    let term = self.cells(arena, cells);
                    self.arrays.insert(base, term.clone());
                    break term;
                }
            }
        };
        for version in stores.into_iter().rev() {
            if let &ArrayNode::Store { index, value, .. } = arena.array(version) {
                term = term.store(&self.bv_of(index), &self.bv_of(value));
                self.arrays.insert(version, term.clone());
            }
        }
        term
    }

    fn cells(&self, arena: &Arena, cells: &[ExprId]) -> Array {
        self.count.add(cells.len());
        let mut array = Array::const_array(&Sort::bitvector(64), &BV::from_u64(0, 8));
        for (i, &cell) in cells.iter().enumerate() {
            if !is_zero(arena, cell) {
                array = array.store(&BV::from_u64(i as u64, 64), &self.bv_of(cell));
            }
        }
        array
    }
}

fn is_zero(arena: &Arena, cell: ExprId) -> bool {
    arena.as_const(cell).is_some_and(|k| k.unsigned() == 0)
}

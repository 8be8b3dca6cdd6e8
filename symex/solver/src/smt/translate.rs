//! Translates expressions to Z3 terms, each expression once.
//!
//! Conditions become Z3 Booleans, other expressions bit-vectors. Queries with float operators are not translated, but
//! passed to a solver as SMT-LIB text.
//!
//! An array *version* is the contents of an array after some stores. A *cell* is the value of an array element before
//! all stores to the array. There are two encodings of array reads:
//!
//! - With [`Reads::Bits`], a read of a version becomes a chain of `ite`s over the stores of the version. If no store
//!   has the index of the read, the end of the chain selects a cell. The cell is selected by a balanced tree of
//!   `ite`s over the bits of the index, or, for more than [`MAX_CHOICE`] cells, by a read in Z3's theory of arrays.
//! - With [`Reads::Theory`], all reads use the theory of arrays.
use super::watch::Stop;
use crate::answer::Unknown;
use crate::technique::Outcome;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use symtool_expr::{Arena, ArrayId, ArrayNode, BinOp, ExprId, ForAll, Node, SymArray, UnOp};
use symtool_ir::Bits;
use z3::Sort;
use z3::ast::{Array, BV, Bool};

use crate::model::Model;
use symtool_expr::arrays::Reads;

/// The maximum number of cells (array elements) among which a tree of `ite`s selects, for one array read.
const MAX_CHOICE: u64 = 1 << 18;
/// The maximum number of nonzero cells (array elements) of an array in Z3's theory of arrays. Z3 recurses once for each
/// of these cells.
const MAX_STORES: usize = 1 << 12;
/// The number of new Z3 terms after which a translation checks whether it must stop.
const STOP_INTERVAL: usize = 1 << 12;
/// The estimated memory of one Z3 term, in bytes: a node with three operands, and its place in a hash table.
const TERM_MEMORY: u64 = 128;
/// The estimated memory, in bytes, of the clauses that Z3 makes of one term of an array read. A term selects one of two
/// bytes. The memory for one term differs between queries: it was 0.2 kB in a query about one table of 200,000 bytes,
/// and 0.6 to 1.8 kB in four queries about several arrays (with 76,000 to 127,000 terms) that were stopped.
const READ_TERM_MEMORY: u64 = 1 << 9;

/// A translated expression: a Z3 Boolean or a Z3 bit-vector.
#[derive(Clone, Debug)]
enum Term {
    Bool(Bool),
    Bv(BV),
}

/// The terms of one arena's expressions, in the Z3 context of this thread. Creating a translator does not call Z3;
/// the first translation does.
#[derive(Default, Debug)]
pub struct Translator {
    reads: Reads,
    terms: FxHashMap<ExprId, Term>,
    arrays: FxHashMap<ArrayId, Array>,
    /// The number of nonzero cells (elements before all stores) of each array.
    filled: FxHashMap<ArrayId, usize>,
    bytes: BTreeMap<(SymArray, u32), BV>,
    /// The number of calls of [`reset`](Self::reset). If this number changes, a link that uses the translator must drop
    /// all Z3 terms that it has stored.
    generation: u32,
    /// The number of Z3 terms that were created since the last check whether the translation must stop. One array read
    /// can become as many terms as its array has elements.
    created: Cell<usize>,
    /// The number of all Z3 terms that were created, except those since the last check.
    checked: Cell<usize>,
    /// The number of Z3 terms that each array read became.
    read_terms: FxHashMap<ExprId, usize>,
    /// The sum of `read_terms`.
    all_read_terms: usize,
}

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
    /// Returns a translator without translated terms.
    pub fn new(reads: Reads) -> Translator {
        Translator {
            reads,
            ..Translator::default()
        }
    }

    /// Drops all Z3 terms, so that Z3 frees their memory. Increases `generation`, so that links drop the terms that
    /// they have stored.
    pub fn reset(&mut self) {
        *self = Translator {
            reads: self.reads,
            generation: self.generation + 1,
            ..Translator::default()
        };
    }

    /// Drops all Z3 terms if they take more than a quarter of the memory limit of the process. Z3 keeps its terms in a
    /// hash table. When the table is full, it doubles: with 800,000 terms, the process then grows by 32 MB at once, and
    /// the translation cannot stop in between.
    pub fn bound_memory(&mut self, limit: Option<u64>) {
        let memory = self.all_terms() as u64 * TERM_MEMORY;
        if limit.is_some_and(|limit| memory > limit / 4) {
            self.reset();
        }
    }

    /// Returns the number of calls of [`reset`](Self::reset) so far. A link that stores Z3 terms drops them if this
    /// number has changed.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Translates conditions to Boolean terms of Z3 and stores the terms, so that [`condition`](Self::condition) need
    /// not translate them. The conditions must not contain float operators. Checks `stop` at intervals, because the
    /// conditions of a long path can have millions of nodes.
    ///
    /// # Errors
    /// Returns the reason if `stop` ended the translation. Some of the subexpressions are translated then.
    pub fn prepare(
        &mut self,
        arena: &Arena,
        conditions: impl Iterator<Item = ExprId>,
        stop: &Stop<'_>,
    ) -> Result<(), Unknown> {
        let mut conditions = conditions;
        conditions.try_for_each(|condition| self.translate_until(arena, condition, Some(stop)))
    }

    /// Translates a condition to a Boolean term of Z3. The condition must not contain float operators.
    pub fn condition(&mut self, arena: &Arena, e: ExprId) -> Bool {
        self.translate(arena, e);
        self.bool_of(arena, e)
    }

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

    /// Returns whether some translated term uses the theory of arrays.
    pub fn uses_arrays(&self) -> bool {
        !self.arrays.is_empty()
    }

    /// Returns whether `stop` leaves enough memory to solve `conditions`, which must be translated. `own` is the
    /// memory, in bytes, that Z3 needs in addition to that for the conditions.
    pub fn has_room(
        &self,
        stop: &Stop<'_>,
        arena: &Arena,
        conditions: &[ExprId],
        own: u64,
    ) -> bool {
        let for_all_reads = self.all_read_terms as u64 * READ_TERM_MEMORY;
        stop.has_room(own + for_all_reads)
            || stop.has_room(own + self.needed_memory(arena, conditions))
    }

    /// Estimates the memory, in bytes, that Z3 needs to solve `conditions`, in addition to the memory of their
    /// terms: the memory of the clauses for the array reads. The conditions must be translated.
    fn needed_memory(&self, arena: &Arena, conditions: &[ExprId]) -> u64 {
        let mut reads: Vec<ExprId> = (conditions.iter())
            .filter(|&&condition| arena.has_reads(condition))
            .flat_map(|&condition| symtool_expr::arrays::reads(arena, condition))
            .collect();
        reads.sort_unstable();
        reads.dedup();
        let terms = reads.iter().filter_map(|read| self.read_terms.get(read));
        terms.sum::<usize>() as u64 * READ_TERM_MEMORY
    }

    /// Creates the Z3 constants of all input bytes in `constraints`, for a query that Z3 reads as SMT-LIB text.
    pub fn declare_bytes(&mut self, arena: &Arena, constraints: &[ExprId]) {
        for e in arena.postorder(constraints) {
            if matches!(arena.node(e), Node::Byte { .. }) {
                self.translate(arena, e);
            }
        }
    }

    /// Returns the outcome of a query that Z3 satisfies with the model `z3`.
    pub fn satisfied(
        &self,
        arena: &Arena,
        constraints: &[ExprId],
        z3: Option<z3::Model>,
    ) -> Outcome {
        match z3 {
            Some(z3) => Outcome::Sat(Rc::new(self.model(arena, constraints, &z3))),
            None => Outcome::Unknown(Unknown::GaveUp("no model".to_owned())),
        }
    }

    /// Converts the model of Z3 to values of all input bytes on which the constraints depend.
    fn model(&self, arena: &Arena, constraints: &[ExprId], z3: &z3::Model) -> Model {
        let mut model = Model::new();
        let mut set = |array: SymArray, index: u32, term: &BV| {
            if let Some(value) = z3.eval(term, true).and_then(|v| v.as_u64())
                && value != 0
            {
                model.set(array, index, value as u8);
            }
        };
        let mut symbols: Vec<u32> = constraints
            .iter()
            .flat_map(|&c| arena.support(c))
            .copied()
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in symbols {
            match arena.symbol_place(symbol) {
                (array, Some(index)) => {
                    if let Some(term) = self.bytes.get(&(array, index)) {
                        set(array, index, term);
                    }
                }
                (array, None) => {
                    for (&(_, index), term) in self.bytes.range((array, 0)..=(array, u32::MAX)) {
                        set(array, index, term);
                    }
                }
            }
        }
        model
    }

    fn translate(&mut self, arena: &Arena, root: ExprId) {
        let done = self.translate_until(arena, root, None);
        debug_assert!(done.is_ok(), "nothing stops the translation");
    }

    /// Translates an expression, and checks `stop` after every [`STOP_INTERVAL`] terms. Returns the reason if `stop`
    /// ended the translation; some subexpressions are translated then.
    fn translate_until(
        &mut self,
        arena: &Arena,
        root: ExprId,
        stop: Option<&Stop<'_>>,
    ) -> Result<(), Unknown> {
        let mut work = vec![root];
        while let Some(&e) = work.last() {
            if self.terms.contains_key(&e) {
                work.pop();
                continue;
            }
            let before = work.len();
            self.push_missing(arena, e, &mut work);
            if work.len() == before {
                let before = self.all_terms();
                let term = self.term(arena, e, stop)?;
                self.terms.insert(e, term);
                if matches!(arena.node(e), Node::Read { .. }) {
                    let terms = self.all_terms() - before;
                    self.read_terms.insert(e, terms);
                    self.all_read_terms += terms;
                }
                work.pop();
                self.check_stop(stop)?;
            }
        }
        Ok(())
    }

    /// Counts a new Z3 term. Returns the reason if the translation must stop.
    fn check_stop(&self, stop: Option<&Stop<'_>>) -> Result<(), Unknown> {
        self.count_terms(1);
        if self.created.get() < STOP_INTERVAL {
            return Ok(());
        }
        let created = self.created.replace(0);
        self.checked.set(self.checked.get() + created);
        stop.and_then(Stop::reason).map_or(Ok(()), Err)
    }

    /// Returns the number of Z3 terms that were created.
    fn all_terms(&self) -> usize {
        self.checked.get() + self.created.get()
    }

    /// Counts `more` new Z3 terms.
    fn count_terms(&self, more: usize) {
        self.created.set(self.created.get() + more);
    }

    /// Pushes the untranslated operands of `e` onto the worklist `work`.
    fn push_missing(&self, arena: &Arena, e: ExprId, work: &mut Vec<ExprId>) {
        let mut need = |c: ExprId| {
            if !self.terms.contains_key(&c) {
                work.push(c);
            }
        };
        let node = arena.node(e);
        node.children().into_iter().for_each(&mut need);
        if let Node::Read { array, .. } = node {
            let (stores, cells) = arena.layers(array);
            let stored = stores.into_iter().flat_map(|(index, value)| [index, value]);
            stored.for_each(&mut need);
            cells.iter().copied().for_each(&mut need);
        }
    }

    fn bool_of(&self, arena: &Arena, e: ExprId) -> Bool {
        match &self.terms[&e] {
            Term::Bool(b) => b.clone(),
            Term::Bv(v) => {
                debug_assert_eq!(arena.width(e), 1);
                v.eq(BV::from_u64(1, 1))
            }
        }
    }

    fn bv_of(&self, e: ExprId) -> BV {
        match &self.terms[&e] {
            Term::Bool(b) => b.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
            Term::Bv(v) => v.clone(),
        }
    }

    /// Translates the node `e`. The operands of `e` must already be translated. Returns the reason if `stop` ended the
    /// translation of an array read.
    fn term(&mut self, arena: &Arena, e: ExprId, stop: Option<&Stop<'_>>) -> Result<Term, Unknown> {
        let width = arena.width(e);
        Ok(match arena.node(e) {
            node @ Node::Const { .. } => constant(node.as_const().unwrap_or(Bits::zero(width))),
            Node::Byte { array, index } => {
                let term = BV::new_const(format!("b{}.{index}", array.index()), 8);
                self.bytes.insert((array, index), term.clone());
                Term::Bv(term)
            }
            Node::Read { array, index } => Term::Bv(self.read(arena, array, index, stop)?),
            Node::Un { op, arg, .. } => self.unary(arena, op, arg, width),
            Node::Extract { low, arg, .. } => {
                let low = u32::from(low);
                let bits = self.bv_of(arg).extract(low + width - 1, low);
                if width == 1 {
                    Term::Bool(bits.eq(BV::from_u64(1, 1)))
                } else {
                    Term::Bv(bits)
                }
            }
            Node::Bin { op, lhs, rhs } => self.binary(arena, op, lhs, rhs),
            Node::ForAll {
                var,
                max,
                count,
                body,
            } => {
                let quantifier = ForAll {
                    var,
                    max,
                    count,
                    body,
                };
                Term::Bool(self.for_all(arena, quantifier))
            }
            Node::Ite { cond, then, other } => {
                let cond = self.bool_of(arena, cond);
                if width == 1 {
                    let (t, o) = (self.bool_of(arena, then), self.bool_of(arena, other));
                    Term::Bool(cond.ite(&t, &o))
                } else {
                    Term::Bv(cond.ite(&self.bv_of(then), &self.bv_of(other)))
                }
            }
        })
    }

    /// Translates a bounded quantifier to a Z3 quantifier over the bytes of the bound variable.
    fn for_all(&mut self, arena: &Arena, quantifier: ForAll) -> Bool {
        let ForAll {
            var,
            max,
            count,
            body,
        } = quantifier;
        let bytes: Vec<BV> = (0..arena.symbol_len(var))
            .map(|index| BV::new_const(format!("b{}.{index}", var.index()), 8))
            .collect();
        let mut value = bytes[0].clone();
        for byte in &bytes[1..] {
            value = byte.concat(&value);
        }
        let width = arena.width(count);
        let counts = Bool::and(&[
            value.bvuge(BV::from_u64(1, width)),
            value.bvule(self.bv_of(count)),
            value.bvule(BV::from_u64(u64::from(max), width)),
        ]);
        let body = counts.implies(self.bool_of(arena, body));
        let bound: Vec<&dyn z3::ast::Ast> = bytes.iter().map(|b| b as &dyn z3::ast::Ast).collect();
        z3::ast::forall_const(&bound, &[], &body)
    }

    fn unary(&self, arena: &Arena, op: UnOp, arg: ExprId, width: u32) -> Term {
        let from = arena.width(arg);
        match op {
            UnOp::Not if width == 1 => Term::Bool(self.bool_of(arena, arg).not()),
            UnOp::Not => Term::Bv(self.bv_of(arg).bvnot()),
            UnOp::Zext => Term::Bv(self.bv_of(arg).zero_ext(width - from)),
            UnOp::Sext => Term::Bv(self.bv_of(arg).sign_ext(width - from)),
            _ => unreachable!("float operators are not translated"),
        }
    }

    fn binary(&self, arena: &Arena, op: BinOp, lhs: ExprId, rhs: ExprId) -> Term {
        if arena.width(lhs) == 1 && op != BinOp::Concat {
            let (a, b) = (self.bool_of(arena, lhs), self.bool_of(arena, rhs));
            return Term::Bool(match op {
                BinOp::And => Bool::and(&[a, b]),
                BinOp::Or => Bool::or(&[a, b]),
                BinOp::Xor => a.xor(b),
                BinOp::Eq => a.eq(b),
                _ => unreachable!("{op:?} of one bit is made of connectives"),
            });
        }
        let (a, b) = (self.bv_of(lhs), self.bv_of(rhs));
        match op {
            BinOp::Eq => Term::Bool(a.eq(b)),
            BinOp::Ult => Term::Bool(a.bvult(b)),
            BinOp::Slt => Term::Bool(a.bvslt(b)),
            BinOp::Add => Term::Bv(a.bvadd(b)),
            BinOp::Sub => Term::Bv(a.bvsub(b)),
            BinOp::Mul => Term::Bv(a.bvmul(b)),
            BinOp::UDiv => Term::Bv(a.bvudiv(b)),
            BinOp::SDiv => Term::Bv(a.bvsdiv(b)),
            BinOp::URem => Term::Bv(a.bvurem(b)),
            BinOp::SRem => Term::Bv(a.bvsrem(b)),
            BinOp::And => Term::Bv(a.bvand(b)),
            BinOp::Or => Term::Bv(a.bvor(b)),
            BinOp::Xor => Term::Bv(a.bvxor(b)),
            BinOp::Shl => Term::Bv(a.bvshl(b)),
            BinOp::LShr => Term::Bv(a.bvlshr(b)),
            BinOp::AShr => Term::Bv(a.bvashr(b)),
            BinOp::Concat => Term::Bv(a.concat(b)),
            _ => unreachable!("float operators are not translated"),
        }
    }

    // ---- arrays

    fn read(
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
        self.count_terms(stores.len());
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
        self.check_stop(stop)?;
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
        self.count_terms(cells.len());
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

fn constant(value: Bits) -> Term {
    if value.width() == 1 {
        return Term::Bool(Bool::from_bool(value.is_true()));
    }
    let low = BV::from_u64(value.low_u64(), value.width().min(64));
    Term::Bv(if value.width() > 64 {
        BV::from_u64((value.unsigned() >> 64) as u64, value.width() - 64).concat(low)
    } else {
        low
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::InterruptHandle;
    use symtool_ir::Op;

    /// Checks that an interrupt ends the translation of a large condition, and that the translation continues later.
    #[test]
    fn an_interrupt_ends_a_long_translation() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 1);
        let byte = arena.byte(input, 0);
        let mut sum = byte;
        for _ in 0..2 * STOP_INTERVAL {
            let product = arena.op(Op::Mul, 8, &[sum, byte]);
            sum = arena.op(Op::Xor, 8, &[product, sum]);
        }
        let condition = arena.ult(sum, byte);
        let mut translator = Translator::new(Reads::Bits);
        let interrupt = InterruptHandle::default();
        interrupt.interrupt();
        let mut prepare = |stop: &Stop<'_>| {
            let outcome = translator.prepare(&arena, [condition].into_iter(), stop);
            (outcome, translator.terms.len())
        };
        let (outcome, translated) = prepare(&Stop::new(&interrupt, None));
        assert_eq!(outcome, Err(Unknown::Interrupted));
        assert!(translated < 2 * STOP_INTERVAL, "{translated}");
        let (outcome, all) = prepare(&Stop::new(&InterruptHandle::default(), None));
        assert_eq!(outcome, Ok(()));
        assert!(all > 2 * translated);
    }
}

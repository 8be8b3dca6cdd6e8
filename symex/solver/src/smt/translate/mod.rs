//! Translates expressions to Z3 terms, each expression once.
//!
//! Conditions become Z3 Booleans, other expressions bit-vectors. Queries with float operators are not translated, but
//! passed to a solver as SMT-LIB text.
//!
//! | module | contents |
//! | --- | --- |
//! | `reads` | the encodings of array reads |
//! | `count` | the number of Z3 terms, and the memory that they take |
mod count;
mod reads;

use super::watch::Stop;
use crate::answer::Unknown;
use crate::model::Model;
use crate::technique::Outcome;
use count::TermCount;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use symtool_expr::arrays::Reads;
use symtool_expr::{Arena, ArrayId, BinOp, ExprId, ForAll, Node, SymArray, UnOp};
use symtool_ir::Bits;
use z3::ast::{Array, BV, Bool};

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
    count: TermCount,
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
        let memory = self.count.memory();
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
        stop.has_room(own + self.count.most_read_memory())
            || stop.has_room(own + self.count.read_memory(arena, conditions))
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
                let before = self.count.all();
                let term = self.term(arena, e, stop)?;
                self.terms.insert(e, term);
                if matches!(arena.node(e), Node::Read { .. }) {
                    self.count.add_read(e, self.count.all() - before);
                }
                work.pop();
                self.count.add_one(stop)?;
            }
        }
        Ok(())
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
    use super::count::STOP_INTERVAL;
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

    /// Returns a condition about a read of a table of `len` different elements at an unconstrained index.
    fn table_read(arena: &mut Arena, len: u16) -> ExprId {
        let input = arena.symbol("x", 2);
        let bytes: Vec<u8> = (0..len)
            .map(|at| (at.wrapping_mul(40_503) >> 8) as u8)
            .collect();
        let table = arena.const_array(&bytes);
        let index = arena.scalar(input, 16);
        let index = arena.zext(index, 64);
        let read = arena.read(table, index);
        let seven = arena.int(8, 7);
        arena.eq(read, seven)
    }

    #[test]
    fn an_interrupt_ends_the_translation_of_one_large_read() {
        let mut arena = Arena::new();
        let condition = table_read(&mut arena, 40_000);
        let interrupt = InterruptHandle::default();
        interrupt.interrupt();
        let mut translator = Translator::new(Reads::Bits);
        let stop = Stop::new(&interrupt, None);
        let outcome = translator.prepare(&arena, [condition].into_iter(), &stop);
        assert_eq!(outcome, Err(Unknown::Interrupted));
        let terms = translator.count.all();
        assert!(
            (STOP_INTERVAL..2 * STOP_INTERVAL).contains(&terms),
            "{terms}"
        );
    }

    #[test]
    fn a_query_with_a_large_read_has_no_room_above_the_memory_limit() {
        let mut arena = Arena::new();
        let (small, large) = (
            table_read(&mut arena, 1_000),
            table_read(&mut arena, 60_000),
        );
        let interrupt = InterruptHandle::default();
        let mut translator = Translator::new(Reads::Bits);
        let unlimited = Stop::new(&interrupt, None);
        let done = translator.prepare(&arena, [small, large].into_iter(), &unlimited);
        assert_eq!(done, Ok(()));
        let beyond = Stop::new(&interrupt, Some(1));
        assert!(translator.has_room(&beyond, &arena, &[small], 0));
        assert!(!translator.has_room(&beyond, &arena, &[large], 0));
        assert!(translator.has_room(&unlimited, &arena, &[large], 0));
    }

    #[test]
    fn terms_are_dropped_at_a_quarter_of_the_memory_limit() {
        let mut arena = Arena::new();
        let condition = table_read(&mut arena, 10_000);
        let mut translator = Translator::new(Reads::Bits);
        translator.condition(&arena, condition);
        let memory = translator.count.memory();
        translator.bound_memory(Some(4 * memory));
        assert_eq!(translator.generation(), 0);
        translator.bound_memory(Some(4 * memory - 4));
        assert_eq!((translator.generation(), translator.count.all()), (1, 0));
    }
}

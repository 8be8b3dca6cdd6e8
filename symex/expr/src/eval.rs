//! Evaluation of expressions under an assignment of values to the free bytes of the inputs.
use super::arena::{Arena, ArrayNode};
use super::node::{ArrayId, ExprId, Node, SymArray};
use rustc_hash::FxHashMap;
use symtool_ir::Bits;

/// An assignment of values to the free bytes.
pub trait Assignment {
    /// Returns byte `index` of an input.
    fn byte(&self, array: SymArray, index: u32) -> u8;
}

impl<F: Fn(SymArray, u32) -> u8> Assignment for F {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        self(array, index)
    }
}

/// Evaluates expressions of one arena under one assignment, and memoizes the values of subexpressions. Of the
/// two arms of an `ite`, only the selected one is evaluated. The evaluation uses a worklist, so that deep
/// expressions do not overflow the stack.
pub struct Evaluator<'a, A: Assignment + ?Sized> {
    arena: &'a Arena,
    assignment: &'a A,
    known: FxHashMap<ExprId, Bits>,
    work: Vec<ExprId>,
    /// The bound variable and its value during the evaluation of a quantifier's body; otherwise `None`.
    bound: Option<(SymArray, u32)>,
}

impl<'a, A: Assignment + ?Sized> Evaluator<'a, A> {
    /// Returns an evaluator without memoized values.
    pub fn new(arena: &'a Arena, assignment: &'a A) -> Self {
        Evaluator {
            arena,
            assignment,
            known: FxHashMap::default(),
            work: Vec::new(),
            bound: None,
        }
    }

    /// Returns whether the condition `body` holds for all `values` of a bound variable.
    fn holds_for_all(
        &self,
        var: SymArray,
        mut values: std::ops::RangeInclusive<u32>,
        body: ExprId,
    ) -> bool {
        debug_assert!(self.bound.is_none(), "quantifiers are not nested");
        let mut inner = Evaluator::new(self.arena, self.assignment);
        values.all(|value| {
            inner.known.clear();
            inner.bound = Some((var, value));
            inner.eval(body).is_true()
        })
    }

    /// Returns the value of an expression in which the bound variable `var` has the given value.
    pub fn eval_bound(&mut self, e: ExprId, var: SymArray, value: u32) -> Bits {
        let mut inner = Evaluator::new(self.arena, self.assignment);
        inner.bound = Some((var, value));
        inner.eval(e)
    }

    /// Returns the value of an expression.
    pub fn eval(&mut self, e: ExprId) -> Bits {
        if let Some(value) = self.leaf(e) {
            return value;
        }
        self.work.push(e);
        while let Some(&top) = self.work.last() {
            if self.known.contains_key(&top) {
                self.work.pop();
            } else if let Some(value) = self.step(top) {
                self.known.insert(top, value);
                self.work.pop();
            }
        }
        self.known[&e]
    }

    /// Returns the value of an expression without operands, or the memoized value of an expression; otherwise
    /// `None`.
    fn leaf(&self, e: ExprId) -> Option<Bits> {
        match self.arena.node(e) {
            Node::Byte { array, index } => {
                let byte = match self.bound {
                    Some((var, value)) if var == array => (value >> (8 * index)) as u8,
                    _ => self.assignment.byte(array, index),
                };
                Some(Bits::new(8, u128::from(byte)))
            }
            node @ Node::Const { .. } => node.as_const(),
            _ => self.known.get(&e).copied(),
        }
    }

    /// Returns the value of an expression if it is memoized; otherwise pushes the expression onto the
    /// worklist.
    fn need(&mut self, e: ExprId) -> Option<Bits> {
        let value = self.leaf(e);
        if value.is_none() {
            self.work.push(e);
        }
        value
    }

    /// Evaluates a node if the values of its operands are memoized; otherwise pushes the operands onto the
    /// worklist.
    fn step(&mut self, e: ExprId) -> Option<Bits> {
        match self.arena.node(e) {
            Node::Const { .. } | Node::Byte { .. } => self.leaf(e),
            Node::Un { op, width, arg } => {
                let a = self.need(arg)?;
                Some(symtool_ir::eval(op.op(), u32::from(width), &[a]))
            }
            Node::Extract { width, low, arg } => {
                let a = self.need(arg)?;
                Some(Bits::new(u32::from(width), a.unsigned() >> low))
            }
            Node::Bin { op, lhs, rhs } => {
                let a = self.need(lhs);
                let b = self.need(rhs);
                Some(op.eval(a?, b?))
            }
            Node::Ite { cond, then, other } => {
                let taken = if self.need(cond)?.is_true() {
                    then
                } else {
                    other
                };
                self.need(taken)
            }
            Node::Read { array, index } => {
                let index = self.need(index)?;
                self.read(array, index.unsigned())
            }
            Node::ForAll {
                var,
                max,
                count,
                body,
            } => {
                let count = self.need(count)?.low_u64().min(u64::from(max)) as u32;
                Some(Bits::bool(self.holds_for_all(var, 1..=count, body)))
            }
        }
    }

    fn read(&mut self, mut array: ArrayId, at: u128) -> Option<Bits> {
        let arena = self.arena;
        if at >= u128::from(arena.array_len(array)) {
            return Some(Bits::zero(8));
        }
        loop {
            match arena.array(array) {
                ArrayNode::Cells(cells) => return self.need(cells[at as usize]),
                &ArrayNode::Store { base, index, value } => {
                    if self.need(index)?.unsigned() == at {
                        return self.need(value);
                    }
                    array = base;
                }
            }
        }
    }
}

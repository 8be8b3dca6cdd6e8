//! Hash-consed terms: the pure operations on both sides of a branch as a DAG, in which the order of the instructions
//! does not matter.
//!
//! An operation that both sides perform on equal operands has one [`TermId`]. The construction of a term normalizes it
//! (`sub x, K` becomes `add x, -K`; comparisons become `eq`, `ult` or `slt`, possibly negated) and folds constants. So
//! many equivalent operations get one id.
//!
//! Invariant: arguments have smaller ids than the term that uses them.
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt;
use symtool_ir::{Bits, Op, Type, eval};

/// A term of one [`Dag`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);

impl TermId {
    /// Returns the index of the term in its DAG.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// The head of a term: its operator with all widths, without operands. Melding can replace two terms with equal heads
/// by one term with this head, whose operands select between the operands of both terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Head {
    /// A value that is not computed within the DAG, such as a loaded value. The creator of the DAG chooses a number for
    /// each such value.
    Leaf(u32, Type),
    /// A constant of the given type.
    Const(Type, Bits),
    /// A pure operation. `from` is the type of its last operand, `to` the type of its result.
    Op {
        /// The operator.
        op: Op,
        /// Type of the last operand.
        from: Type,
        /// Type of the result.
        to: Type,
    },
    /// A call of a pure function that a user of the Rust library has added. Melding treats the function as
    /// uninterpreted.
    Call {
        /// The index of the function in [`FUNCTIONS`](symtool_ir::own::FUNCTIONS).
        function: u32,
        /// Type of the result.
        to: Type,
    },
}

impl Head {
    /// Returns the type of a term with this head.
    pub fn ty(self) -> Type {
        match self {
            Head::Leaf(_, ty) | Head::Const(ty, _) => ty,
            Head::Op { to, .. } | Head::Call { to, .. } => to,
        }
    }

    /// Returns the operator if the head is an operation, not a leaf, a constant or a call.
    pub fn op(self) -> Option<Op> {
        match self {
            Head::Op { op, .. } => Some(op),
            Head::Leaf(..) | Head::Const(..) | Head::Call { .. } => None,
        }
    }

    /// Returns whether a term with this head has no operands: whether the head is a leaf or a constant.
    pub fn is_atom(self) -> bool {
        match self {
            Head::Leaf(..) | Head::Const(..) => true,
            Head::Op { .. } | Head::Call { .. } => false,
        }
    }
}

/// The operands of a term.
pub type TermArgs = SmallVec<[TermId; 3]>;

/// A node of the DAG: an operator with its operands, or an atom (a leaf or constant, without operands).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The operator or atom.
    pub head: Head,
    /// The operands; none for an atom.
    pub args: TermArgs,
}

/// A DAG of interned terms: equal terms are stored once, and no term is ever removed.
#[derive(Clone, Debug, Default)]
pub struct Dag {
    nodes: Vec<Term>,
    index: FxHashMap<Term, TermId>,
}

impl Dag {
    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the id of the term at an index (see [`TermId::index`]).
    pub fn nth(&self, index: usize) -> TermId {
        TermId(index as u32)
    }

    /// Returns the node of a term.
    pub fn get(&self, id: TermId) -> &Term {
        &self.nodes[id.index()]
    }

    /// Returns the type of a term's value.
    pub fn ty(&self, id: TermId) -> Type {
        self.get(id).head.ty()
    }

    /// Returns the value of a term that is a constant; `None` for every other term.
    pub fn as_const(&self, id: TermId) -> Option<Bits> {
        match self.get(id).head {
            Head::Const(_, bits) => Some(bits),
            _ => None,
        }
    }

    /// Returns the operands of a term if its operator is `op`.
    pub fn as_op(&self, id: TermId, op: Op) -> Option<&[TermId]> {
        let term = self.get(id);
        (term.head.op() == Some(op)).then_some(&term.args[..])
    }

    /// Returns the term with the given head and operands. If there is no such term, adds it without normalization.
    pub fn intern(&mut self, head: Head, args: &[TermId]) -> TermId {
        let term = Term {
            head,
            args: SmallVec::from_slice(args),
        };
        if let Some(&id) = self.index.get(&term) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(term.clone());
        self.index.insert(term, id);
        id
    }

    /// Returns the term with the given head and operands. An operation is normalized, and constants are folded.
    pub fn apply(&mut self, head: Head, args: &[TermId]) -> TermId {
        match head {
            Head::Op { op, to, .. } => self.op(op, to, args),
            Head::Leaf(..) | Head::Const(..) | Head::Call { .. } => self.intern(head, args),
        }
    }

    /// Returns the leaf with the number `number`.
    pub fn leaf(&mut self, number: u32, ty: Type) -> TermId {
        self.intern(Head::Leaf(number, ty), &[])
    }

    /// Returns the term of a constant.
    pub fn constant(&mut self, ty: Type, bits: Bits) -> TermId {
        self.intern(Head::Const(ty, bits), &[])
    }

    /// Returns the `i1` constant for a truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(Type::I1, Bits::bool(value))
    }

    /// Returns the term of an integer constant, truncated to the width of the type.
    pub fn int(&mut self, ty: Type, value: i128) -> TermId {
        self.constant(ty, Bits::signed(ty.bits(), value))
    }

    /// Returns the term of `select c, a, b`, folded.
    pub fn select(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        let ty = self.ty(a);
        self.op(Op::Select, ty, &[c, a, b])
    }

    /// Returns the term of `not a`, folded.
    pub fn not(&mut self, a: TermId) -> TermId {
        let ty = self.ty(a);
        self.op(Op::Not, ty, &[a])
    }

    /// Returns the term of `and a, b`, folded.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let ty = self.ty(a);
        self.op(Op::And, ty, &[a, b])
    }

    /// Returns the normalized and folded term of an operation. `to` is the type of the result.
    pub fn op(&mut self, op: Op, to: Type, args: &[TermId]) -> TermId {
        let consts: Option<SmallVec<[Bits; 3]>> = args.iter().map(|&a| self.as_const(a)).collect();
        if let Some(bits) = consts {
            return self.constant(to, eval(op, to.bits(), &bits));
        }
        let simpler = match args {
            [a] => self.unary(op, to, *a),
            [a, b] => self.binary(op, to, *a, *b),
            [c, a, b] => self.selected(*c, *a, *b),
            _ => None,
        };
        simpler.unwrap_or_else(|| self.plain(op, to, args))
    }

    fn plain(&mut self, op: Op, to: Type, args: &[TermId]) -> TermId {
        let from = args.last().map_or(to, |&a| self.ty(a));
        self.intern(Head::Op { op, from, to }, args)
    }

    fn unary(&mut self, op: Op, to: Type, a: TermId) -> Option<TermId> {
        let inner = self.get(a).clone();
        let x = *inner.args.first()?;
        Some(match (op, inner.head.op()?) {
            (Op::Not, Op::Not) | (Op::Neg, Op::Neg) => x,
            (Op::Trunc, Op::Trunc) => self.op(Op::Trunc, to, &[x]),
            (Op::Trunc, ext @ (Op::Zext | Op::Sext)) => match self.ty(x).bits().cmp(&to.bits()) {
                std::cmp::Ordering::Equal => x,
                std::cmp::Ordering::Less => self.op(ext, to, &[x]),
                std::cmp::Ordering::Greater => self.op(Op::Trunc, to, &[x]),
            },
            (Op::Zext, Op::Zext) => self.op(Op::Zext, to, &[x]),
            (Op::Sext, inner @ (Op::Sext | Op::Zext)) => self.op(inner, to, &[x]),
            (Op::PtrToInt, Op::IntToPtr) | (Op::IntToPtr, Op::PtrToInt) => x,
            _ => return None,
        })
    }

    fn binary(&mut self, op: Op, to: Type, a: TermId, b: TermId) -> Option<TermId> {
        if op.info().commutative && self.as_const(a).is_some() {
            return Some(self.op(op, to, &[b, a]));
        }
        if let Some(id) = self.compare(op, to, a, b) {
            return Some(id);
        }
        if a == b {
            match op {
                Op::Sub | Op::Xor => return Some(self.int(to, 0)),
                Op::And | Op::Or => return Some(a),
                _ => {}
            }
        }
        let k = self.as_const(b)?;
        if op == Op::Sub {
            let minus = Bits::new(k.width(), k.unsigned().wrapping_neg());
            let minus = self.constant(to, minus);
            return Some(self.op(Op::Add, to, &[a, minus]));
        }
        if identity(op, to) == Some(k) {
            return Some(a);
        }
        match op {
            Op::And | Op::Mul if k.is_zero() => Some(b),
            Op::Or if k.is_ones() => Some(b),
            Op::Xor if k.is_ones() => Some(self.not(a)),
            Op::Add | Op::PtrAdd => {
                let inner = self.as_op(a, op)?;
                let (base, first) = (inner[0], self.as_const(inner[1])?);
                let sum = first.unsigned().wrapping_add(k.unsigned());
                let ty = self.ty(b);
                let sum = self.constant(ty, Bits::new(k.width(), sum));
                Some(self.op(op, to, &[base, sum]))
            }
            _ => None,
        }
    }

    /// Normalizes a comparison to `eq`, `ult` or `slt`, possibly negated, and simplifies it. Returns `None` for another
    /// operator, and for a comparison that is already normalized and cannot be simplified.
    fn compare(&mut self, op: Op, to: Type, a: TermId, b: TermId) -> Option<TermId> {
        let (base, swap, negate) = match op {
            Op::Eq | Op::Ult | Op::Slt => (op, false, false),
            Op::Ne => (Op::Eq, false, true),
            Op::Ugt => (Op::Ult, true, false),
            Op::Uge => (Op::Ult, false, true),
            Op::Ule => (Op::Ult, true, true),
            Op::Sgt => (Op::Slt, true, false),
            Op::Sge => (Op::Slt, false, true),
            Op::Sle => (Op::Slt, true, true),
            _ => return None,
        };
        if base != op {
            let pair = if swap { [b, a] } else { [a, b] };
            let id = self.op(base, to, &pair);
            return Some(if negate { self.not(id) } else { id });
        }
        if a == b {
            return Some(self.bool(op == Op::Eq));
        }
        let k = self.as_const(b)?;
        if op != Op::Eq {
            return None;
        }
        if self.ty(a) == Type::I1 {
            return Some(if k.is_true() { a } else { self.not(a) });
        }
        let x = self.as_op(a, Op::Zext)?[0];
        let narrow = self.ty(x);
        if k.unsigned() > symtool_ir::bits::mask(narrow.bits()) {
            return Some(self.bool(false));
        }
        let k = self.constant(narrow, Bits::of(narrow, k.unsigned()));
        Some(self.op(Op::Eq, to, &[x, k]))
    }

    fn selected(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(k) = self.as_const(c) {
            return Some(if k.is_true() { a } else { b });
        }
        if a == b {
            return Some(a);
        }
        if let Some(&[inner]) = self.as_op(c, Op::Not) {
            return Some(self.select(inner, b, a));
        }
        if let Some(&[d, x, _]) = self.as_op(a, Op::Select)
            && d == c
        {
            return Some(self.select(c, x, b));
        }
        if let Some(&[d, _, y]) = self.as_op(b, Op::Select)
            && d == c
        {
            return Some(self.select(c, a, y));
        }
        if self.ty(a) == Type::I1 {
            return match (self.as_const(a), self.as_const(b)) {
                (Some(x), Some(_)) => Some(if x.is_true() { c } else { self.not(c) }),
                _ => None,
            };
        }
        None
    }

    /// Returns the terms reachable from `roots` in ascending order. This order is topological: operands come before the
    /// terms that use them.
    pub fn reachable(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(id) = stack.pop() {
            if !std::mem::replace(&mut seen[id.index()], true) {
                stack.extend(self.get(id).args.iter());
            }
        }
        let all = seen.iter().enumerate().filter(|(_, s)| **s);
        all.map(|(i, _)| TermId(i as u32)).collect()
    }

    /// Returns the term `root` with some of its subterms replaced and with constant operations folded. `done` maps each
    /// replaced term to its replacement; the results for all other subterms are added to `done`.
    pub fn substitute(&mut self, root: TermId, done: &mut FxHashMap<TermId, TermId>) -> TermId {
        for id in self.reachable(&[root]) {
            if done.contains_key(&id) {
                continue;
            }
            let term = self.get(id).clone();
            let args: TermArgs = term.args.iter().map(|a| done[a]).collect();
            let new = self.apply(term.head, &args);
            done.insert(id, new);
        }
        done[&root]
    }
}

/// Returns the constant k with `x op k` = x for all x, if the operator `op` has such a constant.
pub fn identity(op: Op, ty: Type) -> Option<Bits> {
    let width = ty.bits();
    match op {
        Op::Add | Op::Sub | Op::Or | Op::Xor | Op::Shl | Op::LShr | Op::AShr | Op::PtrAdd => {
            Some(Bits::zero(width))
        }
        Op::And => Some(Bits::ones(width)),
        Op::Mul | Op::UDiv | Op::SDiv => Some(Bits::new(width, 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_promoted_truth_values_fold() {
        let mut dag = Dag::default();
        let (x, y) = (dag.leaf(0, Type::I32), dag.leaf(1, Type::I32));
        let less = dag.op(Op::Slt, Type::I1, &[x, y]);
        let wide = dag.op(Op::Zext, Type::I32, &[less]);
        let zero = dag.int(Type::I32, 0);
        assert_eq!(dag.op(Op::Ne, Type::I1, &[wide, zero]), less);
        let not_less = dag.not(less);
        assert_eq!(dag.op(Op::Sge, Type::I1, &[x, y]), not_less);
    }

    #[test]
    fn i1_division_by_one_is_the_dividend() {
        let mut dag = Dag::default();
        let x = dag.leaf(0, Type::I8);
        let one = dag.int(Type::I8, 1);
        assert_eq!(dag.op(Op::SDiv, Type::I8, &[x, one]), x);
    }
}

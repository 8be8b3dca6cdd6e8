//! Hashes of path conditions, called *letters*: a path is a word of letters, in which patterns of repeated conditions
//! are searched. Conditions that differ only in numeric constants, such as `x < 5` and `x < 9`, have equal hashes. A
//! condition and its negation have different hashes.
//!
//! A constant operand does not contribute to the hash. So `x + 3` has the hash of x, and a byte `a[5]` of an input
//! array has the hash of the array.
//!
//! The expression builder rewrites some bounds `x <= c`: `x <= 0` becomes `x == 0`, and other bounds become bounds on
//! single bytes of x. All these forms have the hash of `x <= c`, because they are bounds that differ only in the
//! constant.
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, BinOp, ExprId, Node, UnOp};

/// The hash of a condition that ignores its numeric constants. A path is a word of letters, in which patterns are
/// searched.
pub type Letter = u64;

/// Computes the letters of conditions, with a cache of the hashes of expressions.
#[derive(Debug, Default)]
pub struct Letters {
    known: FxHashMap<ExprId, u64>,
}

const CONSTANT: u64 = 1;
const AT_MOST: u64 = 2;
const AT_MOST_SIGNED: u64 = 3;

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9E37_79B9_7F4A_7C15) * u128::from(b ^ 0xD6E8_FEB8_6659_FD93);
    (product as u64) ^ (product >> 64) as u64
}

impl Letters {
    /// Returns the letter of a condition: its hash, in which numeric constants are ignored.
    pub fn of(&mut self, arena: &Arena, condition: ExprId) -> Letter {
        match arena.node(condition) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => mix(self.number(arena, arg), 0xA076_1D64_78BD_642F),
            _ => self.number(arena, condition),
        }
    }

    fn number(&mut self, arena: &Arena, root: ExprId) -> u64 {
        let mut work = vec![root];
        while let Some(&e) = work.last() {
            if self.known.contains_key(&e) {
                work.pop();
                continue;
            }
            let children = arena.node(e).children();
            let missing = children.iter().filter(|c| !self.known.contains_key(c));
            let before = work.len();
            work.extend(missing.copied().collect::<Vec<_>>());
            if work.len() == before {
                let number = self.node(arena, e);
                self.known.insert(e, number);
                work.pop();
            }
        }
        self.known[&root]
    }

    /// Returns the hash of an expression node, given the cached hashes of its operands.
    fn node(&self, arena: &Arena, e: ExprId) -> u64 {
        let of = |e: ExprId| self.known[&e];
        let is_constant = |e: ExprId| arena.as_const(e).is_some();
        match arena.node(e) {
            Node::Const { .. } => CONSTANT,
            Node::Byte { array, .. } => mix(10, array.index() as u64),
            Node::Read { array, index } => mix(mix(11, array.index() as u64), of(index)),
            Node::Un { op, arg, .. } => mix(mix(12, op as u64), of(arg)),
            Node::Extract { arg, .. } => mix(13, of(arg)),
            Node::Ite { cond, then, other } => mix(mix(14, of(cond)), mix(of(then), of(other))),
            Node::ForAll { .. } => mix(15, e.index() as u64),
            Node::Bin { op, lhs, rhs } => match op {
                BinOp::Add if is_constant(rhs) => of(lhs),
                // The bytes of one number have equal hashes, and their concatenation gets the same hash. Therefore
                // the hash of a number does not depend on its width.
                BinOp::Concat if of(lhs) == of(rhs) => of(lhs),
                BinOp::Ult if is_constant(rhs) => mix(AT_MOST, of(lhs)),
                BinOp::Slt if is_constant(rhs) => mix(AT_MOST_SIGNED, of(lhs)),
                BinOp::Eq if arena.as_const(rhs).is_some_and(symtool_ir::Bits::is_zero) => {
                    mix(AT_MOST, of(lhs))
                }
                // `x[0] == 0 and x[1] == 0` states that the two-byte number x is 0. The conjunction has the hash of
                // `x[0] == 0`, so that the hash does not depend on the width of x.
                BinOp::And if of(lhs) == of(rhs) => of(lhs),
                _ if op.commutes() => mix(20 + op as u64, of(lhs).wrapping_add(of(rhs))),
                _ => mix(mix(20 + op as u64, of(lhs)), of(rhs)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_have_one_letter_whatever_the_constant() {
        let mut arena = Arena::new();
        let n = arena.symbol("n", 8);
        let n = arena.scalar(n, 64);
        let mut letters = Letters::default();
        let mut of = |arena: &mut Arena, k: u128| {
            let k = arena.int(64, k);
            let less = arena.ult(n, k);
            let no = arena.not(less);
            (letters.of(arena, less), letters.of(arena, no))
        };
        let expected = of(&mut arena, 7);
        assert_ne!(expected.0, expected.1);
        for k in [1, 2, 3, 100, 200, 255, 256, 512, 513] {
            assert_eq!(of(&mut arena, k), expected, "{k}");
        }
    }

    #[test]
    fn different_conditions_have_different_letters() {
        let mut arena = Arena::new();
        let (s, t) = (arena.symbol("s", 4), arena.symbol("t", 4));
        let mut letters = Letters::default();
        let (a, b) = (arena.int(8, 97), arena.int(8, 98));
        let bytes = [arena.byte(s, 0), arena.byte(s, 1), arena.byte(t, 0)];
        let same = [arena.eq(bytes[0], a), arena.eq(bytes[1], b)];
        let other = [arena.eq(bytes[2], a), arena.ult(bytes[0], a)];
        assert_eq!(letters.of(&arena, same[0]), letters.of(&arena, same[1]));
        for condition in other {
            assert_ne!(letters.of(&arena, same[0]), letters.of(&arena, condition));
        }
    }
}

//! Finds the program points with selects or merges on which the conditions of queries depend.
//!
//! A melded branch is a branch that was replaced by straight-line code with selects. Such a select, or a merge of two
//! states, avoids a fork, but creates new expressions. Their cost appears later, in the queries whose conditions depend
//! on these expressions. [`Ites`] records the expressions that each such program point creates, and computes for each
//! expression the set of program points on which it depends.
//!
//! A set of program points is a 64-bit number. Each of the first 63 program points has a bit of its own; all further
//! program points share the last bit. An operand is created before the expressions that use it, so one pass over the
//! new expressions computes the sets of all new expressions.
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, ArrayId, ArrayNode, ExprId, Node};
use symtool_ir::Func;

/// A step of a function: the function, and the index of the step in its decoded code.
pub(super) type ProgramPoint = (Func, u32);

/// The number of program points with a bit of their own in a set. All further program points share one bit.
const OWN_BITS: usize = 63;

/// The range of arena indexes of the expressions that one execution of a program point has created.
#[derive(Clone, Debug)]
struct Created {
    from: usize,
    to: usize,
    bit: u32,
}

/// The program points that create expressions instead of forking, and for each expression the program points on which
/// it depends.
#[derive(Clone, Debug, Default)]
pub(super) struct Ites {
    /// The program points with a bit of their own, in the order of their bits.
    points: Vec<ProgramPoint>,
    bits: FxHashMap<ProgramPoint, u32>,
    /// The ranges of the expressions that the program points have created, in ascending order.
    created: Vec<Created>,
    /// The number of entries at the beginning of `created` that need no further processing: all their expressions have
    /// a set in `sets`.
    passed: usize,
    /// For each expression, by its index in the arena, the set of the program points on which it depends.
    sets: Vec<u64>,
    arrays: FxHashMap<ArrayId, u64>,
}

impl Ites {
    /// Records that a program point has created all expressions whose index in the arena is at least `from`.
    pub(super) fn create(&mut self, point: ProgramPoint, from: usize, arena: &Arena) {
        let to = arena.len();
        if from >= to {
            return;
        }
        let next = self.bits.len().min(OWN_BITS) as u32;
        let bit = *self.bits.entry(point).or_insert(next);
        if self.points.len() < OWN_BITS && bit as usize == self.points.len() {
            self.points.push(point);
        }
        self.created.push(Created { from, to, bit });
    }

    /// Returns the program points on which an expression depends. Program points without a bit of their own are
    /// omitted.
    pub(super) fn of(&mut self, arena: &Arena, e: ExprId) -> Vec<ProgramPoint> {
        if self.created.is_empty() {
            return Vec::new();
        }
        self.extend(arena);
        let set = self.sets[e.index()];
        let points = self.points.iter().enumerate();
        let depends = points.filter(|(bit, _)| set & (1 << bit) != 0);
        depends.map(|(_, &point)| point).collect()
    }

    /// Computes the set of the program points on which an expression depends, for each expression that has no set yet.
    fn extend(&mut self, arena: &Arena) {
        let from = self.sets.len();
        for (index, node) in (from..).zip(arena.nodes_from(from)) {
            while (self.created.get(self.passed)).is_some_and(|created| created.to <= index) {
                self.passed += 1;
            }
            let created = self.created.get(self.passed);
            let own = created.filter(|created| created.from <= index);
            let mut set = own.map_or(0, |created| 1 << created.bit);
            for child in node.children() {
                set |= self.sets[child.index()];
            }
            if let Node::Read { array, .. } = node {
                set |= self.of_array(arena, *array);
            }
            self.sets.push(set);
        }
    }

    /// Returns the set of the program points on which the contents of an array version depend. The expressions of the
    /// contents are older than each read of the array, so they have sets already.
    fn of_array(&mut self, arena: &Arena, array: ArrayId) -> u64 {
        let mut versions = Vec::new();
        let mut at = array;
        let mut set = loop {
            if let Some(&known) = self.arrays.get(&at) {
                break known;
            }
            match arena.array(at) {
                ArrayNode::Cells(cells) => {
                    let sets = cells.iter().map(|cell| self.sets[cell.index()]);
                    let set = sets.fold(0, |all, one| all | one);
                    self.arrays.insert(at, set);
                    break set;
                }
                &ArrayNode::Store { base, index, value } => {
                    versions.push((at, self.sets[index.index()] | self.sets[value.index()]));
                    at = base;
                }
            }
        };
        while let Some((version, own)) = versions.pop() {
            set |= own;
            self.arrays.insert(version, set);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::Op;

    fn point(pc: u32) -> ProgramPoint {
        (Func::from_u32(0), pc)
    }

    /// Creates a symbolic input of one byte, and returns this byte as an expression.
    fn input(arena: &mut Arena, name: &str) -> ExprId {
        let array = arena.symbol(name, 1);
        arena.byte(array, 0)
    }

    #[test]
    fn an_expression_depends_on_the_points_that_created_its_operands() {
        let (mut arena, mut ites) = (Arena::new(), Ites::default());
        let (x, y, z) = (
            input(&mut arena, "x"),
            input(&mut arena, "y"),
            input(&mut arena, "z"),
        );
        let c = arena.ult(x, y);
        let from = arena.len();
        let chosen = arena.ite(c, x, z);
        ites.create(point(7), from, &arena);
        let sum = arena.op(Op::Add, 8, &[chosen, y]);
        let other = arena.op(Op::Add, 8, &[x, y]);
        let from = arena.len();
        let both = arena.ite(c, sum, other);
        ites.create(point(9), from, &arena);
        assert_eq!(ites.of(&arena, chosen), [point(7)]);
        assert_eq!(ites.of(&arena, sum), [point(7)]);
        assert_eq!(ites.of(&arena, other), []);
        assert_eq!(ites.of(&arena, both), [point(7), point(9)]);
    }

    #[test]
    fn points_beyond_the_word_share_a_bit() {
        let (mut arena, mut ites) = (Arena::new(), Ites::default());
        let x = input(&mut arena, "x");
        let mut last = x;
        for pc in 0..70 {
            let from = arena.len();
            let k = arena.int(8, 3 + 2 * u128::from(pc));
            last = arena.op(Op::Mul, 8, &[last, k]);
            last = arena.op(Op::Xor, 8, &[last, x]);
            ites.create(point(pc), from, &arena);
        }
        assert_eq!(ites.of(&arena, last).len(), OWN_BITS);
    }
}

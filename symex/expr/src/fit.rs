//! Generalization of expressions (anti-unification with linear index terms). Pattern merging (state merging with
//! quantified path conditions) uses it to write the conditions of several loop iterations as one quantifier.
//!
//! Given several expressions, each with a number, [`Arena::fit`] returns one expression over a variable x, which equals
//! each given expression if x is the number of this expression. For example, for `text[3] == 0` with the number 1 and
//! `text[5] == 0` with the number 2, it returns `text[2·x + 1] == 0`. The given expressions are called *samples*.
//!
//! Two of the given expressions are *overlaid*: their nodes are compared in parallel. Where both nodes are constants,
//! or bytes of one input, the result has a constant or index `a·x + b`. The two expressions determine `a` and `b`, so
//! the result is exact for these two. The result is accepted only if it is also correct for all other given
//! expressions. To check this, the number of each given expression is substituted for x in the result. The substituted
//! result and the given expression must have the same id, because equal expressions have equal ids.
use super::arena::{Arena, ArrayNode};
use super::node::{ArrayId, BinOp, ExprId, Node, SymArray};
use rustc_hash::FxHashMap;
use symtool_ir::Bits;
use symtool_ir::bits::mask;

/// The maximum number of pairs of nodes that are compared when two expressions are overlaid.
const MAX_PAIRS: usize = 4096;

/// For each input, the array of the memory object that contains the bytes of the input in order, perhaps followed by
/// other data. [`Arena::fit`] expresses bytes of an input as reads of this array. Later loads of the program from the
/// object create the same reads. So a condition that the program computes later can have the same expression as a
/// result of `fit`.
pub type InputArrays = FxHashMap<SymArray, ArrayId>;

/// Two expressions that are overlaid (compared node by node, to generalize both), each with its number.
struct Overlay<'a> {
    arena: &'a mut Arena,
    var: SymArray,
    numbers: [u32; 2],
    homes: &'a InputArrays,
    /// Whether at least one byte of an input was expressed as a read of the memory object that contains the input.
    at_home: bool,
    known: FxHashMap<(ExprId, ExprId), Option<ExprId>>,
}

impl Arena {
    /// Returns an expression over the bound variable `var`. For each pair (n, e) of `samples`, the returned expression
    /// equals e if `var` is n. The numbers n are ascending. Returns `None` if no such expression is found.
    pub fn fit(
        &mut self,
        var: SymArray,
        samples: &[(u32, ExprId)],
        homes: &InputArrays,
    ) -> Option<ExprId> {
        let (&(_, first), rest) = samples.split_first()?;
        if rest.iter().all(|&(_, e)| e == first) {
            return Some(first);
        }
        // The sample (given expression) for a small number often has a special canonical form: `x < 1` is simplified to
        // `x == 0`. Such a sample cannot be overlaid (compared node by node) with the other samples, because their
        // forms differ. So several pairs of samples are tried.
        let last = samples.len() - 1;
        let mut bases = vec![
            (last - 1, last),
            (0, last),
            (0, 1),
            (last / 2, last / 2 + 1),
        ];
        bases.dedup();
        bases.into_iter().find_map(|(one, two)| {
            let (found, at_home) = self.overlaid((var, homes), samples[one], samples[two])?;
            if self.has_instances(var, found, samples) {
                return Some(found);
            }
            // `found` may contain reads of the object that contains an input. At an index beyond the input, such a
            // read returns other data of the object. If `found` is wrong for one of `samples`, the generalization is
            // therefore repeated with bytes of the input instead of reads of the object.
            let none = InputArrays::default();
            let (found, _) = (at_home)
                .then(|| self.overlaid((var, &none), samples[one], samples[two]))
                .flatten()?;
            (self.has_instances(var, found, samples)).then_some(found)
        })
    }

    fn has_instances(&mut self, var: SymArray, found: ExprId, samples: &[(u32, ExprId)]) -> bool {
        let width = 8 * self.symbol_len(var);
        samples.iter().all(|&(number, e)| {
            let number = self.int(width, u128::from(number));
            self.instance(found, var, number) == e
        })
    }

    fn overlaid(
        &mut self,
        (var, homes): (SymArray, &InputArrays),
        (first, one): (u32, ExprId),
        (second, two): (u32, ExprId),
    ) -> Option<(ExprId, bool)> {
        if first >= second {
            return None;
        }
        let mut overlay = Overlay {
            arena: self,
            var,
            numbers: [first, second],
            homes,
            at_home: false,
            known: FxHashMap::default(),
        };
        let found = overlay.lay(one, two)?;
        Some((found, overlay.at_home))
    }
}

impl Overlay<'_> {
    fn lay(&mut self, one: ExprId, two: ExprId) -> Option<ExprId> {
        if one == two {
            return Some(one);
        }
        if self.arena.width(one) != self.arena.width(two) || self.known.len() > MAX_PAIRS {
            return None;
        }
        if let Some(&known) = self.known.get(&(one, two)) {
            return known;
        }
        let made = self.laid(one, two);
        self.known.insert((one, two), made);
        made
    }

    fn laid(&mut self, one: ExprId, two: ExprId) -> Option<ExprId> {
        let (a, b) = (self.arena.node(one), self.arena.node(two));
        match (a, b) {
            (Node::Const { .. }, Node::Const { .. }) => {
                let (a, b) = self.arena.both_const(one, two)?;
                self.linear(a, b)
            }
            (
                Node::Byte { array, index },
                Node::Byte {
                    array: other,
                    index: at,
                },
            ) if array == other => {
                let home = self.home(array, [(index, one), (at, two)]);
                let cells = home.unwrap_or_else(|| self.arena.symbol_array(array));
                let bits = |index: u32| Bits::new(64, u128::from(index));
                let index = self.linear(bits(index), bits(at))?;
                Some(self.arena.read(cells, index))
            }
            (
                Node::Read { array, index },
                Node::Read {
                    array: other,
                    index: at,
                },
            ) if array == other => {
                let index = self.lay(index, at)?;
                Some(self.arena.read(array, index))
            }
            (Node::ForAll { .. }, _) | (_, Node::ForAll { .. }) => None,
            _ if same_operator(&a, &b) => self.operands(&a, &b),
            _ => match self.sum_and_none(one, two) {
                None => self.bounds(one, two),
                found => found,
            },
        }
    }

    /// Returns the array of the memory object that contains the two given bytes of `input`. Returns `None` if the
    /// object does not contain these bytes, for example because the program has overwritten them.
    fn home(&mut self, input: SymArray, bytes: [(u32, ExprId); 2]) -> Option<ArrayId> {
        let home = *self.homes.get(&input)?;
        let ArrayNode::Cells(cells) = self.arena.array(home) else {
            return None;
        };
        let has = |(at, byte): (u32, ExprId)| cells.get(at as usize) == Some(&byte);
        let both = bytes.into_iter().all(has);
        self.at_home |= both;
        both.then_some(home)
    }

    /// Overlays (generalizes) `x == 0` and `y < c`. Because `x == 0` is the canonical form of `x < 1`, the two are
    /// overlaid as `x < 1` and `y < c`.
    fn bounds(&mut self, one: ExprId, two: ExprId) -> Option<ExprId> {
        let (zero, (y, c), swapped) = match (self.bound(one), self.bound(two)) {
            (None, Some(bound)) => (one, bound, false),
            (Some(bound), None) => (two, bound, true),
            _ => return None,
        };
        let width = self.arena.width(y);
        let none = self.arena.int(width, 0);
        let x = match self.arena.node(zero) {
            // If `y` has several bytes, the canonical form of `y == 0` is a conjunction with one comparison
            // for each byte.
            _ if self.arena.eq(y, none) == zero => y,
            Node::Bin {
                op: BinOp::Eq,
                lhs,
                rhs,
            } if rhs == none => lhs,
            _ => return None,
        };
        let one = Bits::new(width, 1);
        let (value, limit) = if swapped {
            (self.lay(y, x)?, self.linear(c, one)?)
        } else {
            (self.lay(x, y)?, self.linear(one, c)?)
        };
        Some(self.arena.ult(value, limit))
    }

    fn bound(&self, e: ExprId) -> Option<(ExprId, Bits)> {
        self.arena.as_bin_const(BinOp::Ult, e)
    }

    fn operands(&mut self, a: &Node, b: &Node) -> Option<ExprId> {
        let (ones, twos) = (a.children(), b.children());
        let made: Option<Vec<ExprId>> = (ones.iter().zip(&twos))
            .map(|(&one, &two)| self.lay(one, two))
            .collect();
        let swapped = |overlay: &mut Self| match *a {
            // The operands of a commutative operator are ordered by age, and the two expressions may have opposite
            // orders. So each operand of one expression is also overlaid (generalized) with the other operand of the
            // second expression.
            Node::Bin { op, .. } if op.commutes() => {
                let left = overlay.lay(ones[0], twos[1])?;
                let right = overlay.lay(ones[1], twos[0])?;
                Some(vec![left, right])
            }
            _ => None,
        };
        let made = match made {
            Some(made) => made,
            None => swapped(self)?,
        };
        Some(self.arena.remake(a, &made))
    }

    /// Overlays (generalizes) `x` and `y + c` as the sums `x + 0` and `y + c`.
    fn sum_and_none(&mut self, one: ExprId, two: ExprId) -> Option<ExprId> {
        let zero = Bits::zero(self.arena.width(one));
        let (x, y, constants) = match (self.sum(one), self.sum(two)) {
            (None, Some((y, c))) => (one, y, [zero, c]),
            (Some((x, c)), None) => (x, two, [c, zero]),
            _ => return None,
        };
        let base = self.lay(x, y)?;
        let moved = self.linear(constants[0], constants[1])?;
        Some(self.arena.add(base, moved))
    }

    fn sum(&self, e: ExprId) -> Option<(ExprId, Bits)> {
        self.arena.as_bin_const(BinOp::Add, e)
    }

    /// Returns an expression `a·x + b` over the variable x. It has the value `one` if x is the number of the first of
    /// the two generalized expressions, and the value `two` if x is the number of the second.
    fn linear(&mut self, one: Bits, two: Bits) -> Option<ExprId> {
        let width = one.width();
        let [first, second] = self.numbers.map(u128::from);
        let span = second - first;
        let up = two.unsigned().wrapping_sub(one.unsigned()) & mask(width);
        let down = one.unsigned().wrapping_sub(two.unsigned()) & mask(width);
        let slope = if up.is_multiple_of(span) && up <= down {
            up / span
        } else if down.is_multiple_of(span) {
            (down / span).wrapping_neg() & mask(width)
        } else if up.is_multiple_of(span) {
            up / span
        } else {
            return None;
        };
        let start = one.unsigned().wrapping_sub(slope.wrapping_mul(first)) & mask(width);
        let arena = &mut *self.arena;
        let x = arena.bound_value(self.var);
        let x = arena.resize(x, width, false);
        let (slope, start) = (arena.int(width, slope), arena.int(width, start));
        let product = arena.mul(x, slope);
        Some(arena.add(product, start))
    }
}

fn same_operator(a: &Node, b: &Node) -> bool {
    match (*a, *b) {
        (Node::Un { op, .. }, Node::Un { op: other, .. }) => op == other,
        (Node::Bin { op, .. }, Node::Bin { op: other, .. }) => op == other,
        (Node::Ite { .. }, Node::Ite { .. }) => true,
        (
            Node::Extract { low, width, .. },
            Node::Extract {
                low: other,
                width: wide,
                ..
            },
        ) => low == other && width == wide,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(samples: &[(u32, u128)], width: u32) -> Option<String> {
        let mut arena = Arena::new();
        let var = arena.bound_variable(1);
        let samples: Vec<(u32, ExprId)> = (samples.iter())
            .map(|&(number, value)| (number, arena.int(width, value)))
            .collect();
        let found = arena.fit(var, &samples, &InputArrays::default())?;
        Some(arena.text(found))
    }

    #[test]
    fn constants_are_linear_or_nothing() {
        assert!(fitted(&[(0, 3), (1, 5), (2, 7)], 32).is_some());
        assert!(fitted(&[(0, 9), (1, 7), (2, 5)], 32).is_some());
        assert!(fitted(&[(0, 254), (1, 255), (2, 0), (3, 1)], 8).is_some());
        assert_eq!(fitted(&[(0, 1), (1, 2), (2, 4)], 32), None);
        assert_eq!(fitted(&[(1, 97), (2, 97)], 8).as_deref(), Some("97"));
    }

    #[test]
    fn cells_of_an_input_become_a_read() {
        let mut arena = Arena::new();
        let text = arena.symbol("text", 9);
        let var = arena.bound_variable(1);
        let (letter, mut samples) = (arena.int(8, 97), Vec::new());
        for number in 1..=4 {
            let byte = arena.byte(text, 2 * number);
            samples.push((number, arena.eq(byte, letter)));
        }
        let fit = arena
            .fit(var, &samples, &InputArrays::default())
            .expect("they are alike");
        assert!(arena.mentions_bound_variable(fit));
        samples.push((5, arena.eq(letter, letter)));
        assert_eq!(arena.fit(var, &samples, &InputArrays::default()), None);
    }

    #[test]
    fn bytes_are_read_from_their_object_while_unmodified() {
        let mut arena = Arena::new();
        let text = arena.symbol("text", 9);
        let var = arena.bound_variable(1);
        let mut cells: Vec<ExprId> = (0..9).map(|i| arena.byte(text, i)).collect();
        let samples = |count: u32| (1..=count).map(|i| (i, cells[i as usize])).collect();
        let (short, whole): (Vec<_>, Vec<_>) = (samples(5), samples(8));
        cells[6] = arena.int(8, 0);
        let home = arena.cells_array(&cells);
        let homes = InputArrays::from_iter([(text, home)]);
        let read_of = |arena: &mut Arena, samples: &[(u32, ExprId)]| {
            let found = arena.fit(var, samples, &homes).expect("bytes in a row");
            match arena.node(found) {
                Node::Read { array, .. } => array,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(read_of(&mut arena, &short), home);
        let plain = arena.symbol_array(text);
        assert_eq!(read_of(&mut arena, &whole), plain);
    }

    #[test]
    fn special_forms_for_zero_are_instances() {
        let mut arena = Arena::new();
        let (n, k) = (arena.symbol("n", 8), arena.symbol("k", 1));
        let n = arena.scalar(n, 64);
        let k = arena.scalar(k, 8);
        let k = arena.zext(k, 64);
        let var = arena.bound_variable(1);
        let (mut bounds, mut sums) = (Vec::new(), Vec::new());
        for number in 1..=5 {
            let constant = arena.int(64, u128::from(number) - 1);
            bounds.push((number, arena.ult(constant, n)));
            sums.push((number, arena.add(k, constant)));
        }
        assert!(
            arena
                .fit(var, &bounds[..2], &InputArrays::default())
                .is_some()
        );
        assert!(arena.fit(var, &bounds, &InputArrays::default()).is_some());
        assert!(arena.fit(var, &sums, &InputArrays::default()).is_some());
    }
}

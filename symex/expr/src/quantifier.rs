//! Bounded quantifiers: a condition (the body) that holds for the values 1, 2, … of a bound variable, up to an
//! input-dependent count. An *instance* is the body with a number substituted for the variable.
//!
//! There is one bound variable for each width. One variable is sufficient, because quantifiers are never nested, and
//! the variable occurs only in the bodies of quantifiers. The count has a static bound, so a quantifier equals a finite
//! conjunction of instances.
use super::arena::Arena;
use super::node::{ExprId, Node, SymArray};
use rustc_hash::FxHashMap;

/// The components of a bounded quantifier.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ForAll {
    /// The bound variable.
    pub var: SymArray,
    /// The static upper bound of the bound variable's values.
    pub max: u32,
    /// The number of values of the bound variable, an unsigned expression of the variable's width. If its value is
    /// greater than `max`, the bound variable has `max` values.
    pub count: ExprId,
    /// The condition that holds for each value.
    pub body: ExprId,
}

impl Arena {
    /// Returns the condition that `body` holds for all values of the bound variable from 1 to the smaller of
    /// `count` and `max`.
    ///
    /// # Panics
    /// If `var` is no bound variable, if `count` has a different width than `var`, or if `body` is not a
    /// condition or contains a quantifier.
    pub fn for_all(&mut self, var: SymArray, max: u32, count: ExprId, body: ExprId) -> ExprId {
        assert!(self.is_bound_variable(var), "`var` is no bound variable");
        assert_eq!(
            self.width(count),
            8 * self.symbol_len(var),
            "width of the count"
        );
        assert!(
            self.width(body) == 1 && !self.has_quantifiers(body),
            "the body must be a condition without quantifiers"
        );
        let max = max.min(symtool_ir::bits::mask(self.width(count)) as u32);
        let none = |count: ExprId| self.as_const(count).is_some_and(symtool_ir::Bits::is_zero);
        if self.is_true(body) || max == 0 || none(count) {
            return Arena::TRUE;
        }
        if !self.mentions_bound_variable(body) {
            let some = self.nonzero(count);
            return self.implies(some, body);
        }
        let quantifier = ForAll {
            var,
            max,
            count,
            body,
        };
        let made = self.intern(Node::ForAll {
            var,
            max,
            count,
            body,
        });
        if !self.quantifier_ends.contains_key(&made) {
            let first = self.implied_instance(quantifier, 1);
            let last = self.last_instance(quantifier);
            self.quantifier_ends.insert(made, [first, last]);
        }
        made
    }

    /// Returns two implications that follow from a quantifier. The first one is: if the count is not 0, the body holds
    /// for the value 1 of the bound variable. The second one is: if the count is in `1 ..= max`, the body holds for the
    /// value of the count (see [`Arena::last_instance`]). The implications contain no quantifier. Returns `None` if the
    /// expression is no quantifier. Also returns `None` if the quantifier was transferred from another arena, because
    /// only [`Arena::for_all`] stores the implications.
    pub fn ends_of_quantifier(&self, e: ExprId) -> Option<[ExprId; 2]> {
        self.quantifier_ends.get(&e).copied()
    }

    /// Returns the components of a quantifier; `None` if the expression is no quantifier.
    pub fn as_for_all(&self, e: ExprId) -> Option<ForAll> {
        match self.node(e) {
            Node::ForAll {
                var,
                max,
                count,
                body,
            } => Some(ForAll {
                var,
                max,
                count,
                body,
            }),
            _ => None,
        }
    }

    /// Returns the bound variable `var` of quantifiers as an expression.
    pub fn bound_value(&mut self, var: SymArray) -> ExprId {
        let width = 8 * self.symbol_len(var);
        self.scalar(var, width)
    }

    /// Returns a copy of the expression `e` with the number `value` substituted for the bound variable `var`.
    ///
    /// # Panics
    /// If `value` has another width than `var`.
    pub fn instance(&mut self, e: ExprId, var: SymArray, value: ExprId) -> ExprId {
        assert_eq!(
            self.width(value),
            8 * self.symbol_len(var),
            "width of the value"
        );
        let mut map = FxHashMap::default();
        for index in 0..self.symbol_len(var) {
            let byte = self.byte(var, index);
            let new = self.extract(value, 8 * index, 8);
            map.insert(byte, new);
        }
        self.substitute_bound(e, &map)
    }

    /// Returns the body of a quantifier with the number `value` substituted for the bound variable.
    fn instance_at(&mut self, quantifier: ForAll, value: u32) -> ExprId {
        let width = 8 * self.symbol_len(quantifier.var);
        let value = self.int(width, u128::from(value));
        self.instance(quantifier.body, quantifier.var, value)
    }

    /// Returns an implication that follows from the quantifier: if `value` is at most the count, the body holds for
    /// `value`. The number `value` must be in `1 ..= max`.
    pub fn implied_instance(&mut self, quantifier: ForAll, value: u32) -> ExprId {
        let width = self.width(quantifier.count);
        let number = self.int(width, u128::from(value));
        let counts = self.ule(number, quantifier.count);
        let instance = self.instance_at(quantifier, value);
        self.implies(counts, instance)
    }

    /// Returns an implication that follows from the quantifier: if the count is in `1 ..= max`, the body holds for the
    /// value of the count. In this case, the count is the last value of the bound variable.
    pub fn last_instance(&mut self, quantifier: ForAll) -> ExprId {
        let some = self.nonzero(quantifier.count);
        let width = self.width(quantifier.count);
        let most = self.int(width, u128::from(quantifier.max));
        let within = self.ule(quantifier.count, most);
        let counts = self.and(some, within);
        let body = self.instance(quantifier.body, quantifier.var, quantifier.count);
        self.implies(counts, body)
    }

    /// Returns an expression with each quantifier replaced by the conjunction of its instances (its body for each value
    /// of the bound variable). Tests and checks use the result as reference.
    pub fn expanded(&mut self, root: ExprId) -> ExprId {
        if !self.has_quantifiers(root) {
            return root;
        }
        let mut map = FxHashMap::default();
        for e in self.postorder(&[root]) {
            let Some(quantifier) = self.as_for_all(e) else {
                continue;
            };
            let mut all = Arena::TRUE;
            for value in 1..=quantifier.max {
                let instance = self.implied_instance(quantifier, value);
                all = self.and(all, instance);
            }
            map.insert(e, all);
        }
        self.substitute(root, &map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluator;

    /// Returns the condition `forall i in 1..=k. text[i - 1] < 5` and the inputs `text` (four bytes) and `k`.
    fn small_bytes(arena: &mut Arena) -> (ExprId, SymArray, SymArray) {
        let (text, k) = (arena.symbol("text", 4), arena.symbol("k", 1));
        let var = arena.bound_variable(1);
        let i = arena.bound_value(var);
        let i = arena.zext(i, 64);
        let one = arena.int(64, 1);
        let at = arena.sub(i, one);
        let cells = arena.symbol_array(text);
        let cell = arena.read(cells, at);
        let five = arena.int(8, 5);
        let small = arena.ult(cell, five);
        let count = arena.byte(k, 0);
        (arena.for_all(var, 4, count, small), text, k)
    }

    #[test]
    fn a_quantifier_means_its_instances() {
        let mut arena = Arena::new();
        let (all, text, _) = small_bytes(&mut arena);
        let expanded = arena.expanded(all);
        assert!(!arena.has_quantifiers(expanded));
        for bytes in [[0, 1, 2, 3], [9, 0, 0, 0], [0, 0, 9, 0], [0, 0, 0, 9]] {
            for count in [0, 1, 2, 3, 4, 200] {
                let values = |array: SymArray, index: u32| {
                    if array == text {
                        bytes[index as usize]
                    } else {
                        count
                    }
                };
                let value = Evaluator::new(&arena, &values).eval(all);
                assert_eq!(value, Evaluator::new(&arena, &values).eval(expanded));
                let small = bytes.iter().take(usize::from(count)).all(|&b| b < 5);
                assert_eq!(value.is_true(), small, "{bytes:?} {count}");
            }
        }
    }

    #[test]
    fn the_variable_is_no_free_symbol() {
        let mut arena = Arena::new();
        let (all, text, k) = small_bytes(&mut arena);
        let arrays: Vec<SymArray> = (arena.support(all).iter())
            .map(|&symbol| arena.symbol_place(symbol).0)
            .collect();
        assert!(arrays.iter().all(|array| [text, k].contains(array)));
        assert!(!arena.mentions_bound_variable(all));
        assert!(arena.has_quantifiers(all));
    }

    #[test]
    fn a_count_can_be_replaced() {
        let mut arena = Arena::new();
        let (all, _, k) = small_bytes(&mut arena);
        let (byte, three) = (arena.byte(k, 0), arena.int(8, 3));
        let three = arena.substitute(all, &FxHashMap::from_iter([(byte, three)]));
        let zero = arena.int(8, 0);
        let none = arena.substitute(all, &FxHashMap::from_iter([(byte, zero)]));
        assert!(
            arena
                .as_for_all(three)
                .is_some_and(|q| arena.is_const(q.count))
        );
        assert_eq!(none, Arena::TRUE);
    }
}

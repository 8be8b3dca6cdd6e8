//! Finds the [`Function`] of an expression with array reads, if the expression has few values. The function consists of
//! these values, each with the condition under which the expression has the value.
//!
//! The search proceeds top down over *cuts*. A cut of an expression is a set of subexpressions that together determine
//! the value of the expression. The best cut is a single expression: the index of a read, or the only input byte on
//! which this index depends. For the nested reads `t[u[i]]`, the best cut is `i`. If there is no such cut, the search
//! uses a cut of up to [`MAX_FACTORS`] expressions that share no input and have few combinations of values.
//!
//! The functions of the expressions in a cut are found by the same search, from their own cuts. For example, suppose
//! that a program looks up the next state of a state machine in a table. Then the next state is a function of the
//! previous state and one input byte. The function of the previous state is known already, so the search need not
//! combine the values of all previous bytes.
//!
//! The *unit* of a function is a subexpression without reads that alone determines the values of the function. A
//! *column* is the list of values of an expression for all values of a unit.
//!
//! A constraint of the path can exclude values if its truth value depends only on the expressions in the cut. For
//! example, after a branch on `state`, the function contains only the values of `state` that remain possible.
mod product;

use super::columns::{Given, Tables};
use super::function::Function;
use super::{KnownPath, Limits};
use crate::{Arena, Domain, ExprId, Node, SupportId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The maximum number of expressions in a cut (a set of subexpressions that determines an expression).
const MAX_FACTORS: usize = 3;
/// The maximum number of subexpressions visited to find the sets of subexpressions that determine an expression
/// (cuts).
const MAX_STEPS: usize = 256;
/// The maximum recursion depth of the search, in which the [`Function`] of an expression is computed from those of
/// its subexpressions. A cached [`Function`] adds no depth.
const MAX_DEPTH: u32 = 40;

/// The maximum total number of values in the caches of the search. A larger cache is cleared.
const MAX_STORED: usize = 1 << 22;

/// The maximum number of cached sets of constraints, each of at most [`MAX_RELEVANT`] constraints.
const MAX_SETS: usize = 1 << 16;

/// The maximum number of constraints of the path that are used to restrict the values of one expression. If there are
/// more, the newest are used.
const MAX_RELEVANT: usize = 32;

/// An expression with its least and its greatest value, on which a cached result depends. The result is valid
/// on a path only if the path implies this range.
pub(super) type Relied = (ExprId, u64, u64);

/// A range of values of a unit (an expression without reads): the unit, its first value, and the number of
/// values.
type Range = (ExprId, u64, u64);

/// The id of the set of constraints that are relevant for an expression. A relevant constraint depends only
/// on inputs on which the expression depends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Relevant(u32);

/// The cached result of a search: the function for an expression, if one was found, and the ranges of subexpressions
/// on which this result depends.
#[derive(Debug)]
struct Known {
    function: Option<Function>,
    relied: Rc<[Relied]>,
}

/// The context of one search for the [`Function`] of an expression.
struct Search<'a, 'b> {
    path: &'a mut KnownPath<'b>,
    limits: &'a Limits,
    /// The constraints of the path that depend only on inputs of the expression, newest first.
    conditions: Rc<[ExprId]>,
    depth: u32,
    /// Whether the search for the [`Function`] of a subexpression stopped at the depth limit. In this case, the
    /// failure of the search is not cached, because a later search that begins at a smaller depth may find a function.
    is_depth_limit_reached: bool,
    /// Whether an expression without nested reads had too many values. If so, the search stops. A further cut (set of
    /// subexpressions that determine the expression) would be closer to the inputs, and would have at least as many
    /// combinations of values.
    too_many_values: bool,
    relied: Vec<Relied>,
}

/// The caches of the search: all [`Function`]s found so far for expressions of one arena.
#[derive(Debug, Default)]
pub(super) struct Functions {
    pub(super) tables: Tables,
    known: FxHashMap<(ExprId, Relevant), Known>,
    /// The columns. The key is an expression, and a range of values of a unit (an expression without reads). The entry
    /// contains the value of the expression for each value of the unit, or `None` if the evaluation is too expensive.
    /// An entry does not depend on the path.
    columns: FxHashMap<(ExprId, Range), Option<Rc<[u64]>>>,
    /// The number of values in the caches `known` and `columns`.
    stored: usize,
    /// The sets of relevant constraints, by id.
    sets: Vec<Rc<[ExprId]>>,
    set_ids: FxHashMap<Rc<[ExprId]>, Relevant>,
    /// Cached results of subset tests between supports (the sets of inputs of expressions).
    subsets: FxHashMap<(SupportId, SupportId), bool>,
}

impl Functions {
    /// Returns the [`Function`] of the expression `e` on the path: the values of `e`, each with a condition. Returns
    /// `None` if no function is found, for example because `e` has too many values. Adds to `relied` the ranges of
    /// subexpressions on which the function depends.
    pub(super) fn of(
        &mut self,
        arena: &mut Arena,
        path: &mut KnownPath<'_>,
        limits: &Limits,
        e: ExprId,
        relied: &mut Vec<Relied>,
    ) -> Option<Function> {
        let conditions = Rc::from(path.conditions);
        let mut search = Search {
            path,
            limits,
            conditions,
            depth: 0,
            is_depth_limit_reached: false,
            too_many_values: false,
            relied: std::mem::take(relied),
        };
        let found = self.find(arena, &mut search, e);
        *relied = search.relied;
        found
    }

    fn find(&mut self, arena: &mut Arena, search: &mut Search, e: ExprId) -> Option<Function> {
        let key = (e, self.relevant(arena, &search.conditions, e));
        if let Some(known) = self.known.get(&key) {
            let holds = |&(e, low, high): &Relied| {
                let domain = (search.path.domain)(arena, e);
                if known.function.is_some() {
                    low <= domain.min && domain.max <= high
                } else {
                    (low, high) == (domain.min, domain.max)
                }
            };
            if known.relied.iter().all(holds) {
                search.relied.extend_from_slice(&known.relied);
                return known.function.clone();
            }
        }
        if search.depth == MAX_DEPTH {
            search.is_depth_limit_reached = true;
            return None;
        }
        if !arena.has_reads(e) && arena.support(e).len() != 1 {
            // The `Function` of an expression without reads and with several inputs is not cached: it is large, and
            // cheap to compute.
            return self.find_function(arena, search, key);
        }
        let outer = std::mem::take(&mut search.relied);
        let set = self.set(key.1);
        let outer_conditions = std::mem::replace(&mut search.conditions, set);
        search.depth += 1;
        let function = self.find_function(arena, search, key);
        search.depth -= 1;
        search.conditions = outer_conditions;
        let mut relied = std::mem::replace(&mut search.relied, outer);
        relied.sort_unstable();
        relied.dedup();
        search.relied.extend_from_slice(&relied);
        if function.is_some() || !search.is_depth_limit_reached {
            let known = Known {
                function: function.clone(),
                relied: Rc::from(relied),
            };
            self.keep(key, known);
        }
        function
    }

    /// Returns the id of the set of constraints that restrict the values of an expression: the newest [`MAX_RELEVANT`]
    /// constraints of the path that depend only on inputs of the expression. `path` contains the constraints of the
    /// path, newest first.
    pub(super) fn relevant(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Relevant {
        let (all, subsets) = (arena.support_id(e), &mut self.subsets);
        let within = |c: &&ExprId| {
            let part = arena.support_id(**c);
            let subset = || is_subset(arena.support(**c), arena.support(e));
            part == all || *subsets.entry((part, all)).or_insert_with(subset)
        };
        let newest = path.iter().filter(within).take(MAX_RELEVANT);
        let set: Rc<[ExprId]> = newest.copied().collect();
        if let Some(&id) = self.set_ids.get(&set) {
            return id;
        }
        let id = Relevant(self.sets.len() as u32);
        self.sets.push(Rc::clone(&set));
        self.set_ids.insert(set, id);
        id
    }

    /// Returns the set of constraints with the id `relevant`, newest constraint first.
    pub(super) fn set(&self, relevant: Relevant) -> Rc<[ExprId]> {
        Rc::clone(&self.sets[relevant.0 as usize])
    }

    /// Returns, for each of `len` assignments, whether the constraints of the set `relevant` allow the assignment. An
    /// assignment is a value of a unit (an expression without reads), or a combination of values of several
    /// expressions. The function `column` returns the values of an expression under all assignments.
    fn alive(
        &mut self,
        relevant: Relevant,
        len: usize,
        mut column: impl FnMut(&mut Functions, ExprId) -> Option<Rc<[u64]>>,
    ) -> Vec<bool> {
        let mut alive = vec![true; len];
        for &constraint in self.set(relevant).iter() {
            if let Some(column) = column(self, constraint) {
                for (alive, &holds) in alive.iter_mut().zip(column.iter()) {
                    *alive &= holds != 0;
                }
            }
        }
        alive
    }

    fn keep(&mut self, key: (ExprId, Relevant), known: Known) {
        self.stored += match &known.function {
            None => 1,
            Some(Function::Unit { values, .. }) => values.len(),
            Some(Function::Cases(cases)) => cases.len(),
        };
        self.make_room();
        self.known.insert(key, known);
    }

    /// Returns whether the cache of sets of constraints has more than [`MAX_SETS`] sets.
    pub(super) fn is_large(&self) -> bool {
        self.sets.len() > MAX_SETS
    }

    fn make_room(&mut self) {
        if self.stored > MAX_STORED {
            self.known.clear();
            self.columns.clear();
            self.stored = 0;
        }
    }

    /// Returns the value of an expression for each value of the unit (an expression without reads) in `range`. The
    /// unit must determine the expression. Returns `None` if the evaluation is too expensive.
    fn column(&mut self, arena: &Arena, e: ExprId, range: Range) -> Option<Rc<[u64]>> {
        if let Some(known) = self.columns.get(&(e, range)) {
            return known.clone();
        }
        let (unit, first, len) = range;
        let all: Rc<[u64]> = (first..first + len).collect();
        let given = Given::from_iter([(unit, Rc::clone(&all))]);
        let column = self.tables.column(arena, e, &given, all.len());
        let column: Option<Rc<[u64]>> = column.map(Rc::from);
        self.stored += column.as_ref().map_or(1, |column| column.len());
        self.make_room();
        self.columns.insert((e, range), column.clone());
        column
    }

    fn find_function(
        &mut self,
        arena: &mut Arena,
        search: &mut Search,
        (e, relevant): (ExprId, Relevant),
    ) -> Option<Function> {
        if arena.width(e) > 64 {
            return None;
        }
        if let Some(unit) = single_byte(arena, e) {
            return self.over_unit(arena, (e, relevant), unit, (0, 256));
        }
        if !arena.has_reads(e) {
            let scaled = self.scaled(arena, search, (e, relevant));
            if scaled.is_some() {
                return scaled;
            }
            let (unit, range) = unit_below(arena, search, e)?;
            return self.over_unit(arena, (e, relevant), unit, range);
        }
        let mut frontier = BTreeSet::from([e]);
        for _ in 0..MAX_STEPS {
            // `frontier` is the current cut: its nodes determine `e`. The next cut replaces its newest node by the
            // operands of this node. The newest node is not an operand of the other nodes, because operands are older
            // than their users.
            let top = frontier.pop_last()?;
            let children = arena.node(top).children();
            frontier.extend(children.into_iter().filter(|&c| !arena.is_const(c)));
            store_operands(arena, top, &mut frontier)?;
            let found = match frontier.len() {
                0 => return None,
                1 => self.over_one(arena, search, (e, relevant), *frontier.first()?),
                2..=MAX_FACTORS => self.over_product(arena, search, (e, relevant), &frontier),
                _ => None,
            };
            if found.is_some() || std::mem::take(&mut search.too_many_values) {
                return found;
            }
        }
        None
    }

    /// Returns the [`Function`] of an expression over its high bits, if its low bits are always 0; otherwise `None`.
    /// For example, the byte index into an array of four-byte elements is a function of the element index, because
    /// its two low bits are 0.
    fn scaled(
        &mut self,
        arena: &mut Arena,
        search: &mut Search,
        (e, relevant): (ExprId, Relevant),
    ) -> Option<Function> {
        let domain = arena.domain(e);
        let scale = domain.zeros.trailing_ones();
        let bits = (u64::BITS - domain.max.leading_zeros()).checked_sub(scale)?;
        if scale == 0 || bits == 0 {
            return None;
        }
        let unit = arena.extract(e, scale, bits);
        let (first, len) = unit_range(arena, search, unit)?;
        let values: Rc<[u64]> = (first..first + len).map(|value| value << scale).collect();
        Some(self.unit(arena, relevant, (unit, first, len), values))
    }

    /// Returns the [`Function`] of the expression `e`: the value of `e` for each of the `len` values of `unit` from
    /// `first` on. `unit` is an expression without reads that alone determines the value of `e`.
    fn over_unit(
        &mut self,
        arena: &Arena,
        (e, relevant): (ExprId, Relevant),
        unit: ExprId,
        (first, len): (u64, u64),
    ) -> Option<Function> {
        let range = (unit, first, len);
        let values = self.column(arena, e, range)?;
        Some(self.unit(arena, relevant, range, values))
    }

    /// Returns the [`Function`] of an expression that has the given `values`, one for each value of the unit (an
    /// expression without reads) in `range`. Computes for each value of the unit whether the path allows it.
    fn unit(
        &mut self,
        arena: &Arena,
        relevant: Relevant,
        range: Range,
        values: Rc<[u64]>,
    ) -> Function {
        let (unit, first, _) = range;
        let mut alive = self.alive(relevant, values.len(), |functions, constraint| {
            functions.column(arena, constraint, range)
        });
        let may_be = arena.domain(unit);
        for (alive, value) in alive.iter_mut().zip(first..) {
            *alive &= may_be.contains(value);
        }
        any_if_none(&mut alive);
        Function::Unit {
            unit,
            first,
            values,
            alive: Rc::from(alive),
        }
    }

    /// Returns the [`Function`] of an expression over the subexpression `below`, which alone determines the
    /// expression.
    fn over_one(
        &mut self,
        arena: &mut Arena,
        search: &mut Search,
        (e, relevant): (ExprId, Relevant),
        below: ExprId,
    ) -> Option<Function> {
        match self.find(arena, search, below)? {
            Function::Unit {
                unit,
                first,
                values,
                ..
            } if unit == below => {
                let range = (first, values.len() as u64);
                self.over_unit(arena, (e, relevant), unit, range)
            }
            Function::Unit {
                unit,
                first,
                values,
                alive,
            } => {
                let len = values.len();
                let given = Given::from_iter([(below, values)]);
                let values = self.tables.column(arena, e, &given, len)?;
                Some(Function::Unit {
                    unit,
                    first,
                    values: Rc::from(values),
                    alive,
                })
            }
            Function::Cases(cases) => {
                let given: Rc<[u64]> = cases.iter().map(|&(value, _)| value).collect();
                let given = Given::from_iter([(below, given)]);
                let values = self.tables.column(arena, e, &given, cases.len())?;
                let mut when: BTreeMap<u64, ExprId> = BTreeMap::new();
                for (&value, &(_, cond)) in values.iter().zip(cases.iter()) {
                    let so_far = when.get(&value).copied().unwrap_or(Arena::FALSE);
                    when.insert(value, arena.or(so_far, cond));
                }
                Some(Function::Cases(when.into_iter().collect()))
            }
        }
    }
}

/// Marks all values as possible if `alive` marks none. In this case, the path allows no value. So the path is
/// infeasible, and any result is sound.
fn any_if_none(alive: &mut [bool]) {
    if !alive.contains(&true) {
        alive.fill(true);
    }
}

/// Returns the free input byte on which an expression depends; `None` if it depends on no byte or on several
/// bytes.
fn single_byte(arena: &mut Arena, e: ExprId) -> Option<ExprId> {
    let [symbol] = *arena.support(e) else {
        return None;
    };
    let (array, index) = arena.symbol_place(symbol);
    Some(arena.byte(array, index?))
}

/// Returns the first value and the number of values of an expression without reads; `None` if there are too many
/// values. If the abstract value of the expression allows too many values, the path condition is used to restrict
/// them.
fn unit_range(arena: &Arena, search: &mut Search, e: ExprId) -> Option<(u64, u64)> {
    let few = |domain: &Domain| {
        let more = domain.max.checked_sub(domain.min)?;
        (more < search.limits.indices).then(|| (domain.min, more + 1))
    };
    if let Some(range) = few(&arena.domain(e)) {
        return Some(range);
    }
    let domain = (search.path.domain)(arena, e);
    search.relied.push((e, domain.min, domain.max));
    let more = domain.max.checked_sub(domain.min)?;
    (more < search.limits.indices).then(|| (domain.min, more + 1))
}

/// Returns the unit (a subexpression that determines the value) of an expression without reads, and the range of the
/// unit. For example, the unit of the byte index `4 * i` is the element index `i`, because `i` has a smaller range.
fn unit_below(arena: &Arena, search: &mut Search, e: ExprId) -> Option<(ExprId, (u64, u64))> {
    let own = unit_range(arena, search, e);
    let most = own.map_or(search.limits.indices, |(_, len)| len);
    let mut unit = simplest(arena, e, most);
    if unit == e && own.is_some() {
        return Some((e, own?));
    }
    loop {
        if let Some(range) = unit_range(arena, search, unit) {
            return Some((unit, range));
        }
        unit = only_operand(arena, unit)?;
        if arena.width(unit) > 64 {
            return None;
        }
    }
}

/// Returns the only operand of `e` that is not constant; `None` if `e` has no such operand or several.
fn only_operand(arena: &Arena, e: ExprId) -> Option<ExprId> {
    let mut below = arena.node(e).children();
    below.retain(|c| !arena.is_const(*c));
    let [only] = below[..] else {
        return None;
    };
    Some(only)
}

/// Returns the deepest subexpression that determines the value of `e` and has at most `len` values, or `e`
/// itself if there is none. For the index `4 * i`, this is `i`. The expression `e` has no reads.
fn simplest(arena: &Arena, e: ExprId, len: u64) -> ExprId {
    let (mut unit, mut at) = (e, e);
    while let Some(only) = only_operand(arena, at) {
        let domain = arena.domain(only);
        at = only;
        if arena.width(at) <= 64 && domain.max.wrapping_sub(domain.min) < len {
            unit = at;
        }
    }
    unit
}

/// If `e` is a read, adds the operands of the stores of its array version to `found`. Returns `None` if an element that
/// the array had before all stores depends on an input.
fn store_operands(arena: &Arena, e: ExprId, found: &mut BTreeSet<ExprId>) -> Option<()> {
    let Node::Read { mut array, .. } = arena.node(e) else {
        return Some(());
    };
    while let &crate::ArrayNode::Store { base, index, value } = arena.array(array) {
        found.extend([index, value].into_iter().filter(|&c| !arena.is_const(c)));
        array = base;
    }
    // The elements before all stores must not depend on inputs. The values of these elements are read only when the
    // values of the expression are computed.
    arena.array_support(array).is_empty().then_some(())
}

/// Returns whether `part` is not empty and all its symbols are in `all`. Both lists must be ascending.
fn is_subset(part: &[u32], all: &[u32]) -> bool {
    let mut all = all.iter();
    !part.is_empty() && part.iter().all(|symbol| all.any(|other| other == symbol))
}

//! Finds of what few values an expression with reads is a function.
//!
//! What an expression can be is found from above: below it are *cuts*, sets of expressions of which it is a function. One
//! expression alone is best (the index of a read, or a free byte below it: nested reads are one function of it); else up to
//! [`MAX_FACTORS`] that share no input, the product of whose values is small. What a cut's members can be is found in the same
//! way, so a state machine's next state is a function of the state before and of a byte, and never of all bytes so far.
//!
//! Constraints of the path that are functions of the same cut, or of one of its members, take values away: after `state` was
//! tested, few of all states are left, and they alone are told apart from then on.
mod product;

use super::columns::{Given, Tables};
use super::function::Function;
use super::{KnownPath, Limits};
use crate::{Arena, Domain, ExprId, Node, SupportId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Expressions whose values are combined.
const MAX_FACTORS: usize = 3;
/// Expressions looked at below one to find its cuts.
const MAX_STEPS: usize = 256;
/// How deep functions of functions are looked for at once; what was found before counts nothing.
const MAX_DEPTH: u32 = 40;

/// Values that are kept of all expressions together; beyond, all is found anew.
const MAX_STORED: usize = 1 << 22;

/// Sets of constraints that are kept, of at most [`MAX_RELEVANT`] each.
const MAX_SETS: usize = 1 << 16;

/// The most constraints of a path that count for one expression, the newest.
const MAX_RELEVANT: usize = 32;

/// An expression and the range in which the path had it when something was built that relies on it.
pub(super) type Relied = (ExprId, u64, u64);

/// All values of a unit: the unit, the first and how many.
type Range = (ExprId, u64, u64);

/// A set of constraints that count for an expression: those on nothing else than its inputs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Relevant(u32);

/// What was found for an expression, and for which ranges of the path.
#[derive(Debug)]
struct Known {
    function: Option<Function>,
    relied: Rc<[Relied]>,
}

/// What one search has to do with.
struct Search<'a, 'b> {
    path: &'a mut KnownPath<'b>,
    limits: &'a Limits,
    /// The constraints that may be used, newest first.
    conditions: Rc<[ExprId]>,
    depth: u32,
    /// Was something not looked at because it lies too deep?
    cut: bool,
    /// Was a product of reads that are not nested found to be too large? What is further down is not smaller.
    hopeless: bool,
    relied: Vec<Relied>,
}

/// All functions found so far, for expressions of one arena.
#[derive(Debug, Default)]
pub(super) struct Functions {
    pub(super) tables: Tables,
    known: FxHashMap<(ExprId, Relevant), Known>,
    /// Values of expressions for a range of a unit, which are the same on every path.
    columns: FxHashMap<(ExprId, Range), Option<Rc<[u64]>>>,
    /// Values in `known` and `columns`.
    stored: usize,
    /// The sets of constraints that were met.
    sets: Vec<Rc<[ExprId]>>,
    set_ids: FxHashMap<Rc<[ExprId]>, Relevant>,
    /// Which sets of symbols lie within which.
    subsets: FxHashMap<(SupportId, SupportId), bool>,
}

impl Functions {
    /// The expression as a function of few values on the path, with the ranges of the path that it relies on.
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
            cut: false,
            hopeless: false,
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
            search.cut = true;
            return None;
        }
        if !arena.has_reads(e) && arena.support(e).len() != 1 {
            // Quick to find again, and long to keep.
            return self.look(arena, search, key);
        }
        let outer = std::mem::take(&mut search.relied);
        let set = self.set(key.1);
        let outer_conditions = std::mem::replace(&mut search.conditions, set);
        search.depth += 1;
        let function = self.look(arena, search, key);
        search.depth -= 1;
        search.conditions = outer_conditions;
        let mut relied = std::mem::replace(&mut search.relied, outer);
        relied.sort_unstable();
        relied.dedup();
        search.relied.extend_from_slice(&relied);
        if function.is_some() || !search.cut {
            let known = Known {
                function: function.clone(),
                relied: Rc::from(relied),
            };
            self.keep(key, known);
        }
        function
    }

    /// Those constraints of a path, newest first, that count for an expression. What is found for it depends on no others.
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

    /// The constraints of a set, newest first.
    pub(super) fn set(&self, relevant: Relevant) -> Rc<[ExprId]> {
        Rc::clone(&self.sets[relevant.0 as usize])
    }

    /// Which of some assignments the constraints allow whose values for those `column` gives.
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

    /// Are the sets of constraints so many that starting afresh is better?
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

    /// The values of an expression for all values of a unit that it depends on alone.
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

    fn look(
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
            // What was made last uses what was made before it, and is used by nothing else here.
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
            if found.is_some() || std::mem::take(&mut search.hopeless) {
                return found;
            }
        }
        None
    }

    /// An index of elements of several bytes, whose low bits are 0, as a function of what is above those.
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

    /// As a function of all values of a unit without reads.
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

    /// Values for each of a unit's, with which of those the path allows.
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

    /// As a function of one expression that is below it on every way to an input.
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

/// Nothing is left on a path that no input takes; there all is right.
fn any_if_none(alive: &mut [bool]) {
    if !alive.contains(&true) {
        alive.fill(true);
    }
}

/// The free byte that is all an expression depends on.
fn single_byte(arena: &mut Arena, e: ExprId) -> Option<ExprId> {
    let [symbol] = *arena.support(e) else {
        return None;
    };
    let (array, index) = arena.symbol_place(symbol);
    Some(arena.byte(array, index?))
}

/// The values that an expression without reads may have, if they are few: first and number. What the path says of it counts
/// only where its form says too little.
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

/// The unit that an expression without reads is a function of, and its range: an index of a wide element has more values than there
/// are elements, but is computed from one that has not.
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

/// What an expression is computed from, if that is one expression and constants.
fn only_operand(arena: &Arena, e: ExprId) -> Option<ExprId> {
    let mut below = arena.node(e).children();
    below.retain(|c| !arena.is_const(*c));
    let [only] = below[..] else {
        return None;
    };
    Some(only)
}

/// What an expression without reads is computed from with constants only, as far down as that has no more values: an index
/// below its scaling.
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

/// The operands of the stores below a read are below it, too. `None` if it cannot be computed.
fn store_operands(arena: &Arena, e: ExprId, found: &mut BTreeSet<ExprId>) -> Option<()> {
    let Node::Read { mut array, .. } = arena.node(e) else {
        return Some(());
    };
    while let &crate::ArrayNode::Store { base, index, value } = arena.array(array) {
        found.extend([index, value].into_iter().filter(|&c| !arena.is_const(c)));
        array = base;
    }
    // Cells are looked at when the column is computed; here only whether they depend on an input.
    arena.array_support(array).is_empty().then_some(())
}

/// Are all symbols of a set in another? Both ascending, the first not empty.
fn is_subset(part: &[u32], all: &[u32]) -> bool {
    let mut all = all.iter();
    !part.is_empty() && part.iter().all(|symbol| all.any(|other| other == symbol))
}

//! Evaluates an expression under many assignments at once, without a solver. The search for the values of an expression
//! with array reads (`search`) uses these evaluations.
//!
//! A *column* is the list of an expression's values under several assignments to some of its subexpressions. For
//! example, under the assignments 0, 1 and 2 to `i`, the column of `i + 7` is 7, 8, 9. The subexpressions with given
//! values must determine the value of the whole expression. Nested reads, functions of reads and multi-byte reads are
//! evaluated like any other expression. An array *version* is the contents of an array after some stores.
use crate::{Arena, ArrayId, ArrayNode, ExprId, Node};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_ir::{Bits, eval};

/// The maximum number of nodes that are evaluated for one expression, not counting the subexpressions with
/// given values.
const MAX_NODES: usize = 1024;
/// The maximum number of node evaluations for one column.
const MAX_WORK: usize = 1 << 23;
/// A read is evaluated only if its array version has fewer stores than this number.
const MAX_STORES: usize = 64;

/// The values of an expression of at most 64 bits under all assignments. If the values are known to be equal, only one
/// is stored.
#[derive(Clone, Debug)]
enum Column {
    Same(u64),
    Each(Rc<[u64]>),
}

impl Column {
    fn at(&self, place: usize) -> u64 {
        match self {
            Column::Same(value) => *value,
            Column::Each(values) => values[place],
        }
    }
}

/// The columns (lists of values under all assignments) from which an evaluation starts, by expression. All columns
/// have the same length.
pub(super) type Given = FxHashMap<ExprId, Rc<[u64]>>;

/// The contents of constant arrays, cached by array.
#[derive(Debug, Default)]
pub(super) struct Tables {
    bytes: FxHashMap<ArrayId, Option<Rc<[u8]>>>,
}

impl Tables {
    /// Returns the elements of an array version (the contents of an array after some stores). Returns `None` if the
    /// version is the result of a store, or if an element is not constant.
    pub(super) fn get(&mut self, arena: &Arena, array: ArrayId) -> Option<Rc<[u8]>> {
        let ArrayNode::Cells(cells) = arena.array(array) else {
            return None;
        };
        let found = self.bytes.entry(array).or_insert_with(|| {
            let byte = |&cell: &ExprId| Some(arena.as_const(cell)?.low_u64() as u8);
            cells.iter().map(byte).collect()
        });
        found.clone()
    }

    /// Returns the column of `root` (its values under `len` assignments), computed from the columns in `given`. Returns
    /// `None` if the expressions in `given` do not determine `root`, or if the evaluation is too expensive.
    pub(super) fn column(
        &mut self,
        arena: &Arena,
        root: ExprId,
        given: &Given,
        len: usize,
    ) -> Option<Vec<u64>> {
        let order = self.order(arena, root, given)?;
        if order.len().saturating_mul(len) > MAX_WORK {
            return None;
        }
        let mut done: FxHashMap<ExprId, Column> = FxHashMap::default();
        for (&e, values) in given {
            done.insert(e, Column::Each(Rc::clone(values)));
        }
        for e in order {
            let column = self.compute(arena, e, &done, len)?;
            done.insert(e, column);
        }
        let root = done.get(&root)?;
        Some((0..len).map(|place| root.at(place)).collect())
    }

    /// Returns the nodes to evaluate, operands first. The nodes whose values are given in `given` are not included.
    /// Returns `None` if there are more than [`MAX_NODES`] such nodes, or if one of these nodes is an input byte, is a
    /// quantifier or is wider than 64 bits.
    fn order(&mut self, arena: &Arena, root: ExprId, given: &Given) -> Option<Vec<ExprId>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if given.contains_key(&e) || !seen.insert(e) {
                continue;
            }
            let node = arena.node(e);
            let too_wide = arena.width(e) > 64;
            // A quantifier is not evaluated: its body has several values for one assignment, one for each value of
            // the bound variable.
            let no_value = matches!(node, Node::Byte { .. } | Node::ForAll { .. });
            if no_value || too_wide || seen.len() > MAX_NODES {
                return None;
            }
            work.extend(node.children());
            if let Node::Read { array, .. } = node {
                self.push_stores(arena, array, &mut work)?;
            }
        }
        let mut order: Vec<ExprId> = seen.into_iter().collect();
        order.sort_unstable();
        Some(order)
    }

    /// Adds the operands of an array version's stores to the worklist. Returns `None` if some element of the array
    /// before these stores is not constant, or if the version has [`MAX_STORES`] or more stores.
    fn push_stores(
        &mut self,
        arena: &Arena,
        mut array: ArrayId,
        work: &mut Vec<ExprId>,
    ) -> Option<()> {
        for _ in 0..MAX_STORES {
            match arena.array(array) {
                &ArrayNode::Store { base, index, value } => {
                    work.extend([index, value]);
                    array = base;
                }
                ArrayNode::Cells(_) => return self.get(arena, array).map(|_| ()),
            }
        }
        None
    }

    fn compute(
        &mut self,
        arena: &Arena,
        e: ExprId,
        done: &FxHashMap<ExprId, Column>,
        len: usize,
    ) -> Option<Column> {
        let node = arena.node(e);
        if let Some(value) = node.as_const() {
            return Some(Column::Same(value.low_u64()));
        }
        if let Node::Read { array, index } = node {
            return self.read(arena, array, &done[&index], done, len);
        }
        let args: Vec<(&Column, u32)> = node
            .children()
            .into_iter()
            .map(|c| Some((done.get(&c)?, arena.width(c))))
            .collect::<Option<_>>()?;
        let width = arena.width(e);
        let at = |place: usize, arg: usize| {
            let (column, width) = args[arg];
            Bits::new(width, u128::from(column.at(place)))
        };
        let value = |place: usize| match node {
            Node::Un { op, .. } => eval(op.op(), width, &[at(place, 0)]).low_u64(),
            Node::Bin { op, .. } => op.eval(at(place, 0), at(place, 1)).low_u64(),
            Node::Ite { .. } if at(place, 0).is_true() => args[1].0.at(place),
            Node::Ite { .. } => args[2].0.at(place),
            Node::Extract { low, .. } => {
                Bits::new(width, u128::from(args[0].0.at(place) >> low)).low_u64()
            }
            Node::Const { .. } | Node::Byte { .. } | Node::Read { .. } | Node::ForAll { .. } => {
                unreachable!("evaluated above, or rejected by `order`")
            }
        };
        if args.iter().all(|(c, _)| matches!(c, Column::Same(_))) {
            return Some(Column::Same(value(0)));
        }
        Some(Column::Each((0..len).map(value).collect()))
    }

    /// Evaluates a read under each assignment. The value is 0 if the index is out of bounds. Otherwise it is the value
    /// of the newest store at the index or, if there is no such store, the element at the index before all stores.
    fn read(
        &mut self,
        arena: &Arena,
        array: ArrayId,
        index: &Column,
        done: &FxHashMap<ExprId, Column>,
        len: usize,
    ) -> Option<Column> {
        let mut stores = Vec::new();
        let mut base = array;
        while let &ArrayNode::Store {
            base: older,
            index,
            value,
        } = arena.array(base)
        {
            stores.push((done.get(&index)?, done.get(&value)?));
            base = older;
        }
        let cells = self.get(arena, base)?;
        let value = |place: usize| {
            let at = index.at(place);
            let Some(&cell) = usize::try_from(at).ok().and_then(|at| cells.get(at)) else {
                return 0;
            };
            let newest = stores.iter().find(|(stored, _)| stored.at(place) == at);
            newest.map_or(u64::from(cell), |(_, value)| value.at(place))
        };
        Some(match index {
            Column::Same(_) if stores.is_empty() => Column::Same(value(0)),
            _ => Column::Each((0..len).map(value).collect()),
        })
    }
}

//! Completes a model that satisfies only some instances of the quantifiers of a query. An *instance* is the body of a
//! quantifier for one value of the bound variable. A *cell* is an array element.
//!
//! The given model satisfies the first instance of each quantifier. The values of the cells that the first instance
//! reads are copied to the cells that the other instances read. Then the model often satisfies the other instances,
//! too.
use super::ground::{Clause, Stripped};
use crate::model::{InputByte, Model};
use rustc_hash::FxHashSet;
use symtool_expr::{Arena, ArrayId, ArrayNode, Evaluator, ExprId, Node, SymArray};

/// An array read in the body of a quantifier, with an index that depends on the bound variable.
#[derive(Copy, Clone)]
struct Access {
    read: ExprId,
    array: ArrayId,
    index: ExprId,
}

fn accesses(arena: &Arena, body: ExprId) -> Vec<Access> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<ExprId> = FxHashSet::default();
    let mut work = vec![body];
    while let Some(e) = work.pop() {
        if !arena.mentions_bound_variable(e) || !seen.insert(e) {
            continue;
        }
        let node = arena.node(e);
        if let Node::Read { array, index } = node
            && arena.mentions_bound_variable(index)
        {
            found.push(Access {
                read: e,
                array,
                index,
            });
        }
        work.extend(node.children());
    }
    found.sort_unstable_by_key(|access| access.read);
    found
}

/// Returns the input byte that a read selects when the bound variable of the quantifier in the clause has the value
/// `value`. Returns `None` if the read selects a stored value, or an array element that is no input byte.
fn byte_of(
    arena: &Arena,
    evaluator: &mut Evaluator<'_, Model>,
    access: Access,
    (clause, value): (Clause, u32),
) -> Option<InputByte> {
    let var = clause.quantifier.var;
    let at = evaluator.eval_bound(access.index, var, value).low_u64();
    let mut array = access.array;
    loop {
        match arena.array(array) {
            ArrayNode::Cells(cells) => return arena.as_byte(*cells.get(at as usize)?),
            &ArrayNode::Store { base, index, .. } => {
                if evaluator.eval_bound(index, var, value).low_u64() == at {
                    return None;
                }
                array = base;
            }
        }
    }
}

/// Returns the input bytes that an instance of a quantifier (its body for one number) reads at indexes that depend on
/// the bound variable.
pub(super) fn bytes_of(
    arena: &Arena,
    model: &Model,
    (clause, value): (Clause, u32),
) -> Vec<InputByte> {
    let mut evaluator = Evaluator::new(arena, model);
    accesses(arena, clause.quantifier.body)
        .into_iter()
        .filter_map(|access| byte_of(arena, &mut evaluator, access, (clause, value)))
        .collect()
}

/// Returns the inputs that the quantifiers of a query read at indexes that depend on their bound variables.
pub(super) fn read_inputs(arena: &Arena, query: &Stripped) -> FxHashSet<SymArray> {
    let mut inputs = FxHashSet::default();
    for clause in &query.clauses {
        for access in accesses(arena, clause.quantifier.body) {
            let mut array = access.array;
            while let &ArrayNode::Store { base, .. } = arena.array(array) {
                array = base;
            }
            if let ArrayNode::Cells(cells) = arena.array(array) {
                inputs.extend(
                    cells
                        .iter()
                        .filter_map(|&cell| Some(arena.as_byte(cell)?.0)),
                );
            }
        }
    }
    inputs
}

/// Returns a copy of the model in which the cells (array elements) of every instance of a quantifier have the values of
/// the cells of the first instance. An instance is the body for one number. The bytes in `keep` do not change.
pub(super) fn duplicated(
    arena: &Arena,
    query: &Stripped,
    model: &Model,
    keep: &FxHashSet<InputByte>,
) -> Model {
    let mut copied = model.clone();
    for (clause, count) in query.active(arena, model) {
        if count < 2 {
            continue;
        }
        let mut evaluator = Evaluator::new(arena, model);
        for access in accesses(arena, clause.quantifier.body) {
            let value = evaluator.eval_bound(access.read, clause.quantifier.var, 1);
            for number in 2..=count {
                if let Some((array, index)) =
                    byte_of(arena, &mut evaluator, access, (clause, number))
                    && !keep.contains(&(array, index))
                {
                    copied.set(array, index, value.low_u64() as u8);
                }
            }
        }
    }
    copied
}

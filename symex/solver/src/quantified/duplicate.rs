//! A model with the value of one cell in many: what satisfies the first instance of a quantifier may satisfy them all.
use super::super::Model;
use super::ground::{Clause, Question};
use rustc_hash::FxHashSet;
use symtool_expr::{Arena, ArrayId, ArrayNode, Evaluator, ExprId, Node, SymArray};

/// A byte of an input.
pub(super) type Place = (SymArray, u32);

/// A read under a quantifier at an index that its variable changes.
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

/// The byte of an input that a read means, if it means one that was never stored over.
fn place(
    arena: &Arena,
    evaluator: &mut Evaluator<'_, Model>,
    access: Access,
    (clause, value): (Clause, u32),
) -> Option<Place> {
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

/// The bytes that an instance reads at indexes that depend on its number.
pub(super) fn places_of(
    arena: &Arena,
    model: &Model,
    (clause, value): (Clause, u32),
) -> Vec<Place> {
    let mut evaluator = Evaluator::new(arena, model);
    accesses(arena, clause.quantifier.body)
        .into_iter()
        .filter_map(|access| place(arena, &mut evaluator, access, (clause, value)))
        .collect()
}

/// The inputs that are read at indexes that depend on a quantifier's variable.
pub(super) fn read_inputs(arena: &Arena, question: &Question) -> FxHashSet<SymArray> {
    let mut inputs = FxHashSet::default();
    for clause in &question.clauses {
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

/// The model in which all cells that further instances read hold what the first one reads, those of `keep` apart.
pub(super) fn duplicated(
    arena: &Arena,
    question: &Question,
    model: &Model,
    keep: &FxHashSet<Place>,
) -> Model {
    let mut copied = model.clone();
    for (clause, count) in question.active(arena, model) {
        if count < 2 {
            continue;
        }
        let mut evaluator = Evaluator::new(arena, model);
        for access in accesses(arena, clause.quantifier.body) {
            let value = evaluator.eval_bound(access.read, clause.quantifier.var, 1);
            for number in 2..=count {
                if let Some((array, index)) = place(arena, &mut evaluator, access, (clause, number))
                    && !keep.contains(&(array, index))
                {
                    copied.set(array, index, value.low_u64() as u8);
                }
            }
        }
    }
    copied
}

//! Divides the states at the exit of a region into classes, if their conditions match no pattern of repetitions. The
//! states of one class are then joined. A region is the set of paths between a fork in a loop or function and the exit
//! of this loop or function.
//!
//! A region may contain inner regions, whose paths have become states with a quantifier each. At the exit of the outer
//! region, two such states are joined only if they have the same quantifiers and the same live store (the registers and
//! memory cells that are read later). So the joined state has no `ite` over the counts of different quantifiers. Such
//! an `ite` makes each later query expensive, and is mostly useless, because most states joined in this way fork again
//! at the next branch. For example, `strspn` in a loop over three fields of 100 characters takes ten times as long if
//! states with different quantifiers are joined.
//!
//! At the exit of `main`, states with the same quantifiers are joined even if their live stores differ, because no
//! branch follows.
use super::region::Region;
use symtool_engine::merging::{MergeContext, join};
use symtool_engine::state::StateId;
use symtool_expr::ExprId;

/// The maximum number of classes (sets of states to be joined) at one exit of a region. If there are more classes, for
/// example one for each iteration of an outer loop, all states at the exit are joined to one state.
const MOST_APART: usize = 32;

/// Divides the states `ids` at the exit of `region` into classes. The states of one class are joined.
pub(super) fn classes(
    context: &mut MergeContext<'_>,
    region: &Region,
    ids: &[StateId],
) -> Vec<Vec<StateId>> {
    let mut classes: Vec<(Vec<ExprId>, Vec<StateId>)> = Vec::new();
    for &id in ids {
        let quantifiers = quantifiers(context, region, id);
        let found = classes.iter_mut().find(|(of, class)| {
            *of == quantifiers
                && (of.is_empty()
                    || region.extent.is_program()
                    || has_same_store(context, class[0], id))
        });
        match found {
            Some((_, class)) => class.push(id),
            None => classes.push((quantifiers, vec![id])),
        }
    }
    if classes.len() > MOST_APART {
        return vec![ids.to_vec()];
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

fn has_same_store(context: &mut MergeContext<'_>, a: StateId, b: StateId) -> bool {
    let (a, b) = (&context.waiting[&a], &context.waiting[&b]);
    join::same_store(context.arena, (context.code, context.live), a, b)
}

/// Returns, in ascending order, the conditions with quantifiers that the path of state `id` has gained since the root
/// of the region (the fork that opened it).
fn quantifiers(context: &MergeContext<'_>, region: &Region, id: StateId) -> Vec<ExprId> {
    let tail = region.tail(&context.waiting[&id]).iter().copied();
    let mut found: Vec<ExprId> = tail.filter(|&c| context.arena.has_quantifiers(c)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

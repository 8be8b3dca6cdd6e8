//! The score of a pair of items: the higher the score, the more likely both items have the same meaning. An *item* is a
//! printed part of a function: its header, a stack slot, a label or an instruction. One item of a pair is from before a
//! change, and the other item is from after the change.
use super::items::{Entity, Item, Operand, UNNAMED};
use super::matching::Matching;
use rustc_hash::FxHashSet;

/// The shapes of the labels that have a name, for the function before and after a change. A shape is a number that
/// describes an item; labels with equal names have equal shapes.
pub(super) struct Labels {
    before: FxHashSet<u32>,
    after: FxHashSet<u32>,
}

impl Labels {
    /// Collects the shapes of the named labels before and after the change.
    pub fn of(before: &[Item], after: &[Item]) -> Labels {
        let labels = |items: &[Item]| {
            let labels = items.iter().filter(|item| item.is_label());
            let shapes = labels.map(|item| item.shape);
            shapes.filter(|&shape| shape != UNNAMED).collect()
        };
        Labels {
            before: labels(before),
            after: labels(after),
        }
    }
}

/// The agreement of the operands of two items (printed parts of a function, such as instructions), one before and one
/// after the change. `points` counts two for each pair of equal operands, and one for each pair of operands of which
/// neither is aligned yet.
struct Evidence {
    points: u32,
    /// The number of operands of the item with more operands.
    total: u32,
}

impl Evidence {
    /// Returns the points, scaled so that agreement of all operands gives `most`. For items without operands, returns
    /// `most`.
    fn scaled(&self, most: u32) -> u32 {
        match self.total {
            0 => most,
            total => most * self.points / (2 * total),
        }
    }
}

/// Returns the score of the pair of an item before and an item after the change; `None` if the two items must not be
/// aligned. Two instructions have the same shape if they differ only in the values and blocks that they use. For such
/// a pair, the shape, equal operands and equal source locations give up to 12 points each. `known` contains the values
/// and blocks that the previous round aligned.
pub(super) fn score(known: &Matching, labels: &Labels, before: &Item, after: &Item) -> Option<u32> {
    let same_shape = before.shape == after.shape;
    match (before.entity, after.entity) {
        (Entity::Head, Entity::Head) => Some(60),
        (Entity::Slot(_), Entity::Slot(_)) => same_shape.then_some(40),
        (Entity::Label(old), Entity::Label(new)) => {
            let is_known = known.blocks.old(new) == Some(old);
            let points = label(labels, before.shape, after.shape)?;
            Some(points + if is_known { 2 } else { 0 })
        }
        (Entity::Inst(_), Entity::Inst(_)) if before.result != after.result => None,
        (Entity::Inst(_), Entity::Inst(_)) if same_shape => {
            let points = 12 + evidence(known, before, after).scaled(12);
            let points = match overlap(before, after) {
                Overlap::Equal => points + 12,
                Overlap::Some => points + 8,
                Overlap::Unknown => points,
                Overlap::Disjoint => points - 12,
            };
            (points >= 12).then_some(points)
        }
        (Entity::Inst(_), Entity::Inst(_)) => replaced(known, before, after),
        _ => None,
    }
}

/// Returns the score of two labels, given by their shapes; `None` if the labels must not be aligned. Two labels with
/// different names can correspond only if the change removes the old name and adds the new name: neither name occurs
/// both before and after the change.
fn label(labels: &Labels, before: u32, after: u32) -> Option<u32> {
    if before == after {
        return Some(if before == UNNAMED { 6 } else { 40 });
    }
    let both_lost = !labels.after.contains(&before) && !labels.before.contains(&after);
    both_lost.then_some(4)
}

/// Returns the score of two instructions of different shapes, if the second may replace the first; otherwise `None`.
/// The instructions must have a common source location. Instructions of different classes must both be terminators.
/// Instructions of the same class that have results must have a common operand.
fn replaced(known: &Matching, before: &Item, after: &Item) -> Option<u32> {
    let points = match overlap(before, after) {
        Overlap::Equal => 8,
        Overlap::Some => 4,
        Overlap::Unknown | Overlap::Disjoint => return None,
    };
    let shared = shared_values(known, before, after);
    let credible = if before.class == after.class {
        before.result.is_none() || shared > 0
    } else {
        before.is_terminator && after.is_terminator
    };
    credible.then_some(points + shared.min(4))
}

/// Returns the number of operands that occur in both items (instructions), at any position. Constants are not counted.
/// The position is ignored because a guard is an additional first operand of a guarded load.
fn shared_values(known: &Matching, before: &Item, after: &Item) -> u32 {
    let is_shared = |old: Operand| {
        let is_constant = matches!(old, Operand::Const(..));
        let mut new = after.operands.iter();
        !is_constant && new.any(|&new| agreement(known, old, new) == Some(true))
    };
    let shared = before.operands.iter().filter(|&&old| is_shared(old));
    shared.count() as u32
}

fn evidence(known: &Matching, before: &Item, after: &Item) -> Evidence {
    let mut evidence = Evidence {
        points: 0,
        total: before.operands.len().max(after.operands.len()) as u32,
    };
    for (&old, &new) in before.operands.iter().zip(&after.operands) {
        match agreement(known, old, new) {
            Some(true) => evidence.points += 2,
            Some(false) => {}
            None => evidence.points += 1,
        }
    }
    evidence
}

/// Returns whether two operands are equal under the alignment; `None` if neither of them is aligned yet.
pub(super) fn agreement(known: &Matching, old: Operand, new: Operand) -> Option<bool> {
    let compare = |aligned: Option<bool>, old_is_known: bool| match aligned {
        Some(equal) => Some(equal),
        None if old_is_known => Some(false),
        None => None,
    };
    match (old, new) {
        (Operand::Value(old), Operand::Value(new)) => compare(
            known.values.old(new).map(|value| value == old),
            known.values.has(old),
        ),
        (Operand::Block(old), Operand::Block(new)) => compare(
            known.blocks.old(new).map(|block| block == old),
            known.blocks.has(old),
        ),
        (Operand::Slot(old), Operand::Slot(new)) => compare(
            known.slots.old(new).map(|slot| slot == old),
            known.slots.has(old),
        ),
        (Operand::Const(..), Operand::Const(..)) => Some(old == new),
        _ => Some(false),
    }
}

/// The relation of the sets of source locations of two items (printed parts of a function, such as instructions).
enum Overlap {
    Equal,
    Some,
    Disjoint,
    /// At least one item has no source location.
    Unknown,
}

fn overlap(before: &Item, after: &Item) -> Overlap {
    if before.locs.is_empty() || after.locs.is_empty() {
        Overlap::Unknown
    } else if before.loc_set == after.loc_set {
        Overlap::Equal
    } else if before.locs.iter().any(|loc| after.locs.contains(loc)) {
        Overlap::Some
    } else {
        Overlap::Disjoint
    }
}

//! The check of dominance: a definition comes before its uses on every path.
//!
//! Immediate dominators are computed as in Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001). The
//! blocks of the dominator tree are numbered in depth-first order. With these numbers, the test whether one block
//! dominates another takes constant time. The tests compare the result with a slow method: A dominates B if B is
//! unreachable after the removal of A.
use super::Found;
use super::error::{Place, Rule};
use crate::entities::{Block, Inst, Value};
use crate::function::{Function, ValueDef};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};

/// The dominator tree of a function's reachable blocks.
#[derive(Debug)]
pub struct Dominators {
    /// The reachable blocks in reverse postorder: each block before its successors, except along back edges.
    order: Vec<Block>,
    idom: SecondaryMap<Block, PackedOption<Block>>,
    /// The blocks are numbered in depth-first order of the dominator tree. For each block, the smallest and the largest
    /// number of the blocks in its subtree. The smallest number is that of the block itself. Both numbers are 0 for an
    /// unreachable block.
    span: SecondaryMap<Block, (u32, u32)>,
}

impl Dominators {
    /// Computes the dominator tree of `func`. All jumps must target blocks of the function.
    pub fn new(func: &Function) -> Dominators {
        let order = reverse_postorder(func);
        let idom = immediate_dominators(func, &order);
        let span = spans(&order, &idom);
        Dominators { order, idom, span }
    }

    /// Returns the reachable blocks in reverse postorder.
    pub fn order(&self) -> &[Block] {
        &self.order
    }

    /// Returns the immediate dominator of a block; `None` for the entry block and for unreachable blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idom[block].expand()
    }

    /// Returns whether a block is reachable from the entry.
    pub fn reaches(&self, block: Block) -> bool {
        self.span[block].0 != 0
    }

    /// Returns whether `a` dominates `b` or equals it; false if `a` or `b` is unreachable.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let ((first, last), (at, _)) = (self.span[a], self.span[b]);
        first != 0 && first <= at && at <= last
    }
}

/// Returns the reachable blocks in reverse postorder: the entry block first, and each block before its successors
/// except along back edges.
fn reverse_postorder(func: &Function) -> Vec<Block> {
    let mut order = Vec::new();
    let mut seen: EntitySet<Block> = EntitySet::new();
    let begin = |block: Block| (block, func.successors(block).into_iter());
    let mut work = Vec::new();
    if let Some(entry) = func.entry() {
        seen.insert(entry);
        work.push(begin(entry));
    }
    while let Some((block, successors)) = work.last_mut() {
        match successors.next() {
            None => {
                order.push(*block);
                work.pop();
            }
            Some(successor) => {
                if seen.insert(successor) {
                    work.push(begin(successor));
                }
            }
        }
    }
    order.reverse();
    order
}

fn immediate_dominators(
    func: &Function,
    order: &[Block],
) -> SecondaryMap<Block, PackedOption<Block>> {
    // A block is represented by its position in reverse postorder. The position of a dominator is smaller than that of
    // the dominated block.
    let mut position: SecondaryMap<Block, usize> = SecondaryMap::with_default(usize::MAX);
    for (index, &block) in order.iter().enumerate() {
        position[block] = index;
    }
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (index, &block) in order.iter().enumerate() {
        for successor in func.successors(block) {
            preds[position[successor]].push(index);
        }
    }
    let mut idom: Vec<Option<usize>> = vec![None; order.len()];
    if let Some(entry) = idom.first_mut() {
        *entry = Some(0);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for index in 1..order.len() {
            // Predecessors are visited in descending order of positions, so that each `meet` walks only a short way up
            // the tree. In ascending order, the walks would be long if every block of a long chain has an edge to one
            // common exit.
            let known = (preds[index].iter().rev().copied()).filter(|&p| idom[p].is_some());
            let new = known.reduce(|a, b| meet(&idom, a, b));
            if new != idom[index] {
                idom[index] = new;
                changed = true;
            }
        }
    }
    let mut map: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
    for index in 1..order.len() {
        map[order[index]] = idom[index].map(|i| order[i]).into();
    }
    map
}

/// Returns the closest common dominator of blocks `a` and `b`, given by their positions (`intersect` in Cooper et al.).
fn meet(idom: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = a.max(b);
        let up = idom[later].unwrap_or(0);
        (a, b) = (a.min(b), up);
    }
    a
}

/// Numbers the blocks in the dominator tree from 1, so that the numbers of each subtree are an interval.
fn spans(
    order: &[Block],
    idom: &SecondaryMap<Block, PackedOption<Block>>,
) -> SecondaryMap<Block, (u32, u32)> {
    let mut size: SecondaryMap<Block, u32> = SecondaryMap::with_default(1);
    for &block in order.iter().rev() {
        if let Some(parent) = idom[block].expand() {
            size[parent] += size[block];
        }
    }
    // The interval of a block starts with the number of the block, followed by the intervals of its children in the
    // dominator tree, one after the other.
    let mut span: SecondaryMap<Block, (u32, u32)> = SecondaryMap::new();
    let mut free: SecondaryMap<Block, u32> = SecondaryMap::new();
    for &block in order {
        let first = match idom[block].expand() {
            None => 1,
            Some(parent) => {
                let first = free[parent];
                free[parent] += size[block];
                first
            }
        };
        span[block] = (first, first + size[block] - 1);
        free[block] = first + 1;
    }
    span
}

/// Checks that every definition dominates its uses in reachable blocks.
pub(super) fn function(func: &Function, found: &mut Found) {
    let dominators = Dominators::new(func);
    let mut home: SecondaryMap<Inst, (PackedOption<Block>, u32)> = SecondaryMap::new();
    for &block in func.layout() {
        for (index, &inst) in func.insts(block).iter().enumerate() {
            home[inst] = (Some(block).into(), index as u32);
        }
    }
    for &block in func.layout() {
        if !dominators.reaches(block) {
            continue;
        }
        for (index, &inst) in func.insts(block).iter().enumerate() {
            let here = (block, index as u32);
            func.data(inst).for_each_arg(|value| {
                if !available(func, &dominators, &home, value, here) {
                    found.add(Place::Inst(block, inst), Rule::NotDominated(value));
                }
            });
        }
    }
}

/// Returns whether the definition of a value dominates the position `here`, so that the value may be used there.
fn available(
    func: &Function,
    dominators: &Dominators,
    home: &SecondaryMap<Inst, (PackedOption<Block>, u32)>,
    value: Value,
    here: (Block, u32),
) -> bool {
    match func.def(value) {
        ValueDef::Const(_) => true,
        ValueDef::Param(block, position) => {
            // The recorded definition of a removed parameter still names the block. So the parameter exists only if it
            // is in the parameter list of the block.
            let stands = block.index() < func.num_blocks()
                && func.params(block).get(position as usize) == Some(&value);
            stands && dominators.dominates(block, here.0)
        }
        ValueDef::Inst(inst) => {
            let (block, index) = home[inst];
            match block.expand() {
                None => false,
                Some(block) if block == here.0 => index < here.1,
                Some(block) => dominators.dominates(block, here.0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signature;
    use crate::inst::{BlockCall, InstData};
    use crate::types::Type;
    use proptest::prelude::*;

    /// Returns a function in which block `i` ends in a switch to the blocks `edges[i]`.
    fn graph(edges: &[Vec<usize>]) -> Function {
        let mut func = Function::new("f", Signature::new(0));
        let blocks: Vec<Block> = edges.iter().map(|_| func.add_block()).collect();
        let value = func.add_param(blocks[0], Type::I8);
        for (&block, next) in blocks.iter().zip(edges) {
            let to = |index: usize| BlockCall::new(blocks[index % blocks.len()], &[]);
            let data = match next.as_slice() {
                [] => InstData::Unreachable,
                [first, rest @ ..] => InstData::Switch {
                    value,
                    cases: rest
                        .iter()
                        .enumerate()
                        .map(|(key, &index)| (crate::Bits::new(8, key as u128), to(index)))
                        .collect(),
                    default: to(*first),
                },
            };
            func.append(block, data, None, crate::LocSet::none());
        }
        func
    }

    fn reached_without(func: &Function, avoid: Option<Block>) -> EntitySet<Block> {
        let mut seen = EntitySet::new();
        let mut work: Vec<Block> = func.entry().into_iter().collect();
        while let Some(block) = work.pop() {
            if Some(block) != avoid && seen.insert(block) {
                work.extend(func.successors(block));
            }
        }
        seen
    }

    proptest! {
        #[test]
        fn agrees_with_removal_of_each_block(
            edges in prop::collection::vec(prop::collection::vec(0usize..12, 0..4), 1..12)
        ) {
            let func = graph(&edges);
            let fast = Dominators::new(&func);
            let all = reached_without(&func, None);
            for &a in func.layout() {
                let without = reached_without(&func, Some(a));
                prop_assert_eq!(fast.reaches(a), all.contains(a));
                for &b in func.layout() {
                    let slow = all.contains(a) && all.contains(b) && !without.contains(b);
                    prop_assert_eq!(fast.dominates(a, b), slow, "{} {}", a, b);
                }
                if let Some(idom) = fast.idom(a) {
                    prop_assert!(idom != a && fast.dominates(idom, a));
                    for &b in func.layout() {
                        prop_assert!(b == a || !fast.dominates(b, a) || fast.dominates(b, idom));
                    }
                }
            }
        }
    }
}

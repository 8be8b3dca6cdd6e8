//! The search for the correspondence of a function before and after a change: repeated alignments of the items
//! (labels, instructions and other printed parts) of both forms.
use super::Form;
use super::align::align;
use super::items::{Entity, Interner, Item, Operand};
use super::matching::Matching;
use super::score::{Labels, agreement, score};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::print::Names;
use symtool_ir::{Block, Function, Inst};

/// The maximum number of rounds of a search; each round aligns all items once. After the second round, the operands of
/// most instructions are aligned.
const MAX_ROUNDS: usize = 4;

/// Returns the correspondence of the entities of a function before and after a change.
pub(super) fn search(before: Form<'_>, after: Form<'_>) -> Matching {
    let mut interner = Interner::default();
    let old = interner.items(before, &Names::of(before.function));
    let new = interner.items(after, &Names::of(after.function));
    let search = Search {
        before,
        after,
        incoming_before: incoming(before.function),
        incoming_after: incoming(after.function),
        labels: Labels::of(&old, &new),
        old,
        new,
    };
    let mut known = search.start();
    for _ in 0..MAX_ROUNDS {
        let next = search.round(&known);
        if next == known {
            break;
        }
        known = next;
    }
    known
}

/// The arguments that one jump passes to a block. A branch with both sides to the block counts as two jumps.
struct Incoming {
    from: Inst,
    /// The position of the block among the jump targets of the terminator.
    index: usize,
    args: Vec<Operand>,
}

fn incoming(function: &Function) -> FxHashMap<Block, Vec<Incoming>> {
    let mut incoming: FxHashMap<Block, Vec<Incoming>> = FxHashMap::default();
    for &block in function.layout() {
        let from = function.terminator(block);
        for (index, target) in function.data(from).targets().into_iter().enumerate() {
            let args = target.args.iter();
            let args = args.map(|&arg| Operand::of(function, arg)).collect();
            let jump = Incoming { from, index, args };
            incoming.entry(target.block).or_default().push(jump);
        }
    }
    incoming
}

/// The data of the search for the correspondence of a function before and after a change.
struct Search<'m> {
    before: Form<'m>,
    after: Form<'m>,
    old: Vec<Item>,
    new: Vec<Item>,
    labels: Labels,
    incoming_before: FxHashMap<Block, Vec<Incoming>>,
    incoming_after: FxHashMap<Block, Vec<Incoming>>,
}

impl Search<'_> {
    /// Returns the correspondence before the first alignment: only the entry blocks and their parameters correspond.
    fn start(&self) -> Matching {
        let mut known = Matching::default();
        let entries = (self.before.function.entry(), self.after.function.entry());
        if let (Some(old), Some(new)) = entries {
            known.blocks.add(old, new);
            let old = self.before.function.params(old);
            let new = self.after.function.params(new);
            for (&old, &new) in old.iter().zip(new) {
                known.values.add(old, new);
            }
        }
        known
    }

    /// Aligns the items (printed parts of both forms, such as instructions) once and returns the correspondence. The
    /// scores use `known`, the correspondence of the previous round.
    fn round(&self, known: &Matching) -> Matching {
        let keys = |items: &[Item]| items.iter().map(Item::key).collect::<Vec<_>>();
        let pairs = align(&keys(&self.old), &keys(&self.new), &|i, j| {
            score(known, &self.labels, &self.old[i], &self.new[j])
        });
        let mut next = self.start();
        let mut partner = FxHashMap::default();
        for &(i, j) in &pairs {
            match (self.old[i].entity, self.new[j].entity) {
                (Entity::Slot(old), Entity::Slot(new)) => next.slots.add(old, new),
                (Entity::Label(old), Entity::Label(new)) => next.blocks.add(old, new),
                (Entity::Inst(old), Entity::Inst(new)) => {
                    self.results(old, new, &mut next);
                    partner.insert(new, old);
                }
                _ => {}
            }
        }
        for &block in self.after.function.layout() {
            if let Some(old) = next.blocks.old(block) {
                self.params(known, &partner, (old, block), &mut next);
            }
        }
        next.pairs = pairs;
        self.moved(known, &mut next);
        next
    }

    /// Aligns the results of two corresponding instructions.
    fn results(&self, old: Inst, new: Inst, next: &mut Matching) {
        let old = self.before.function.result(old);
        let new = self.after.function.result(new);
        if let (Some(old), Some(new)) = (old, new) {
            next.values.add(old, new);
        }
    }

    /// Aligns the parameters of two corresponding blocks. Parameters of the same type can be aligned; equal names, and
    /// corresponding jumps that pass equal arguments, increase the score.
    fn params(
        &self,
        known: &Matching,
        partner: &FxHashMap<Inst, Inst>,
        (old, new): (Block, Block),
        next: &mut Matching,
    ) {
        let (before, after) = (self.before.function, self.after.function);
        let (old_params, new_params) = (before.params(old), after.params(new));
        let old_jumps = self
            .incoming_before
            .get(&old)
            .map_or(&[][..], Vec::as_slice);
        let new_jumps = self.incoming_after.get(&new).map_or(&[][..], Vec::as_slice);
        let score = |i: usize, j: usize| {
            let (a, b) = (old_params[i], new_params[j]);
            if before.ty(a) != after.ty(b) {
                return None;
            }
            let name = before.value_name(a);
            let mut points = 1;
            if name.is_some() && name == after.value_name(b) {
                points += 20;
            }
            for from in old_jumps {
                for to in new_jumps {
                    let same = partner.get(&to.from) == Some(&from.from) && to.index == from.index;
                    if same && agreement(known, from.args[i], to.args[j]) == Some(true) {
                        points += 4;
                    }
                }
            }
            Some(points)
        };
        let keys = |count: usize| (0..count).collect::<Vec<_>>();
        for (i, j) in align(&keys(old_params.len()), &keys(new_params.len()), &score) {
            next.values.add(old_params[i], new_params[j]);
        }
    }

    /// Aligns the results of instructions that the change has moved within the function, so that the alignment in
    /// textual order leaves them unaligned. An instruction before the change and an instruction after the change count
    /// as the same if both are unaligned, have equal shapes and source locations, and have no operands that are known
    /// to differ.
    fn moved(&self, known: &Matching, next: &mut Matching) {
        let old_paired: FxHashSet<usize> = next.pairs.iter().map(|&(i, _)| i).collect();
        let new_paired: FxHashSet<usize> = next.pairs.iter().map(|&(_, j)| j).collect();
        let mut waiting: FxHashMap<(u32, u32), Vec<usize>> = FxHashMap::default();
        for (i, item) in self.old.iter().enumerate().rev() {
            if !old_paired.contains(&i) && item.result.is_some() {
                waiting.entry(item.key()).or_default().push(i);
            }
        }
        for (j, item) in self.new.iter().enumerate() {
            if new_paired.contains(&j) {
                continue;
            }
            let Some(list) = waiting.get_mut(&item.key()) else {
                continue;
            };
            let may_agree = |&i: &usize| {
                let mut operands = self.old[i].operands.iter().zip(&item.operands);
                operands.all(|(&old, &new)| agreement(known, old, new) != Some(false))
            };
            let Some(i) = list.pop_if(|i| may_agree(i)) else {
                continue;
            };
            if let (Entity::Inst(old), Entity::Inst(new)) = (self.old[i].entity, item.entity) {
                self.results(old, new, next);
            }
        }
    }
}

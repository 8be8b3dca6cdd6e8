//! The merging data of states in transit between workers: merge histories, and coverage obligations with their
//! witnesses.
//!
//! A state in a merge region is not sent to another worker, because the merge policy of its worker collects the states
//! of the region. So a parcel contains no merge regions.
use crate::state::history::MergeHistory;
use crate::state::obligations::Obligation;
use crate::state::{Arrival, MergeState};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_expr::parcel::{Packer, Unpacked};
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_solver::Model;

/// Merge histories as a list, in which each history follows the two histories from which it was merged. The entry of a
/// merged history describes each of these two histories by its condition and its position in the list. The entry of a
/// path that was never merged is `None`.
#[derive(Default)]
pub(super) struct Histories {
    entries: Vec<Option<[(ExprId, usize); 2]>>,
    /// The position of each packed history, by its address.
    positions: FxHashMap<*const MergeHistory, usize>,
}

/// Merge histories that were rebuilt, by their positions in [`Histories`].
pub(super) struct Rebuilt(Vec<Rc<MergeHistory>>);

/// The merging data of a packed state.
pub(super) struct PackedMerging {
    history: usize,
    obligations: Vec<PackedObligation>,
    witness: Option<PackedModel>,
    arrival: Option<Arrival>,
    forked_at: u32,
}

struct PackedObligation {
    number: u64,
    when: ExprId,
    witness: Option<PackedModel>,
}

/// The bytes of each input in a model.
struct PackedModel(Vec<(SymArray, Vec<u8>)>);

impl Histories {
    /// Adds a merge history, and all histories from which it was merged. Returns the position of the history in the
    /// list.
    fn add(&mut self, history: &Rc<MergeHistory>, packer: &mut Packer) -> usize {
        // A history may be long, so the traversal uses a list instead of recursion.
        let mut todo = vec![history];
        while let Some(&next) = todo.last() {
            let MergeHistory::Joined(sides) = &**next else {
                self.put(next, None);
                todo.pop();
                continue;
            };
            let missing = sides.iter().map(|(_, side)| side);
            let missing: Vec<_> = missing
                .filter(|side| self.position(side).is_none())
                .collect();
            if missing.is_empty() {
                sides.iter().for_each(|&(when, _)| packer.expr(when));
                let packed = sides.each_ref();
                let packed = packed.map(|(when, side)| (*when, self.position(side).unwrap_or(0)));
                self.put(next, Some(packed));
                todo.pop();
            } else {
                todo.extend(missing);
            }
        }
        self.position(history).unwrap_or(0)
    }

    fn position(&self, history: &Rc<MergeHistory>) -> Option<usize> {
        self.positions.get(&Rc::as_ptr(history)).copied()
    }

    fn put(&mut self, history: &Rc<MergeHistory>, entry: Option<[(ExprId, usize); 2]>) {
        if self.position(history).is_none() {
            self.positions
                .insert(Rc::as_ptr(history), self.entries.len());
            self.entries.push(entry);
        }
    }

    /// Returns the entries without the addresses, which have no meaning in another worker.
    pub(super) fn finish(self) -> Vec<Option<[(ExprId, usize); 2]>> {
        self.entries
    }
}

impl Rebuilt {
    /// Rebuilds the histories with the given entries. `terms` translates the expressions in the entries.
    pub(super) fn new(entries: &[Option<[(ExprId, usize); 2]>], terms: &Unpacked) -> Rebuilt {
        let mut rebuilt: Vec<Rc<MergeHistory>> = Vec::with_capacity(entries.len());
        for entry in entries {
            let history = match entry {
                None => MergeHistory::Path,
                Some(sides) => MergeHistory::Joined(
                    sides.map(|(when, side)| (terms.expr(when), Rc::clone(&rebuilt[side]))),
                ),
            };
            rebuilt.push(Rc::new(history));
        }
        Rebuilt(rebuilt)
    }
}

impl PackedMerging {
    /// Packs the merging data of a state that is in no merge region (a part of a path in which the merge policy
    /// collects states).
    pub(super) fn pack(
        merge: &MergeState,
        arena: &Arena,
        histories: &mut Histories,
        packer: &mut Packer,
    ) -> PackedMerging {
        let mut pack_obligation = |it: &Obligation| {
            packer.expr(it.when);
            PackedObligation {
                number: it.number,
                when: it.when,
                witness: it
                    .witness
                    .as_deref()
                    .map(|it| PackedModel::pack(it, arena, packer)),
            }
        };
        let obligations = merge.obligations.iter().map(&mut pack_obligation).collect();
        let witness = merge.witness.as_deref();
        PackedMerging {
            obligations,
            witness: witness.map(|it| PackedModel::pack(it, arena, packer)),
            history: histories.add(&merge.history, packer),
            arrival: merge.arrival,
            forked_at: merge.forked_at,
        }
    }

    /// Rebuilds the merging data in the receiving worker.
    pub(super) fn unpack(self, histories: &Rebuilt, terms: &Unpacked) -> MergeState {
        let obligations = self.obligations.into_iter().map(|it| Obligation {
            number: it.number,
            when: terms.expr(it.when),
            witness: it.witness.map(|it| Rc::new(it.unpack(terms))),
        });
        MergeState {
            history: Rc::clone(&histories.0[self.history]),
            obligations: obligations.collect(),
            witness: self.witness.map(|it| Rc::new(it.unpack(terms))),
            arrival: self.arrival,
            forked_at: self.forked_at,
            ..MergeState::default()
        }
    }
}

impl PackedModel {
    fn pack(model: &Model, arena: &Arena, packer: &mut Packer) -> PackedModel {
        let arrays = model.arrays();
        let packed = arrays.map(|array| (array, model.bytes(arena, array)));
        let packed: Vec<_> = packed.collect();
        packed.iter().for_each(|&(array, _)| packer.input(array));
        PackedModel(packed)
    }

    fn unpack(self, terms: &Unpacked) -> Model {
        let mut model = Model::new();
        for (array, bytes) in self.0 {
            for (index, byte) in (0..).zip(bytes) {
                model.set(terms.input(array), index, byte);
            }
        }
        model
    }
}

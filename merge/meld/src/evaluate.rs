//! Incremental evaluation of the cost of a selection during extraction from an e-graph. A *slot* holds one
//! term for an e-class (set of equal terms). An *option* of a slot is one way to compute the term, and a
//! *selection* chooses one option for each slot (see `extract`).
//!
//! Local search evaluates thousands of selections, each of which differs from the current selection in few slots. Only
//! the terms of these slots, and of the slots that use them directly or indirectly, are recomputed.
use crate::cost::CostTable;
use crate::diamond::Diamond;
use crate::term::{Head, TermArgs, TermId};
use smallvec::SmallVec;

/// An option of a slot: one way to compute the value of an e-class.
#[derive(Clone, Debug)]
pub(crate) enum SlotOption {
    /// An operator applied to the terms in the slots with these indices; or a leaf or constant, without operands.
    Node(Head, SmallVec<[usize; 3]>),
    /// An alias: with this option, the slot has the same term as the slot with this index.
    Alias(usize),
    /// The constant true or false. It replaces the branch condition in a slot that is used only on one side of the
    /// branch, where the value of the condition is known.
    Truth(bool),
}

impl SlotOption {
    /// Returns the slots of the option's operands.
    pub fn children(&self) -> &[usize] {
        match self {
            SlotOption::Node(_, args) => args,
            SlotOption::Alias(to) => std::slice::from_ref(to),
            SlotOption::Truth(_) => &[],
        }
    }
}

/// The current selection (one option for each slot), and the terms that the selection gives to the slots. The
/// evaluation of a new selection recomputes only the terms that may differ from those of the current selection.
#[derive(Default)]
struct Current {
    selection: Vec<usize>,
    /// The term of each slot that the selection uses.
    terms: Vec<Option<TermId>>,
    /// For each slot that the selection uses, the slots whose selected option has this slot as an operand.
    users: Vec<SmallVec<[u32; 4]>>,
}

/// Builds the melded code of a selection, and computes its estimated cost. A *slot* holds the term of one e-class. Its
/// *options* are the ways to compute this term. A *selection* chooses one option for each slot.
pub(crate) struct Evaluator<'d> {
    pub diamond: &'d mut Diamond,
    /// The options of each slot.
    pub options: Vec<Vec<SlotOption>>,
    /// The slots of the diamond's outputs.
    roots: Vec<usize>,
    /// The number of selections that were evaluated since the caller last set this field to 0. The caller stops local
    /// search when this number reaches a limit.
    pub evaluations: usize,
    table: CostTable,
    current: Current,
    /// The term of each slot in the evaluation with the number in `stamp`; `None` if the term is still being built or
    /// cannot be built.
    memo: Vec<Option<TermId>>,
    /// For each slot, the number (`round`) of the last evaluation that began to compute the term of the slot.
    stamp: Vec<u32>,
    /// For each slot, the number (`round`) of the last evaluation that could not reuse the slot's term of the current
    /// selection. Set at the start of an evaluation: for each slot whose option differs from the current selection, and
    /// for each slot that depends on such a slot.
    dirty: Vec<u32>,
    /// The number of the current evaluation.
    round: u32,
    /// A cache: for each option of each slot, the term that was last built from this option, with the operands of the
    /// term.
    made: Vec<Vec<Option<(TermArgs, TermId)>>>,
}

impl<'d> Evaluator<'d> {
    pub fn new(diamond: &'d mut Diamond, options: Vec<Vec<SlotOption>>, roots: Vec<usize>) -> Self {
        let slots = options.len();
        Evaluator {
            diamond,
            roots,
            evaluations: 0,
            table: CostTable::default(),
            current: Current {
                selection: vec![usize::MAX; slots],
                terms: vec![None; slots],
                users: vec![SmallVec::new(); slots],
            },
            memo: vec![None; slots],
            stamp: vec![0; slots],
            dirty: vec![0; slots],
            round: 0,
            made: options.iter().map(|o| vec![None; o.len()]).collect(),
            options,
        }
    }

    /// Makes `selection` the current selection and returns the terms of the outputs. Returns `None`, and leaves no
    /// current selection, if no terms can be built from `selection`. There are three reasons: the selection is cyclic
    /// (a slot would be an operand of itself), it is incomplete (no option is chosen for a slot), or its terms are
    /// nested too deeply.
    pub fn make_current(&mut self, selection: &[usize]) -> Option<Vec<TermId>> {
        self.current.terms.fill(None);
        let roots = self.build(selection)?;
        self.current.selection.copy_from_slice(selection);
        for users in &mut self.current.users {
            users.clear();
        }
        for (slot, &option) in selection.iter().enumerate() {
            if self.stamp[slot] == self.round {
                self.current.terms[slot] = self.memo[slot];
                for &child in self.options[slot][option].children() {
                    self.current.users[child].push(slot as u32);
                }
            }
        }
        Some(roots)
    }

    /// Returns the term that the current selection gives to a slot (the place for the term of one e-class); `None` if
    /// the selection does not use the slot.
    pub fn term(&self, slot: usize) -> Option<TermId> {
        self.current.terms[slot]
    }

    /// Returns whether the current selection uses a slot, that is, gives it a term.
    pub fn uses(&self, slot: usize) -> bool {
        self.current.terms[slot].is_some()
    }

    /// Returns the weight (gates and penalties) of a selection; `None` if no terms can be built from the selection (see
    /// [`Self::make_current`]).
    pub fn cost(&mut self, selection: &[usize]) -> Option<u64> {
        self.evaluations += 1;
        let mut roots = self.build(selection)?;
        roots.push(self.diamond.cond);
        let free = &self.diamond.free;
        let weight = self
            .table
            .weight(&self.diamond.dag, &roots, &|id| free.contains(&id));
        Some(weight)
    }

    fn build(&mut self, selection: &[usize]) -> Option<Vec<TermId>> {
        self.round += 1;
        self.mark(selection);
        let options = std::mem::take(&mut self.options);
        let roots = std::mem::take(&mut self.roots);
        let terms = roots
            .iter()
            .map(|&root| self.resolve(&options, root, selection, 0))
            .collect();
        self.options = options;
        self.roots = roots;
        terms
    }

    /// Marks the slots in which `selection` differs from the current selection, and the slots that use these slots
    /// directly or indirectly. [`Self::resolve`] reuses the terms of the other slots. It still detects each cycle of
    /// the new selection, because a cycle contains a marked slot.
    fn mark(&mut self, selection: &[usize]) {
        let current = &self.current;
        let differs = |&slot: &usize| {
            current.terms[slot].is_some() && current.selection[slot] != selection[slot]
        };
        let mut work: Vec<usize> = (0..selection.len()).filter(differs).collect();
        while let Some(slot) = work.pop() {
            if self.dirty[slot] != self.round {
                self.dirty[slot] = self.round;
                work.extend(current.users[slot].iter().map(|&user| user as usize));
            }
        }
    }

    fn resolve(
        &mut self,
        options: &[Vec<SlotOption>],
        slot: usize,
        selection: &[usize],
        depth: usize,
    ) -> Option<TermId> {
        const MAX_DEPTH: usize = 2_000;
        if self.current.terms[slot].is_some() && self.dirty[slot] != self.round {
            return self.current.terms[slot];
        }
        if self.stamp[slot] == self.round {
            // The slot was already visited in this evaluation. If its term is `None`, the term is still being built, so
            // the slot is an operand of itself, and the selection is cyclic.
            return self.memo[slot];
        }
        if depth > MAX_DEPTH {
            return None;
        }
        self.stamp[slot] = self.round;
        self.memo[slot] = None;
        let option = selection[slot];
        let id = match options[slot].get(option)? {
            SlotOption::Truth(value) => self.diamond.dag.bool(*value),
            SlotOption::Alias(to) => self.resolve(options, *to, selection, depth + 1)?,
            SlotOption::Node(head, args) => {
                let mut terms = TermArgs::new();
                for &arg in args {
                    terms.push(self.resolve(options, arg, selection, depth + 1)?);
                }
                self.make(slot, option, *head, terms)
            }
        };
        self.memo[slot] = Some(id);
        Some(id)
    }

    /// Returns the term for an option of a slot (one way to compute the term of an e-class), from the cache if
    /// possible. `head` is the option's operator, and `args` are the terms of its operands.
    fn make(&mut self, slot: usize, option: usize, head: Head, args: TermArgs) -> TermId {
        let last = &mut self.made[slot][option];
        if let Some((before, id)) = last
            && *before == args
        {
            return *id;
        }
        let id = self.diamond.dag.apply(head, &args);
        *last = Some((args, id));
        id
    }
}

//! What a selection costs. Local search asks for thousands of selections that differ from the current one in few slots,
//! so only what those slots reach upwards is made anew.
use super::cost::CostTable;
use super::diamond::Diamond;
use super::term::{Head, TermArgs, TermId};
use smallvec::SmallVec;

/// One way to compute a slot.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// An operation on slots, or an atom.
    Node(Head, SmallVec<[usize; 3]>),
    /// What another slot is.
    Alias(usize),
    /// A truth constant.
    Truth(bool),
}

impl Choice {
    /// The slots it needs.
    pub fn children(&self) -> &[usize] {
        match self {
            Choice::Node(_, args) => args,
            Choice::Alias(to) => std::slice::from_ref(to),
            Choice::Truth(_) => &[],
        }
    }
}

/// The current selection, fully made.
#[derive(Default)]
struct Current {
    selection: Vec<usize>,
    /// The term of each slot in use.
    terms: Vec<Option<TermId>>,
    /// Who uses each slot in use.
    users: Vec<SmallVec<[u32; 4]>>,
}

/// Makes and weighs selections: one option for each slot.
pub(super) struct Evaluator<'d> {
    pub diamond: &'d mut Diamond,
    pub options: Vec<Vec<Choice>>,
    roots: Vec<usize>,
    /// Selections weighed since this was last set to 0.
    pub evaluations: usize,
    table: CostTable,
    current: Current,
    memo: Vec<Option<TermId>>,
    stamp: Vec<u32>,
    /// Differs from the current selection, or uses what does.
    dirty: Vec<u32>,
    round: u32,
    /// The term that an option of a slot was last, with its arguments.
    made: Vec<Vec<Option<(TermArgs, TermId)>>>,
}

impl<'d> Evaluator<'d> {
    pub fn new(diamond: &'d mut Diamond, options: Vec<Vec<Choice>>, roots: Vec<usize>) -> Self {
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

    /// Makes a selection the current one. The roots' terms, or `None` (and no current selection) if it is cyclic or
    /// leaves a slot open.
    pub fn settle(&mut self, selection: &[usize]) -> Option<Vec<TermId>> {
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

    /// The term of a slot that the current selection uses.
    pub fn term(&self, slot: usize) -> Option<TermId> {
        self.current.terms[slot]
    }

    /// Does the current selection use the slot?
    pub fn uses(&self, slot: usize) -> bool {
        self.current.terms[slot].is_some()
    }

    /// The weight of a selection; `None` if it is cyclic or leaves a slot open.
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

    /// Marks the slots that are not what they are in the current selection. A cycle that this selection closes leads
    /// through one of them, so the others can be taken as they are.
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
        options: &[Vec<Choice>],
        slot: usize,
        selection: &[usize],
        depth: usize,
    ) -> Option<TermId> {
        const MAX_DEPTH: usize = 2_000;
        if self.current.terms[slot].is_some() && self.dirty[slot] != self.round {
            return self.current.terms[slot];
        }
        if self.stamp[slot] == self.round {
            // Still open: a cycle.
            return self.memo[slot];
        }
        if depth > MAX_DEPTH {
            return None;
        }
        self.stamp[slot] = self.round;
        self.memo[slot] = None;
        let option = selection[slot];
        let id = match options[slot].get(option)? {
            Choice::Truth(value) => self.diamond.dag.bool(*value),
            Choice::Alias(to) => self.resolve(options, *to, selection, depth + 1)?,
            Choice::Node(head, args) => {
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

    /// An option applied to its arguments.
    fn make(&mut self, slot: usize, option: usize, head: Head, args: TermArgs) -> TermId {
        let last = &mut self.made[slot][option];
        if let Some((before, id)) = last
            && *before == args
        {
            return *id;
        }
        let id = match head {
            Head::Op { op, to, .. } => self.diamond.dag.op(op, to, &args),
            atom => self.diamond.dag.intern(atom, &[]),
        };
        *last = Some((args, id));
        id
    }
}

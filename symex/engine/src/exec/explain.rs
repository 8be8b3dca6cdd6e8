//! Records how array transformations eliminate array reads from the conditions of queries, as an explanation for the
//! user. The user selects the *observed* array reads: those of one source line, or all array reads. A note shows a
//! condition that contains an observed read, before and after one transformation.
use super::Executor;
use crate::state::State;
use crate::value::Val;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::arrays::{Change, TRANSFORMS};
use symtool_expr::{Arena, BinOp, ExprId, Node, UnOp};
use symtool_ir::Loc;

/// The maximum number of notes ([`ReadNote`]) that an exploration records.
const MAX_NOTES: usize = 1000;

/// A note about a condition that contains an observed read, or about an observed read that returned a chain of `ite`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadNote {
    /// The location of the branch or check that issued the query for the condition, as `file:line`.
    pub location: String,
    /// The name of the array transformation that changed the condition. The name is `few cells` if no transformation
    /// was necessary, because the load can access only few elements (cells) and returned a chain of `ite` instead of an
    /// array read. The name is `none` if no transformation eliminated the read.
    pub transform: &'static str,
    /// The condition before the transformation. If the load returned a chain of `ite` instead of an array read, this
    /// field has the object and the index of the load.
    pub before: String,
    /// The condition after the transformation. If the load returned a chain of `ite`, this field has the chain.
    pub after: String,
}

/// The array reads that the user has selected for the explanation (the observed reads), and the notes about them.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// The array-read expressions that loads at the selected source lines have returned.
    reads: FxHashSet<ExprId>,
    /// For each condition and each name of a transformation, the source locations that have a note about this condition
    /// and transformation. The map prevents duplicate notes.
    seen: FxHashMap<(ExprId, &'static str), FxHashSet<String>>,
    pub(super) notes: Vec<ReadNote>,
}

impl Explained {
    fn note(
        &mut self,
        key: ExprId,
        note: impl FnOnce() -> ReadNote,
        location: String,
        how: &'static str,
    ) {
        let seen = self.seen.entry((key, how)).or_default();
        if self.notes.len() < MAX_NOTES && seen.insert(location) {
            self.notes.push(note());
        }
    }
}

impl Executor<'_> {
    /// Records the array reads in `value`, the result of a load from the object `object` at the symbolic offset
    /// `offset`, if the user has selected the reads of the current source line.
    pub(super) fn explain_read(&mut self, state: &State, object: &str, offset: ExprId, value: Val) {
        let (Some(observed), Some(loc)) = (&self.config.memory.explain, self.user_loc(state))
        else {
            return;
        };
        let at = self.program.source.get(loc);
        if !observed.includes(self.program.source.file_name(at.file), at.line) {
            return;
        }
        let Val::Expr(value) = value else {
            return;
        };
        let reads = own_reads(&self.arena, value);
        if reads.is_empty() {
            let location = self.line_of(Some(loc));
            let arena = &self.arena;
            let note = || ReadNote {
                location: location.clone(),
                transform: "few cells",
                before: format!("(read {object} {})", arena.text(offset)),
                after: arena.text(value),
            };
            self.solving
                .explained
                .note(value, note, location.clone(), "few cells");
        }
        self.solving.explained.reads.extend(reads);
    }

    /// Records the array transformations `changes`, which were applied one after another to the condition `cond` of a
    /// query. The first recorded transformation is the first one that is applied to a condition with an observed read
    /// (a read that the user has selected by source line). All later transformations are recorded too, because they may
    /// eliminate reads that an earlier transformation has introduced, such as a read of the array before a store. If
    /// the condition had an observed read, and reads remain after the last transformation, a note with the name `none`
    /// is added.
    pub(super) fn explain_condition(&mut self, state: &State, cond: ExprId, changes: &[Change]) {
        if self.config.memory.explain.is_none() {
            return;
        }
        let loc = self.user_loc(state);
        let location = self.line_of(loc);
        let (mut last, mut is_observed) = (cond, false);
        for change in changes {
            is_observed |= self.has_observed_read(change.before);
            if is_observed {
                let name = TRANSFORMS[change.transform].name;
                self.explain_change(&location, name, change.before, change.after);
            }
            last = change.after;
        }
        if self.arena.has_reads(last) && (is_observed || self.has_observed_read(last)) {
            self.explain_change(&location, "none", last, last);
        }
    }

    fn has_observed_read(&self, cond: ExprId) -> bool {
        let reads = symtool_expr::arrays::reads(&self.arena, cond);
        let observed = &self.solving.explained.reads;
        reads.iter().any(|read| observed.contains(read))
    }

    fn explain_change(&mut self, location: &str, how: &'static str, before: ExprId, after: ExprId) {
        let arena = &self.arena;
        let note = || ReadNote {
            location: location.to_owned(),
            transform: how,
            before: arena.text(before),
            after: arena.text(after),
        };
        self.solving
            .explained
            .note(before, note, location.to_owned(), how);
    }

    fn line_of(&self, loc: Option<Loc>) -> String {
        let source = &self.program.source;
        loc.map_or_else(String::new, |loc| {
            let at = source.get(loc);
            format!("{}:{}", source.file_name(at.file), at.line)
        })
    }
}

/// Returns the array reads in the expression `value`, except those that occur only in the index of another read.
fn own_reads(arena: &Arena, value: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut work = vec![value];
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::Read { .. } => found.push(e),
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => work.extend([lhs, rhs]),
            Node::Un {
                op: UnOp::Zext | UnOp::Sext,
                arg,
                ..
            }
            | Node::Extract { arg, .. } => work.push(arg),
            _ => {}
        }
    }
    found
}

//! Checks the `cleanup` attribute of local variables. The attribute names a function, which is called with the
//! variable's address when control leaves the variable's scope.
//!
//! The calls become statements: at the end of the block, and before each `break`, `continue`, `goto` and `return` that
//! leaves the scope. A returned value is computed before the calls. As in gcc, `exit` and `longjmp` skip the calls.
//!
//! A jump into the scope of a variable with the attribute is an error. So is a jump into the scope of a variable or
//! typedef whose type contains a variable array length (C11 §6.8.6.1), because the length would not be set. The names
//! of both kinds of variables, and of the typedefs, are called *guarded*.
use super::Checker;
use crate::ctypes::QTy;
use crate::program::{Checked, Reported};
use crate::scope::Name;
use crate::typed::{Expr, ExprKind, LabelId, LocalId, Stmt, StmtKind};
use lang_c::span::Span;
use rustc_hash::FxHashMap;

/// The *guarded* names of the current function: those into whose scope no jump may lead. They are variables with a
/// `cleanup` attribute, and variables and typedefs whose type contains a variable array length.
#[derive(Default)]
pub(super) struct Cleanups {
    /// The guarded names in scope, in order of declaration: the location of each declared name, and the call of its
    /// cleanup function if it has a `cleanup` attribute.
    active: Vec<(Span, Option<Expr>)>,
    /// For each label, the guarded names in scope at the label.
    labels: FxHashMap<LabelId, Vec<Guarded>>,
    /// The forward `goto` statements. Each entry consists of the label, the guarded names in scope at the `goto`, and
    /// the location of the `goto`.
    gotos: Vec<(LabelId, Vec<Guarded>, Span)>,
}

/// The location of a guarded name, and whether it has a `cleanup` attribute.
#[derive(Copy, Clone, PartialEq)]
struct Guarded {
    name: Span,
    has_cleanup: bool,
}

impl Cleanups {
    fn names(&self) -> Vec<Guarded> {
        let guarded = |(name, call): &(Span, Option<Expr>)| Guarded {
            name: *name,
            has_cleanup: call.is_some(),
        };
        self.active.iter().map(guarded).collect()
    }
}

impl Checker<'_> {
    /// Records the variable `local` if it is guarded. `name_span` is the location of its name. `attribute` is its
    /// `cleanup` attribute, if it has one: the name of the cleanup function, and the location of the attribute.
    pub(super) fn add_cleanup(
        &mut self,
        local: LocalId,
        name_span: Span,
        attribute: Option<&(String, Span)>,
    ) -> Checked<()> {
        let qty = self.local(local).map(|local| local.qty);
        let Some((name, span)) = attribute else {
            if let Some(qty) = qty {
                self.guard_lengths(qty, name_span);
            }
            return Ok(());
        };
        let span = *span;
        let Some(qty) = qty else {
            return Err(self.internal(span, "a variable without a declaration"));
        };
        let place = Expr::new(ExprKind::Local(local), qty, span);
        let address = self.address_of(place, span, span)?;
        let call = match self.scopes.find(name) {
            Some(&Name::Nested(id)) => self.call_nested(id, vec![address], &[], span)?,
            Some(Name::Symbol(id))
                if self.program.types.is_function(self.program.symbol(*id).ty) =>
            {
                let callee = self.identifier(name, span)?;
                self.call_designator(callee, vec![address], name, span)?
            }
            Some(_) | None => {
                let message = format!("`cleanup` argument `{name}` is not a function");
                return Err(self.error(span, "type", message));
            }
        };
        if let Some(state) = &mut self.function {
            state.cleanups.active.push((name_span, Some(call)));
        }
        Ok(())
    }

    /// Records the variable or typedef at `name` as guarded if its type contains a variable array length.
    pub(super) fn guard_lengths(&mut self, qty: QTy, name: Span) {
        if self.program.types.is_variably_modified(qty.ty)
            && let Some(state) = &mut self.function
        {
            state.cleanups.active.push((name, None));
        }
    }

    /// Returns the number of guarded names in scope.
    pub(super) fn cleanup_depth(&self) -> usize {
        self.function
            .as_ref()
            .map_or(0, |state| state.cleanups.active.len())
    }

    /// Returns the cleanup calls for the variables in scope that have a `cleanup` attribute, in reverse order of
    /// declaration. Variables among the first `depth` guarded names ([`Cleanups`]) are skipped, because control does
    /// not leave their scopes.
    fn cleanup_calls(&self, depth: usize) -> Vec<Stmt> {
        let active = self
            .function
            .iter()
            .flat_map(|state| state.cleanups.active.iter().skip(depth));
        let calls = active.rev().filter_map(|(_, call)| call.as_ref());
        let calls = calls.map(|call| Stmt {
            kind: StmtKind::Expr(call.clone()),
            span: call.span,
        });
        calls.collect()
    }

    /// Ends the scope of the guarded names: appends their cleanup calls to `out`. The first `depth` of these names
    /// belong to outer scopes and are skipped.
    pub(super) fn leave_cleanups(&mut self, depth: usize, out: &mut Vec<Stmt>) {
        out.extend(self.cleanup_calls(depth));
        if let Some(state) = &mut self.function {
            state.cleanups.active.truncate(depth);
        }
    }

    /// Returns a statement that executes cleanup calls and then `jump`. The calls are those for the variables with a
    /// `cleanup` attribute whose scopes `jump` leaves: all variables in scope, except those among the first `depth`
    /// guarded names ([`Cleanups`]).
    pub(super) fn jump_with_cleanups(&self, jump: Stmt, depth: usize) -> Stmt {
        let mut stmts = self.cleanup_calls(depth);
        if stmts.is_empty() {
            return jump;
        }
        let span = jump.span;
        stmts.push(jump);
        Stmt {
            kind: StmtKind::Block(stmts),
            span,
        }
    }

    /// Returns a statement for a `return`: it computes the value, executes the cleanup calls for all variables in
    /// scope, and then returns the value.
    pub(super) fn return_with_cleanups(
        &mut self,
        value: Option<Expr>,
        span: Span,
    ) -> Checked<Stmt> {
        let calls = self.cleanup_calls(0);
        let ret = |value| Stmt {
            kind: StmtKind::Return(value),
            span,
        };
        let mut stmts = Vec::new();
        let value = match value {
            _ if calls.is_empty() => return Ok(ret(value)),
            Some(value) if self.program.types.is_void(value.ty()) => {
                stmts.push(Stmt {
                    kind: StmtKind::Expr(value),
                    span,
                });
                None
            }
            Some(value) => Some(self.bind_value(value, &mut stmts)?),
            None => None,
        };
        stmts.extend(calls);
        stmts.push(ret(value));
        Ok(Stmt {
            kind: StmtKind::Block(stmts),
            span,
        })
    }

    /// Ends the scope of a statement expression: appends to `stmts` the computation of its value `last` and then the
    /// cleanup calls. Returns the computed value; `None` if the expression has no value.
    pub(super) fn value_before_cleanups(
        &mut self,
        last: Option<Expr>,
        depth: usize,
        stmts: &mut Vec<Stmt>,
    ) -> Checked<Option<Expr>> {
        let value = match last {
            _ if self.cleanup_calls(depth).is_empty() => last,
            Some(value) if self.program.types.is_void(value.ty()) => {
                let span = value.span;
                stmts.push(Stmt {
                    kind: StmtKind::Expr(value),
                    span,
                });
                None
            }
            Some(value) => {
                let value = self.as_value(value);
                Some(self.bind_value(value, stmts)?)
            }
            None => None,
        };
        self.leave_cleanups(depth, stmts);
        Ok(value)
    }

    // ---- Labels.

    /// Records the guarded names that are in scope at the definition of a label.
    pub(super) fn label_in_cleanups(&mut self, label: LabelId) {
        if let Some(state) = &mut self.function {
            let names = state.cleanups.names();
            state.cleanups.labels.insert(label, names);
        }
    }

    /// Returns a statement that executes cleanup calls and then a `goto`. The calls are those for the variables with
    /// a `cleanup` attribute that are in scope at the `goto` but not at the label. A `goto` to a label that is not
    /// defined yet is checked at the end of the function.
    pub(super) fn goto_with_cleanups(&mut self, label: LabelId, span: Span) -> Checked<Stmt> {
        let jump = Stmt {
            kind: StmtKind::Goto(label),
            span,
        };
        let Some(state) = &mut self.function else {
            return Ok(jump);
        };
        let here = state.cleanups.names();
        match state.cleanups.labels.get(&label) {
            None => {
                state.cleanups.gotos.push((label, here, span));
                Ok(jump)
            }
            Some(there) if here.starts_with(there) => {
                let depth = there.len();
                Ok(self.jump_with_cleanups(jump, depth))
            }
            Some(there) => {
                let entered = there[common(&here, there)];
                Err(self.refuse_jump_into(entered, span))
            }
        }
    }

    /// Reports a jump into the scope of a guarded name.
    fn refuse_jump_into(&mut self, entered: Guarded, span: Span) -> Reported {
        if entered.has_cleanup {
            return self.unsupported(span, JUMP_INTO);
        }
        let message = format!(
            "jump into the scope of `{}`, whose type depends on an array length",
            self.source_text(entered.name)
        );
        let help = "declare it before the jump, or in an inner block that the label is not in";
        self.error_with_help(span, "jump", message, help)
    }

    /// Reports an error for a computed `goto` in the scope of a variable with a `cleanup` attribute.
    pub(super) fn refuse_computed_goto_in_cleanups(&mut self, span: Span) -> Checked<()> {
        match self.cleanup_calls(0).is_empty() {
            true => Ok(()),
            false => Err(self.unsupported(span, COMPUTED)),
        }
    }

    /// Reports an error for a `case` or `default` label in the scope of a guarded name. There is no error if the
    /// `switch` is inside of this scope, too.
    pub(super) fn refuse_case_in_cleanups(&mut self, span: Span) -> Checked<()> {
        let entered = self.function.as_ref().and_then(|state| {
            let outer = state.switches.last()?.cleanups;
            state.cleanups.names().get(outer).copied()
        });
        match entered {
            Some(entered) => Err(self.refuse_jump_into(entered, span)),
            None => Ok(()),
        }
    }

    /// Reports an error for each forward `goto` that enters the scope of a guarded name, or leaves the scope of a
    /// variable with a `cleanup` attribute. Leaving by a forward `goto` is not supported, because the cleanup calls
    /// would have to be inserted before the `goto`. There, the checker does not know yet in which scope the label is.
    pub(super) fn check_cleanup_gotos(&mut self) {
        let Some(state) = &mut self.function else {
            return;
        };
        let gotos = std::mem::take(&mut state.cleanups.gotos);
        let labels = std::mem::take(&mut state.cleanups.labels);
        for (label, here, span) in gotos {
            let there = labels.get(&label).unwrap_or(&here);
            let common = common(&here, there);
            if here[common..].iter().any(|name| name.has_cleanup) {
                self.unsupported(span, JUMP_OUT);
            } else if let Some(&entered) = there.get(common) {
                self.refuse_jump_into(entered, span);
            }
        }
    }
}

/// Returns the length of the longest common prefix of the two lists.
fn common(here: &[Guarded], there: &[Guarded]) -> usize {
    let pairs = here.iter().zip(there);
    pairs.take_while(|(a, b)| a == b).count()
}

const JUMP_INTO: &str = "a jump into the scope of a variable with a `cleanup` attribute is";
const JUMP_OUT: &str =
    "a forward `goto` out of the scope of a variable with a `cleanup` attribute is";
const COMPUTED: &str = "a computed `goto` in the scope of a variable with a `cleanup` attribute is";

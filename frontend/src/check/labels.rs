//! Semantic analysis of labels, addresses of labels (`&&label`), and computed `goto`.
use super::builtin::Args;
use super::{Checker, FunctionState};
use crate::normalise::LOCAL_LABELS;
use crate::program::Checked;
use crate::typed::{Expr, ExprKind, LabelId, Stmt, StmtKind};
use lang_c::ast::{self, Expression};
use lang_c::span::{Node, Span};
use rustc_hash::FxHashMap;

/// The name of the call that replaces `goto *p;`. Normalization, which rewrites the program text before parsing,
/// inserts this call, because the parser does not know the statement.
const COMPUTED_GOTO: &str = "__symtool_goto";

impl Checker<'_> {
    /// Returns the label `name` of the current function. `is_definition` is set if the label marks a statement
    /// (`name:`), and unset if the label is used, for example by a `goto`.
    pub(super) fn label(
        &mut self,
        name: &str,
        span: Span,
        is_definition: bool,
    ) -> Checked<LabelId> {
        let state = self.function_state(span, "a label")?;
        let known = state.labels.iter().rev().find_map(|block| block.get(name));
        let id = match known {
            Some(&id) => id,
            None => {
                let id = new_label(state, name);
                if let Some(function) = state.labels.first_mut() {
                    function.insert(name.to_owned(), id);
                }
                id
            }
        };
        let (first_use, defined) = &mut state.label_uses[id.0 as usize];
        if !is_definition {
            first_use.get_or_insert(span);
        } else if std::mem::replace(defined, true) {
            let message = format!("duplicate label `{name}`");
            return Err(self.error(span, "label", message));
        }
        Ok(id)
    }

    pub(super) fn open_labels(&mut self) {
        if let Some(state) = &mut self.function {
            state.labels.push(FxHashMap::default());
        }
    }

    pub(super) fn close_labels(&mut self) {
        if let Some(state) = &mut self.function {
            state.labels.pop();
        }
    }

    /// Declares the local labels `__label__ a, b;`. In the current block, they hide labels of the same names in
    /// enclosing blocks and labels of the function.
    pub(super) fn local_labels(&mut self, node: &ast::Declaration) {
        for declarator in &node.declarators {
            let declarator = &declarator.node.declarator;
            let Some(name) = super::decl::declared_name(&declarator.node) else {
                continue;
            };
            let Some(state) = &mut self.function else {
                return;
            };
            let id = new_label(state, name);
            let block = state.labels.last_mut();
            if block.is_some_and(|block| block.insert(name.to_owned(), id).is_some()) {
                let message = format!("duplicate label declaration `{name}`");
                self.error(declarator.span, "redefinition", message);
            }
        }
    }

    pub(super) fn fresh_label(&mut self, name: &str, span: Span) -> Checked<LabelId> {
        let state = self.function_state(span, "a label")?;
        let id = new_label(state, name);
        state.label_uses[id.0 as usize].1 = true;
        Ok(id)
    }

    /// Reports labels that are used but not defined.
    pub(super) fn check_labels(&mut self) {
        let Some(state) = &self.function else { return };
        let missing: Vec<(Span, String)> = state
            .label_uses
            .iter()
            .zip(&state.label_names)
            .filter_map(|((first_use, defined), name)| match (first_use, defined) {
                (Some(span), false) => Some((*span, name.clone())),
                _ => None,
            })
            .collect();
        for (span, name) in missing {
            if self.is_enclosing_label(&name) {
                self.unsupported(
                    span,
                    "a use of a label of the enclosing function in a nested function is",
                );
                continue;
            }
            self.error_with_help(
                span,
                "label",
                format!("label `{name}` used but not defined"),
                format!("write `{name}:` before the statement to which the jump leads"),
            );
        }
    }

    /// Checks `&&label`. The value of this expression is a number, which only a computed `goto` of the same function
    /// can use.
    pub(super) fn label_address(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let Expression::Identifier(id) = &first.node else {
            return Err(self.error(span, "syntax", "expected a label name after `&&`"));
        };
        let label = self.label(&id.node.name, first.span, false)?;
        let state = self.function_state(span, "the address of a label")?;
        if !state.taken_labels.contains(&label) {
            state.taken_labels.push(label);
        }
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        let number = u128::from(label.0) + 1;
        Ok(Expr::new(ExprKind::Int(number), ty, span))
    }

    /// Checks `goto *p;`, which normalization has rewritten to `__symtool_goto(p);`. Returns `None` for other
    /// expressions.
    pub(super) fn computed_goto(&mut self, node: &Node<Expression>) -> Option<Checked<Stmt>> {
        let Expression::Call(call) = &node.node else {
            return None;
        };
        match (&call.node.callee.node, call.node.arguments.as_slice()) {
            (Expression::Identifier(id), [target]) if id.node.name == COMPUTED_GOTO => {
                if let Err(reported) = self.refuse_computed_goto_in_cleanups(node.span) {
                    return Some(Err(reported));
                }
                let target = self.scalar(target);
                Some(target.map(|target| Stmt {
                    kind: StmtKind::ComputedGoto(target),
                    span: node.span,
                }))
            }
            _ => None,
        }
    }
}

/// Returns whether the declaration is a rewritten `__label__ a, b;`. Normalization turns this line into
/// `extern struct __symtool_labels a, b;`.
pub(super) fn declares_labels(node: &ast::Declaration) -> bool {
    node.specifiers.iter().any(|specifier| {
        let ast::DeclarationSpecifier::TypeSpecifier(ty) = &specifier.node else {
            return false;
        };
        let ast::TypeSpecifier::Struct(record) = &ty.node else {
            return false;
        };
        let tag = record.node.identifier.as_ref();
        tag.is_some_and(|tag| tag.node.name == LOCAL_LABELS)
    })
}

fn new_label(state: &mut FunctionState, name: &str) -> LabelId {
    state.label_names.push(name.to_owned());
    state.label_uses.push((None, false));
    LabelId(state.label_names.len() as u32 - 1)
}

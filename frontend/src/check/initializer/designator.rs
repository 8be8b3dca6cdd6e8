//! Checks designators: `.name`, `[index]` and GNU C's `[from ... to]`. A designator moves the cursor, which denotes
//! the subobject that the next initializer initializes.
use super::cursor::{Level, LevelKind};
use super::list::Output;
use crate::check::Checker;
use crate::lint::has_side_effects;
use crate::program::{Checked, Reported};
use crate::typed::{Expr, ExprKind, InitItem};
use lang_c::ast::{self, Designator, Expression};
use lang_c::span::{Node, Span};

/// The maximum number of initializer items to which nested ranges (`[0 ... 9][0 ... 9] = 1`) may expand.
const MAX_ITEMS: usize = 1 << 22;

impl Checker<'_> {
    pub(super) fn designated_item(
        &mut self,
        levels: &mut Vec<Level>,
        designators: &[Node<Designator>],
        item: &Node<ast::InitializerListItem>,
        out: &mut Output,
    ) -> Checked<()> {
        levels.truncate(1);
        self.apply_designators(levels, designators, true, item, out)
    }

    fn apply_designators(
        &mut self,
        levels: &mut Vec<Level>,
        designators: &[Node<Designator>],
        first: bool,
        item: &Node<ast::InitializerListItem>,
        out: &mut Output,
    ) -> Checked<()> {
        let Some((designator, rest)) = designators.split_first() else {
            return self.apply_item(levels, &item.node.initializer, item.span, out, true);
        };
        if !first {
            let Some(part) = levels.last().and_then(|l| self.part(l)) else {
                return Err(self.error(
                    designator.span,
                    "initialiser",
                    "designator refers to a nonexistent element",
                ));
            };
            let level = self.level(part, designator.span)?;
            levels.push(level);
        }
        match &designator.node {
            Designator::Member(name) => {
                self.go_to_member(levels, &name.node.name, name.span)?;
                self.apply_designators(levels, rest, false, item, out)
            }
            Designator::Index(index) => {
                let index = self.element(levels, index)?;
                self.go_to_element(levels, index);
                self.apply_designators(levels, rest, false, item, out)
            }
            Designator::Range(range) => {
                let low = self.element(levels, &range.node.from)?;
                let high = self.element(levels, &range.node.to)?;
                if high < low {
                    let message = "empty index range in initializer";
                    return Err(self.error(designator.span, "initialiser", message));
                }
                if high - low >= MAX_ITEMS as u64 {
                    return Err(self.too_many_items(designator.span));
                }
                let depth = levels.len();
                let mut stored = Vec::new();
                for index in low..=high {
                    levels.truncate(depth);
                    self.go_to_element(levels, index);
                    out.marks.push(out.items.len());
                    self.apply_designators(levels, rest, false, item, out)?;
                    let first = out.marks.pop().unwrap_or_default();
                    let items = &mut out.items[first..];
                    if index > low {
                        reuse_values(items, &stored);
                    } else if high > low {
                        stored = self.store_values(items)?;
                    }
                    if out.items.len() > MAX_ITEMS {
                        return Err(self.too_many_items(designator.span));
                    }
                }
                Ok(())
            }
        }
    }

    /// Prepares the items of the first element of a range such as `[0 ... 9] = f()` for use in the later elements. The
    /// initializer is evaluated once, so each value with side effects is stored in a hidden local variable (one that
    /// symtool adds to the function). Returns, for each item, the expression for the later elements: a load of this
    /// variable, or the value itself if it has no side effects.
    fn store_values(&mut self, items: &mut [InitItem]) -> Checked<Vec<Expr>> {
        let mut stored = Vec::with_capacity(items.len());
        for item in items {
            let (ty, span) = (item.value.ty(), item.value.span);
            if !has_side_effects(&item.value) {
                stored.push(item.value.clone());
                continue;
            }
            if self.aggregate_record(ty).is_some() {
                let what = "a record with side effects as the initializer of a range is";
                return Err(self.unsupported(span, what));
            }
            let local = self.new_local(span, "value", ty.into())?;
            let load = self.as_value(Expr::new(ExprKind::Local(local), ty, span));
            let value = std::mem::replace(&mut item.value, load.clone());
            let kind = ExprKind::Let(local, Box::new(value), Box::new(load.clone()));
            item.value = Expr::new(kind, ty, span);
            stored.push(load);
        }
        Ok(stored)
    }

    fn too_many_items(&mut self, span: Span) -> Reported {
        let message =
            format!("initializer ranges of more than {MAX_ITEMS} elements are not supported");
        self.error(span, "unsupported", message)
    }

    fn go_to_element(&self, levels: &mut [Level], index: u64) {
        if let Some(level) = levels.last_mut() {
            level.index = index;
        }
    }

    /// Returns the index that an array designator denotes; reports an error if the index is outside the current array.
    fn element(&mut self, levels: &[Level], node: &Node<Expression>) -> Checked<u64> {
        let index = self.constant_expression(node)?;
        let Some(LevelKind::Array(_, size, count)) = levels.last().map(|l| l.kind) else {
            return Err(self.error(
                node.span,
                "initialiser",
                "array index in non-array initializer",
            ));
        };
        match u64::try_from(index) {
            Ok(index)
                if count.is_none_or(|n| index < n)
                    && index.saturating_mul(size.max(1)) < 1 << 40 =>
            {
                Ok(index)
            }
            _ => Err(self.error(
                node.span,
                "initialiser",
                "array index in initializer exceeds array bounds",
            )),
        }
    }

    /// Moves the cursor to the member `name`, which may be inside anonymous records of the current record.
    fn go_to_member(&mut self, levels: &mut Vec<Level>, name: &str, span: Span) -> Checked<()> {
        loop {
            let Some(level) = levels.last_mut() else {
                return Err(self.internal(span, "a designator without a current object"));
            };
            let LevelKind::Record(id, _) = level.kind else {
                return Err(self.error(
                    span,
                    "initialiser",
                    "member name not in structure or union initializer",
                ));
            };
            let types = &self.program.types;
            let fields = types.record(id).fields.as_deref().unwrap_or_default();
            let direct = fields.iter().position(|f| f.name.as_deref() == Some(name));
            if let Some(index) = direct {
                level.index = index as u64;
                return Ok(());
            }
            let inside = fields.iter().position(|f| {
                f.name.is_none()
                    && types
                        .as_record(f.qty.ty)
                        .is_some_and(|inner| types.member(inner, name).is_some())
            });
            let Some(index) = inside else {
                let shown = self.type_name(level.of.qty);
                let message = format!("`{shown}` has no member `{name}`");
                return Err(self.error(span, "member", message));
            };
            level.index = index as u64;
            let part = self.part(&levels[levels.len() - 1].clone());
            let Some(part) = part else {
                return Err(self.internal(span, "a member without a subobject"));
            };
            let level = self.level(part, span)?;
            levels.push(level);
        }
    }
}

/// Replaces the values of `items`, which initialize a later element of a range such as `[0 ... 9]`. The new values
/// are the expressions `first`, which [`Checker::store_values`] has returned for the first element of the range.
fn reuse_values(items: &mut [InitItem], first: &[Expr]) {
    for (item, value) in items.iter_mut().zip(first) {
        item.value = value.clone();
    }
}

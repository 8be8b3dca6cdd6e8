//! Checks brace-enclosed initializer lists. The cursor is the current position in the initialized object. An
//! initializer without designators initializes the subobject at the cursor; designators such as `.name` move the
//! cursor first.
use super::cursor::{Level, LevelKind};
use super::{Items, Target};
use crate::check::Checker;
use crate::ctypes::{Len, RecordId};
use crate::program::Checked;
use crate::typed::{ExprKind, InitItem};
use lang_c::ast::{Expression, Initializer};
use lang_c::span::{Node, Span};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The result of checking an initializer list.
#[derive(Default)]
pub(super) struct Output {
    pub items: Vec<InitItem>,
    /// For each range (such as `[0 ... 9] = 1`) that is being checked, outermost first: the number of items before the
    /// current element of the range. The items from this index on belong to the current element.
    pub marks: Vec<usize>,
    /// For each union with an initialized member, the index of this member. The key consists of the byte offset of
    /// the union in the initialized object, and the type of the union.
    chosen: FxHashMap<(u64, RecordId), u64>,
    /// The length that the initializer gives to an array of unknown length: one more than the highest initialized
    /// index.
    pub len: u64,
    /// The byte offset of the end of the last initialized byte, from the start of the initialized object.
    pub end: u64,
}

impl Output {
    /// Removes the items that begin in a range of bytes, because a later initializer overrides them.
    fn remove(&mut self, bytes: Range<u64>) {
        let is_removed = |item: &InitItem| bytes.contains(&item.offset);
        for mark in &mut self.marks {
            *mark -= self.items[..*mark]
                .iter()
                .filter(|item| is_removed(item))
                .count();
        }
        self.items.retain(|item| !is_removed(item));
    }
}

impl Checker<'_> {
    pub(super) fn braced(
        &mut self,
        target: Target,
        items: Items<'_>,
        span: Span,
        out: &mut Output,
        outermost: bool,
    ) -> Checked<()> {
        if let Some(item) = self.braced_string(target, items)? {
            if outermost && let Some(n) = self.fixed_len(item.value.qty) {
                out.len = out.len.max(n);
            }
            self.put(item, out);
            return Ok(());
        }
        let mut levels = vec![self.level(target, span)?];
        for item in items {
            let designators = &item.node.designation;
            if designators.is_empty() {
                self.apply_item(&mut levels, &item.node.initializer, item.span, out, false)?;
            } else {
                self.designated_item(&mut levels, designators, item, out)?;
            }
            if outermost && let LevelKind::Array(..) = levels[0].kind {
                let inside = u64::from(levels.len() > 1);
                out.len = out.len.max(levels[0].index + inside);
            }
        }
        Ok(())
    }

    /// Checks the initializer `{"text"}` of a character array. Returns `None` if `items` is not a single string literal
    /// for such an array.
    fn braced_string(&mut self, target: Target, items: Items<'_>) -> Checked<Option<InitItem>> {
        let [item] = items else { return Ok(None) };
        let Initializer::Expression(expr) = &item.node.initializer.node else {
            return Ok(None);
        };
        let Some((elem, len)) = self.program.types.as_array(target.qty.ty) else {
            return Ok(None);
        };
        if !item.node.designation.is_empty() || !is_string(expr) {
            return Ok(None);
        }
        let value = self.operand(expr)?;
        if !self.string_fits(elem.ty, value.ty()) {
            return Ok(None);
        }
        let ty = match len {
            Len::Fixed(_) => target.qty.ty,
            _ => {
                let n = self.fixed_len(value.qty).unwrap_or(1);
                self.program.types.array_of(elem, Len::Fixed(n))
            }
        };
        Ok(Some(self.string_item(value, ty, target.offset)))
    }

    fn put(&mut self, item: InitItem, out: &mut Output) {
        let end = match item.bits {
            Some(place) => {
                let bits = place.range.start + u64::from(place.range.width);
                place.holder_offset + bits.div_ceil(8)
            }
            None => item.offset + self.program.types.size(item.value.ty()).unwrap_or(0),
        };
        out.end = out.end.max(end);
        out.items.push(item);
    }

    /// Records, for each union that contains the cursor, that its member at the cursor is initialized. A union keeps
    /// the initializer of only one member, so the items of the previously initialized member are removed, as in gcc.
    fn choose_members(&self, levels: &[Level], out: &mut Output) {
        for level in levels {
            let LevelKind::Record(id, true) = level.kind else {
                continue;
            };
            let place = (level.of.offset, id);
            if out
                .chosen
                .get(&place)
                .is_some_and(|&old| old != level.index)
            {
                let size = self.program.types.size(level.of.qty.ty).unwrap_or(0);
                out.remove(level.of.offset..level.of.offset + size);
            }
            out.chosen.insert(place, level.index);
        }
    }

    /// Initializes the subobject at the cursor by the initializer `node`, and advances the cursor. If `replaces` is
    /// set, an initializer in braces removes the earlier items of this subobject.
    pub(super) fn apply_item(
        &mut self,
        levels: &mut Vec<Level>,
        node: &Node<Initializer>,
        span: Span,
        out: &mut Output,
        replaces: bool,
    ) -> Checked<()> {
        let lone = matches!(node.node, Initializer::Expression(_));
        let target = loop {
            let Some(level) = levels.last_mut() else {
                return Err(self.internal(span, "an initializer without a current object"));
            };
            // No expression can initialize an element of size zero. Therefore the cursor skips an array of such
            // elements.
            let skips = match level.kind {
                LevelKind::Array(_, 0, count) if lone => {
                    level.index = count.unwrap_or(0);
                    true
                }
                _ => false,
            };
            let level = levels[levels.len() - 1].clone();
            match self.part(&level) {
                Some(target) if !skips => break target,
                _ if levels.len() > 1 => {
                    levels.pop();
                    if let Some(level) = levels.last_mut() {
                        self.advance(level);
                    }
                }
                _ => {
                    self.warn_excess_element(levels, span);
                    return Ok(());
                }
            }
        };
        self.choose_members(levels, out);
        match &node.node {
            Initializer::List(items) => {
                if replaces {
                    self.drop_items(target, out);
                }
                self.braced(target, items, span, out, false)?;
                self.advance_last(levels);
                Ok(())
            }
            Initializer::Expression(expr) => self.apply_expression(levels, target, expr, out),
        }
    }

    fn warn_excess_element(&mut self, levels: &[Level], span: Span) {
        let of_broken = |level: &Level| match level.kind {
            LevelKind::Record(id, _) => self.program.broken_records.contains_key(&id),
            _ => false,
        };
        if !levels.iter().any(of_broken) {
            self.warn(span, "initialiser", "excess elements in initializer");
        }
    }

    /// Removes from `out` the items that initialize `target` or parts of it, because a later initializer of the
    /// whole of `target` overrides them.
    fn drop_items(&self, target: Target, out: &mut Output) {
        if target.bits.is_none()
            && let Some(size) = self.program.types.size(target.qty.ty)
        {
            out.remove(target.offset..target.offset + size);
        }
    }

    fn apply_expression(
        &mut self,
        levels: &mut Vec<Level>,
        mut target: Target,
        node: &Node<Expression>,
        out: &mut Output,
    ) -> Checked<()> {
        let operand = self.operand(node)?;
        // Braces may be omitted, so the loop descends to the first subobject that the expression can initialize.
        loop {
            let types = &self.program.types;
            if let Some((elem, len)) = types.as_array(target.qty.ty) {
                if matches!(operand.kind, ExprKind::String(_))
                    && self.string_fits(elem.ty, operand.ty())
                {
                    let ty = match len {
                        Len::Fixed(_) => target.qty.ty,
                        Len::Unknown | Len::Vla(_) | Len::Star => operand.ty(),
                    };
                    self.choose_members(levels, out);
                    let item = self.string_item(operand, ty, target.offset);
                    self.put(item, out);
                    self.advance_last(levels);
                    return Ok(());
                }
            } else if self.aggregate_record(target.qty.ty).is_some() {
                if types.compatible(target.qty.ty, operand.ty()) {
                    break;
                }
            } else {
                break;
            }
            let level = self.level(target, node.span)?;
            let Some(part) = self.part(&level) else {
                return self.skip_empty_aggregate(levels, node, out);
            };
            levels.push(level);
            target = part;
        }
        self.choose_members(levels, out);
        let value = self.as_value(operand);
        let value = self.assign_to(value, target.qty, node.span, "initialization")?;
        let item = InitItem {
            offset: target.offset,
            bits: target.bits,
            value,
        };
        self.put(item, out);
        self.advance_last(levels);
        Ok(())
    }

    /// Advances the cursor past an empty aggregate, which no expression can initialize, or past a whole array of
    /// empty aggregates. As a result, the expression `node` initializes the next subobject.
    fn skip_empty_aggregate(
        &mut self,
        levels: &mut Vec<Level>,
        node: &Node<Expression>,
        out: &mut Output,
    ) -> Checked<()> {
        match levels.last_mut().map(|level| (level.kind, level)) {
            Some((LevelKind::Array(_, _, Some(count)), level)) => level.index = count,
            Some((LevelKind::Record(..), level)) => {
                let mut next = level.clone();
                self.advance(&mut next);
                level.index = next.index;
            }
            _ => {
                self.warn_excess_element(levels, node.span);
                return Ok(());
            }
        }
        let again = Node::new(Initializer::Expression(Box::new(node.clone())), node.span);
        self.apply_item(levels, &again, node.span, out, false)
    }
}

fn is_string(node: &Node<Expression>) -> bool {
    matches!(node.node, Expression::StringLiteral(_))
}

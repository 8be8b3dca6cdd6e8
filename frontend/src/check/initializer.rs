//! Initialisers (C11 6.7.9): which expression goes to which place of the object.
//!
//! A [`Cursor`] stands on the sub-object that the next expression without a designator initialises. It is a
//! path of levels from the braced object inwards; levels above the first come from left-out braces or from
//! designators.
use super::Checker;
use crate::ctypes::{Len, QTy, RecordId, Ty};
use crate::program::{Checked, Reported};
use crate::typed::{BitPlace, Expr, ExprKind, Init, InitItem};
use lang_c::ast::{self, Designator, Expression, Initializer};
use lang_c::span::{Node, Span};

type Items<'a> = &'a [Node<ast::InitializerListItem>];

/// A place that can be initialised.
#[derive(Copy, Clone, Debug)]
struct Target {
    qty: QTy,
    offset: u64,
    bits: Option<BitPlace>,
}

/// One level of the cursor: an aggregate and the index of one of its parts.
#[derive(Clone, Debug)]
struct Level {
    of: Target,
    shape: Shape,
    index: u64,
}

#[derive(Copy, Clone, Debug)]
enum Shape {
    /// Element type, its size, and how many there are (none: open).
    Array(QTy, u64, Option<u64>),
    Record(RecordId, bool),
    /// Braces around a scalar.
    Scalar,
}

/// What is collected.
struct Output {
    items: Vec<InitItem>,
    /// For an array of unknown length: one more than the highest index seen.
    len: u64,
    /// End of the last byte initialised.
    end: u64,
}

impl Checker<'_> {
    /// Checks an initialiser for an object of type `qty`; an array of unknown length gets its length.
    pub(super) fn initializer(
        &mut self,
        qty: &mut QTy,
        node: &Node<Initializer>,
        span: Span,
    ) -> Checked<Init> {
        match &node.node {
            Initializer::List(items) => self.init_list(qty, items, span),
            Initializer::Expression(expr) => self.init_expression(qty, expr, span),
        }
    }

    fn init_expression(
        &mut self,
        qty: &mut QTy,
        node: &Node<Expression>,
        span: Span,
    ) -> Checked<Init> {
        let Some((elem, len)) = self.program.types.as_array(qty.ty) else {
            let value = self.value(node)?;
            let value = self.assign_to(value, *qty, node.span, "this initialisation")?;
            let size = self.complete_size(qty.ty, span)?;
            return Ok(Init {
                items: vec![InitItem {
                    offset: 0,
                    bits: None,
                    value,
                }],
                size,
                whole: true,
            });
        };
        let value = self.operand(node)?;
        if matches!(value.kind, ExprKind::String(_)) && self.string_fits(elem.ty, value.ty()) {
            if len == Len::Unknown {
                let count = self.fixed_len(value.qty).unwrap_or(1);
                *qty = self.array_like(*qty, elem, count);
            }
            let size = self.complete_size(qty.ty, span)?;
            let item = self.string_item(value, qty.ty, 0);
            return Ok(Init {
                items: vec![item],
                size,
                whole: false,
            });
        }
        // GNU C: an array from a compound literal of its type.
        let init = match value.kind {
            ExprKind::Compound(_, init) => Some(*init),
            ExprKind::Symbol(id) => match &self.program.symbol(id).definition {
                crate::program::Definition::Object(init, _)
                    if self.program.symbol(id).name == ".literal" =>
                {
                    Some((**init).clone())
                }
                _ => None,
            },
            _ => None,
        };
        match init {
            Some(init) if self.program.types.compatible(qty.ty, value.qty.ty) => {
                if len == Len::Unknown {
                    let count = self.fixed_len(value.qty).unwrap_or(1);
                    *qty = self.array_like(*qty, elem, count);
                }
                Ok(init)
            }
            _ => {
                let name = self.type_name(*qty);
                let message = format!("an array (`{name}`) needs an initialiser in braces");
                Err(self.error(node.span, "type", message))
            }
        }
    }

    fn array_like(&mut self, qty: QTy, elem: QTy, count: u64) -> QTy {
        QTy {
            ty: self.program.types.array_of(elem, Len::Fixed(count)),
            quals: qty.quals,
        }
    }

    fn complete_size(&mut self, ty: Ty, span: Span) -> Checked<u64> {
        match self.program.types.size(ty) {
            Some(size) => Ok(size),
            None => {
                let name = self.type_name(ty);
                let message = format!("an object of type `{name}` cannot be initialised");
                Err(self.error(span, "type", message))
            }
        }
    }

    /// May a string literal of this type initialise an array of these elements?
    fn string_fits(&self, elem: Ty, literal: Ty) -> bool {
        let types = &self.program.types;
        let unit = types.as_array(literal).and_then(|(e, _)| types.size(e.ty));
        types.is_integer(elem) && !types.is_bool(elem) && types.size(elem) == unit
    }

    /// A string for an array: its type says how many bytes are set.
    fn string_item(&mut self, mut value: Expr, ty: Ty, offset: u64) -> InitItem {
        value.qty = ty.into();
        InitItem {
            offset,
            bits: None,
            value,
        }
    }

    /// Checks a list in braces.
    pub(super) fn init_list(
        &mut self,
        qty: &mut QTy,
        items: Items<'_>,
        span: Span,
    ) -> Checked<Init> {
        let mut out = Output {
            items: Vec::new(),
            len: 0,
            end: 0,
        };
        let target = Target {
            qty: *qty,
            offset: 0,
            bits: None,
        };
        self.braced(target, items, span, &mut out, true)?;
        if let Some((elem, Len::Unknown)) = self.program.types.as_array(qty.ty) {
            *qty = self.array_like(*qty, elem, out.len);
        }
        let size = self.complete_size(qty.ty, span)?;
        Ok(Init {
            size: size.max(out.end),
            items: out.items,
            whole: false,
        })
    }

    fn level(&mut self, of: Target, span: Span) -> Checked<Level> {
        let types = &self.program.types;
        let shape = if let Some((elem, len)) = types.as_array(of.qty.ty) {
            let size = self.complete_size(elem.ty, span)?;
            let count = match len {
                Len::Fixed(n) => Some(n),
                Len::Unknown => None,
                _ => {
                    let message = "an array of variable length cannot have an initialiser";
                    return Err(self.error(span, "type", message));
                }
            };
            Shape::Array(elem, size, count)
        } else if let Some(id) = self.aggregate_record(of.qty.ty) {
            let record = types.record(id);
            if record.fields.is_none() {
                let name = self.type_name(of.qty);
                return Err(self.error(span, "type", format!("the type `{name}` is incomplete")));
            }
            Shape::Record(id, record.is_union)
        } else {
            Shape::Scalar
        };
        let mut level = Level {
            of,
            shape,
            index: 0,
        };
        self.skip_unnamed(&mut level);
        Ok(level)
    }

    /// The record behind a type whose members are initialised one by one; a complex number is one value.
    fn aggregate_record(&self, ty: Ty) -> Option<RecordId> {
        let types = &self.program.types;
        types
            .as_record(ty)
            .filter(|_| types.complex_part(ty).is_none())
    }

    /// Moves over unnamed bit-fields, which are never initialised.
    fn skip_unnamed(&self, level: &mut Level) {
        if let Shape::Record(id, _) = level.shape {
            let fields = self.program.types.record(id).fields.as_deref();
            while let Some(field) = fields.and_then(|f| f.get(level.index as usize)) {
                if field.name.is_some() || field.bits.is_none() {
                    break;
                }
                level.index += 1;
            }
        }
    }

    /// The part a level stands on; none at its end.
    fn part(&self, level: &Level) -> Option<Target> {
        match level.shape {
            Shape::Array(elem, size, count) => {
                (count.is_none_or(|n| level.index < n)).then(|| Target {
                    qty: elem,
                    offset: level.of.offset + level.index * size,
                    bits: None,
                })
            }
            Shape::Record(id, _) => {
                let record = self.program.types.record(id);
                let field = record.fields.as_deref()?.get(level.index as usize)?;
                Some(Target {
                    qty: field.qty,
                    offset: level.of.offset + field.offset,
                    bits: field.bits.map(|range| BitPlace {
                        range,
                        holder_offset: level.of.offset,
                        holder_size: record.size,
                    }),
                })
            }
            Shape::Scalar => (level.index == 0).then_some(level.of),
        }
    }

    fn advance(&self, level: &mut Level) {
        level.index = match level.shape {
            Shape::Record(id, true) => self
                .program
                .types
                .record(id)
                .fields
                .as_ref()
                .map_or(1, |f| f.len() as u64),
            _ => level.index + 1,
        };
        self.skip_unnamed(level);
    }

    fn braced(
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
                self.place_item(&mut levels, &item.node.initializer, item.span, out, false)?;
            } else {
                self.designated(&mut levels, designators, item, out)?;
            }
            if outermost && let Shape::Array(..) = levels[0].shape {
                let inside = u64::from(levels.len() > 1);
                out.len = out.len.max(levels[0].index + inside);
            }
        }
        Ok(())
    }

    /// `{"text"}` for a character array.
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

    /// Puts one initialiser where the cursor stands, and moves on.
    fn place_item(
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
                return Err(Reported);
            };
            // Elements without size take no expression, however many there are.
            let skips = match level.shape {
                Shape::Array(_, 0, count) if lone => {
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
                    self.warn(span, "initialiser", "this initialiser is one too many");
                    return Ok(());
                }
            }
        };
        match &node.node {
            Initializer::List(items) => {
                if replaces {
                    self.forget(target, out);
                }
                self.braced(target, items, span, out, false)?;
                self.advance_last(levels);
                Ok(())
            }
            Initializer::Expression(expr) => self.place_expression(levels, target, expr, out),
        }
    }

    fn advance_last(&self, levels: &mut [Level]) {
        if let Some(level) = levels.last_mut() {
            self.advance(level);
        }
    }

    /// A later initialiser of a whole sub-object replaces what earlier ones said about its parts.
    fn forget(&self, target: Target, out: &mut Output) {
        if target.bits.is_none()
            && let Some(size) = self.program.types.size(target.qty.ty)
        {
            let end = target.offset + size;
            out.items
                .retain(|item| item.offset < target.offset || item.offset >= end);
        }
    }

    fn place_expression(
        &mut self,
        levels: &mut Vec<Level>,
        mut target: Target,
        node: &Node<Expression>,
        out: &mut Output,
    ) -> Checked<()> {
        let operand = self.operand(node)?;
        // Descend to the part this expression fits: braces were left out.
        loop {
            let types = &self.program.types;
            if let Some((elem, len)) = types.as_array(target.qty.ty) {
                if matches!(operand.kind, ExprKind::String(_))
                    && self.string_fits(elem.ty, operand.ty())
                {
                    let ty = match len {
                        Len::Fixed(_) => target.qty.ty,
                        _ => operand.ty(),
                    };
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
                return self.pass_empty(levels, node, out);
            };
            levels.push(level);
            target = part;
        }
        let value = self.as_value(operand);
        let value = self.assign_to(value, target.qty, node.span, "this initialisation")?;
        let item = InitItem {
            offset: target.offset,
            bits: target.bits,
            value,
        };
        self.put(item, out);
        self.advance_last(levels);
        Ok(())
    }

    /// The cursor stands on an empty aggregate, which takes nothing: goes on behind it, or behind the whole
    /// array of them.
    fn pass_empty(
        &mut self,
        levels: &mut Vec<Level>,
        node: &Node<Expression>,
        out: &mut Output,
    ) -> Checked<()> {
        match levels.last_mut().map(|level| (level.shape, level)) {
            Some((Shape::Array(_, _, Some(count)), level)) => level.index = count,
            Some((Shape::Record(..), level)) => {
                let mut next = level.clone();
                self.advance(&mut next);
                level.index = next.index;
            }
            _ => {
                let message = "this initialiser is one too many";
                self.warn(node.span, "initialiser", message);
                return Ok(());
            }
        }
        let again = Node::new(Initializer::Expression(Box::new(node.clone())), node.span);
        self.place_item(levels, &again, node.span, out, false)
    }

    // ---- designators

    fn designated(
        &mut self,
        levels: &mut Vec<Level>,
        designators: &[Node<Designator>],
        item: &Node<ast::InitializerListItem>,
        out: &mut Output,
    ) -> Checked<()> {
        levels.truncate(1);
        self.follow(levels, designators, true, item, out)
    }

    fn follow(
        &mut self,
        levels: &mut Vec<Level>,
        designators: &[Node<Designator>],
        first: bool,
        item: &Node<ast::InitializerListItem>,
        out: &mut Output,
    ) -> Checked<()> {
        let Some((designator, rest)) = designators.split_first() else {
            return self.place_item(levels, &item.node.initializer, item.span, out, true);
        };
        if !first {
            let Some(part) = levels.last().and_then(|l| self.part(l)) else {
                return Err(self.error(designator.span, "initialiser", "there is no such element"));
            };
            let level = self.level(part, designator.span)?;
            levels.push(level);
        }
        match &designator.node {
            Designator::Member(name) => {
                self.go_to_member(levels, &name.node.name, name.span)?;
                self.follow(levels, rest, false, item, out)
            }
            Designator::Index(index) => {
                let index = self.element(levels, index)?;
                self.go_to_element(levels, index);
                self.follow(levels, rest, false, item, out)
            }
            Designator::Range(range) => {
                let low = self.element(levels, &range.node.from)?;
                let high = self.element(levels, &range.node.to)?;
                if high < low || high - low > 1 << 22 {
                    let message = "this range of elements is empty or too long";
                    return Err(self.error(designator.span, "initialiser", message));
                }
                let depth = levels.len();
                for index in low..=high {
                    levels.truncate(depth);
                    self.go_to_element(levels, index);
                    self.follow(levels, rest, false, item, out)?;
                }
                Ok(())
            }
        }
    }

    fn go_to_element(&self, levels: &mut [Level], index: u64) {
        if let Some(level) = levels.last_mut() {
            level.index = index;
        }
    }

    /// The value of an index designator, in range of the array at hand.
    fn element(&mut self, levels: &[Level], node: &Node<Expression>) -> Checked<u64> {
        let index = self.constant_expression(node)?;
        let Some(Shape::Array(_, size, count)) = levels.last().map(|l| l.shape) else {
            return Err(self.error(node.span, "initialiser", "`[…] =` needs an array"));
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
                "this index is outside of the array",
            )),
        }
    }

    /// Moves the cursor to a member, through anonymous records.
    fn go_to_member(&mut self, levels: &mut Vec<Level>, name: &str, span: Span) -> Checked<()> {
        loop {
            let Some(level) = levels.last_mut() else {
                return Err(Reported);
            };
            let Shape::Record(id, _) = level.shape else {
                return Err(self.error(
                    span,
                    "initialiser",
                    "`.name =` needs a structure or union",
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
                return Err(Reported);
            };
            let level = self.level(part, span)?;
            levels.push(level);
        }
    }
}

fn is_string(node: &Node<Expression>) -> bool {
    matches!(node.node, Expression::StringLiteral(_))
}

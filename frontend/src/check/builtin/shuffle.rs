//! Checks built-ins that permute or convert the lanes of vectors.
use super::Args;
use crate::check::Checker;
use crate::check::expr::prepend;
use crate::ctypes::Vector;
use crate::program::Checked;
use crate::typed::{Arith, Expr, ExprKind, Stmt};
use lang_c::span::Span;

impl Checker<'_> {
    /// Checks `__builtin_shuffle(a, mask)` and `__builtin_shuffle(a, b, mask)`. The lanes of `a` and then those of `b`
    /// are numbered from 0. Lane i of the result is the lane with the number `mask[i]`, taken modulo the number of all
    /// these lanes.
    pub(super) fn shuffle(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let mut values = Vec::new();
        for node in args {
            values.push(self.value(node)?);
        }
        let Some(mask) = values.pop() else {
            return Err(self.internal(span, "a built-in with an unchecked number of arguments"));
        };
        let types = &self.program.types;
        let shape = types
            .vector(mask.ty())
            .filter(|mask| types.is_integer(mask.elem));
        let of_first = values.first().and_then(|first| types.vector(first.ty()));
        let alike = values
            .iter()
            .all(|value| Some(value.ty()) == values.first().map(Expr::ty));
        let (Some(indices), Some(vector)) = (shape, of_first) else {
            return Err(self.shuffle_types(span));
        };
        if !alike || indices.lanes != vector.lanes {
            return Err(self.shuffle_types(span));
        }
        let mut stmts = Vec::new();
        let count = vector.lanes * values.len() as u64;
        let table = self.lane_table(values, vector, &mut stmts, span)?;
        let mask = self.bind_value(mask, &mut stmts)?;
        let mut lanes = Vec::new();
        for lane in 0..vector.lanes {
            let index = self.lane(&mask, indices, lane);
            let limit = self.int_expr(i128::from(count - 1), indices.elem, span);
            let index = self.arith(Arith::And, index, limit, indices.elem, span);
            lanes.push(self.table_entry(&table, index, span)?);
        }
        let result = self.vector_of_lanes(vector, lanes, span)?;
        Ok(prepend(stmts, result))
    }

    /// Checks `__builtin_shufflevector(a, b, i, j, …)`. The indices are constants. For the index -1, the lane of the
    /// result is unspecified.
    pub(super) fn shuffle_vector(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (a, b) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let (a, b) = (self.value(a)?, self.value(b)?);
        let types = &self.program.types;
        let (Some(x), Some(y)) = (types.vector(a.ty()), types.vector(b.ty())) else {
            return Err(self.shuffle_types(span));
        };
        if x.elem != y.elem {
            return Err(self.shuffle_types(span));
        }
        let mut stmts = Vec::new();
        let (a, b) = (
            self.bind_value(a, &mut stmts)?,
            self.bind_value(b, &mut stmts)?,
        );
        let mut lanes = Vec::new();
        for node in &args[2..] {
            let index = self.constant_expression(node)?;
            let lane = match u64::try_from(index.max(0)) {
                Ok(index) if index < x.lanes => self.lane(&a, x, index),
                Ok(index) if index < x.lanes + y.lanes => self.lane(&b, y, index - x.lanes),
                _ => return Err(self.error(node.span, "type", "lane index is out of range")),
            };
            lanes.push(lane);
        }
        if !lanes.len().is_power_of_two() {
            return Err(self.shuffle_types(span));
        }
        let result = Vector {
            elem: x.elem,
            lanes: lanes.len() as u64,
        };
        let result = self.vector_of_lanes(result, lanes, span)?;
        Ok(prepend(stmts, result))
    }

    /// Checks `__builtin_convertvector(v, T)`, which converts each lane to the element type of `T`. The parser does not
    /// accept a type as an argument. Therefore normalization, which rewrites the program text before parsing, has
    /// replaced `T` by a null pointer to `T`.
    pub(super) fn convert_vector(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (value, to) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let value = self.value(value)?;
        let to = self.unevaluated(|c| c.value(to))?.ty();
        let types = &self.program.types;
        let to = types.pointee(to).and_then(|to| types.vector(to.ty));
        let (Some(from), Some(to)) = (types.vector(value.ty()), to) else {
            return Err(self.convert_types(span));
        };
        if from.lanes != to.lanes {
            return Err(self.convert_types(span));
        }
        let mut stmts = Vec::new();
        let kept = self.bind_value(value, &mut stmts)?;
        let mut lanes = Vec::new();
        for index in 0..from.lanes {
            let lane = self.lane(&kept, from, index);
            lanes.push(self.convert_unchecked(lane, to.elem));
        }
        let result = self.vector_of_lanes(to, lanes, span)?;
        Ok(prepend(stmts, result))
    }

    fn convert_types(&mut self, span: Span) -> crate::program::Reported {
        let message = "`__builtin_convertvector` requires a vector and a vector type with the same number of elements";
        self.error(span, "type", message)
    }

    /// Stores the lanes of the vectors `values` one after the other in a hidden array variable, by statements added
    /// to `stmts`. Returns the array.
    fn lane_table(
        &mut self,
        values: Vec<Expr>,
        vector: Vector,
        stmts: &mut Vec<Stmt>,
        span: Span,
    ) -> Checked<Expr> {
        let mut lanes = Vec::new();
        for value in values {
            let bound = self.bind_value(value, stmts)?;
            lanes.extend((0..vector.lanes).map(|index| self.lane(&bound, vector, index)));
        }
        let all = Vector {
            elem: vector.elem,
            lanes: lanes.len() as u64,
        };
        let table = self.vector_of_lanes(all, lanes, span)?;
        let table = self.bind_value(table, stmts)?;
        match table.kind {
            ExprKind::Load(place) => Ok(self.lanes_as_array(*place, all)),
            _ => Err(self.internal(span, "a bound value that is not a variable")),
        }
    }

    fn table_entry(&mut self, table: &Expr, index: Expr, span: Span) -> Checked<Expr> {
        let first = self.as_value(table.clone());
        let sum = self.pointer_plus(first, index, false, span)?;
        let entry = self.dereference(sum, span, "[]")?;
        Ok(self.as_value(entry))
    }

    fn shuffle_types(&mut self, span: Span) -> crate::program::Reported {
        let message = "a shuffle requires vectors of one type and a mask with the same number of integer lanes";
        self.error(span, "type", message)
    }
}

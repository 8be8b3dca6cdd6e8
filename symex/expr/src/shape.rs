//! Rewrite rules of extension, extraction and concatenation, which rearrange bits without computing.
use super::arena::Arena;
use super::node::{BinOp, ExprId, Node, UnOp};
use super::rules::Rule;
use symtool_ir::Bits;

impl Arena {
    /// Returns the zero extension of `e` to `width` bits. Returns `e` if it has `width` bits.
    ///
    /// # Panics
    /// If `width` is less than the width of `e`.
    pub fn zext(&mut self, e: ExprId, width: u32) -> ExprId {
        self.extend(UnOp::Zext, e, width)
    }

    /// Returns the sign extension of `e` to `width` bits. Returns `e` if it has `width` bits.
    ///
    /// # Panics
    /// If `width` is less than the width of `e`.
    pub fn sext(&mut self, e: ExprId, width: u32) -> ExprId {
        self.extend(UnOp::Sext, e, width)
    }

    fn extend(&mut self, op: UnOp, e: ExprId, width: u32) -> ExprId {
        let from = self.width(e);
        assert!(
            width >= from && width <= 128,
            "extension from {from} to {width} bits"
        );
        if width == from {
            return e;
        }
        if let Some(value) = self.as_const(e) {
            return self.constant(symtool_ir::eval(op.op(), width, &[value]));
        }
        let ruled = self.deeper(|a| a.extend_rules(op, e, width));
        ruled.unwrap_or_else(|| self.raw_un(op, width, e))
    }

    fn extend_rules(&mut self, op: UnOp, e: ExprId, width: u32) -> Option<ExprId> {
        let from = self.width(e);
        if from == 1 {
            // The extension of a truth value becomes an `ite` of two constants, so that operators on it fold.
            self.fire(Rule::ExtendBit);
            let one = Bits::bool(true);
            let set = self.constant(symtool_ir::eval(op.op(), width, &[one]));
            let clear = self.int(width, 0);
            return Some(self.ite(e, set, clear));
        }
        match self.as_extension(e) {
            Some((UnOp::Zext, inner)) => {
                self.fire(Rule::ExtendZext);
                return Some(self.zext(inner, width));
            }
            Some((_, inner)) if op == UnOp::Sext => {
                self.fire(Rule::SextSext);
                return Some(self.sext(inner, width));
            }
            _ => {}
        }
        if op == UnOp::Sext && from <= 64 && self.domain(e).zeros >> (from - 1) & 1 == 1 {
            self.fire(Rule::SextPositive);
            return Some(self.zext(e, width));
        }
        self.map_leaves(e, |a, leaf| a.extend(op, leaf, width))
    }

    /// Returns the bits `low .. low + width` of an expression.
    ///
    /// # Panics
    /// If the range exceeds the width of `e`.
    pub fn extract(&mut self, e: ExprId, low: u32, width: u32) -> ExprId {
        let from = self.width(e);
        assert!(
            width >= 1 && low + width <= from,
            "bits {low}..{} of {from}",
            low + width
        );
        if width == from {
            return e;
        }
        if let Some(value) = self.as_const(e) {
            return self.int(width, value.unsigned() >> low);
        }
        let ruled = self.deeper(|a| a.extract_rules(e, low, width));
        ruled.unwrap_or_else(|| {
            self.intern(Node::Extract {
                width: width as u8,
                low: low as u8,
                arg: e,
            })
        })
    }

    fn extract_rules(&mut self, e: ExprId, low: u32, width: u32) -> Option<ExprId> {
        match self.node(e) {
            Node::Extract {
                low: inner, arg, ..
            } => {
                self.fire(Rule::ExtractExtract);
                Some(self.extract(arg, u32::from(inner) + low, width))
            }
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => Some(self.extract_concat(lhs, rhs, low, width)),
            Node::Un {
                op: op @ (UnOp::Zext | UnOp::Sext),
                arg,
                ..
            } => Some(self.extract_extension(op, arg, low, width)),
            node @ (Node::Un { .. } | Node::Bin { .. }) if self.extracts_freely(e, low, 3) => {
                self.fire(Rule::ExtractOperands);
                let parts: Vec<ExprId> = node
                    .children()
                    .into_iter()
                    .map(|c| self.extract(c, low, width))
                    .collect();
                Some(self.remake(&node, &parts))
            }
            Node::Ite { cond, then, other } => {
                if let Some(tree) = self.map_leaves(e, |a, leaf| a.extract(leaf, low, width)) {
                    return Some(tree);
                }
                if !self.extracts_freely(then, low, 3) || !self.extracts_freely(other, low, 3) {
                    return None;
                }
                self.fire(Rule::ExtractArms);
                let (x, y) = (
                    self.extract(then, low, width),
                    self.extract(other, low, width),
                );
                Some(self.ite(cond, x, y))
            }
            _ => None,
        }
    }

    /// Returns whether an extraction of the bits `low ..` of `e` simplifies. It does if `e` is a constant, an
    /// extraction, an extension or a concatenation, or a bitwise operator or `ite` with operands whose extractions
    /// simplify. If `low` is 0, it also does if `e` is a sum, difference or product of such operands. The operation
    /// then becomes narrower: `(zext x + zext y)[0..8]` becomes `x + y` for bytes x and y. `fuel` is the maximum depth
    /// of nested operators that are examined.
    fn extracts_freely(&self, e: ExprId, low: u32, fuel: u32) -> bool {
        match self.node(e) {
            Node::Const { .. } | Node::Extract { .. } => true,
            Node::Un {
                op: UnOp::Zext | UnOp::Sext,
                ..
            } => true,
            Node::Bin {
                op: BinOp::Concat, ..
            } => true,
            _ if fuel == 0 => false,
            Node::Un {
                op: UnOp::Not, arg, ..
            } => self.extracts_freely(arg, low, fuel - 1),
            Node::Bin { op, lhs, rhs } => {
                let bitwise = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor);
                let modular = low == 0 && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul);
                (bitwise || modular)
                    && self.extracts_freely(lhs, low, fuel - 1)
                    && self.extracts_freely(rhs, low, fuel - 1)
            }
            Node::Ite { then, other, .. } => {
                self.extracts_freely(then, low, fuel - 1)
                    && self.extracts_freely(other, low, fuel - 1)
            }
            _ => false,
        }
    }

    fn extract_concat(&mut self, high: ExprId, rest: ExprId, low: u32, width: u32) -> ExprId {
        let split = self.width(rest);
        if low >= split {
            self.fire(Rule::ExtractHigh);
            self.extract(high, low - split, width)
        } else if low + width <= split {
            self.fire(Rule::ExtractLow);
            self.extract(rest, low, width)
        } else {
            self.fire(Rule::ExtractAcross);
            let upper = self.extract(high, 0, low + width - split);
            let lower = self.extract(rest, low, split - low);
            self.concat(upper, lower)
        }
    }

    fn extract_extension(&mut self, op: UnOp, arg: ExprId, low: u32, width: u32) -> ExprId {
        let inner = self.width(arg);
        if low + width <= inner {
            self.fire(Rule::ExtractInside);
            return self.extract(arg, low, width);
        }
        if low >= inner {
            if op == UnOp::Zext {
                self.fire(Rule::ExtractZeros);
                return self.int(width, 0);
            }
            self.fire(Rule::ExtractSigns);
            let sign = self.extract(arg, inner - 1, 1);
            return self.sext(sign, width);
        }
        self.fire(Rule::ExtractEdge);
        let part = self.extract(arg, low, inner - low);
        self.extend(op, part, width)
    }

    /// Returns the concatenation of two expressions; `high` has the most significant bits.
    ///
    /// # Panics
    /// If the result is wider than 128 bits.
    pub fn concat(&mut self, high: ExprId, low: ExprId) -> ExprId {
        let width = self.width(high) + self.width(low);
        assert!(width <= 128, "concatenation of {width} bits");
        if let Some((h, l)) = self.both_const(high, low) {
            return self.constant(BinOp::Concat.eval(h, l));
        }
        let ruled = self.deeper(|a| a.concat_rules(high, low));
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Concat, high, low))
    }

    fn concat_rules(&mut self, high: ExprId, low: ExprId) -> Option<ExprId> {
        let width = self.width(high) + self.width(low);
        if self.as_const(high).is_some_and(Bits::is_zero) {
            self.fire(Rule::ConcatZeros);
            return Some(self.zext(low, width));
        }
        if let Some((UnOp::Zext, inner)) = self.as_extension(high) {
            self.fire(Rule::ConcatZext);
            let joined = self.concat(inner, low);
            return Some(self.zext(joined, width));
        }
        if let Node::Bin {
            op: BinOp::Concat,
            lhs,
            rhs,
        } = self.node(high)
        {
            self.fire(Rule::ConcatLeans);
            let tail = self.concat(rhs, low);
            return Some(self.concat(lhs, tail));
        }
        if let Some(joined) = self.join_neighbours(high, low) {
            return Some(joined);
        }
        if let Node::Bin {
            op: BinOp::Concat,
            lhs,
            rhs,
        } = self.node(low)
        {
            if let Some((h, l)) = self.both_const(high, lhs) {
                self.fire(Rule::ConcatConsts);
                let joined = self.constant(BinOp::Concat.eval(h, l));
                return Some(self.concat(joined, rhs));
            }
            let joined = self.join_neighbours(high, lhs)?;
            self.fire(Rule::ConcatJoins);
            return Some(self.concat(joined, rhs));
        }
        None
    }

    /// Returns a simpler form of the concatenation `high:low`; `None` if no rule applies. Adjacent extractions from
    /// one operand become one extraction. If all bits of `high` are copies of the sign bit of `low`, the concatenation
    /// becomes a sign extension of `low`. Two `ite`s with the same condition become one `ite`.
    fn join_neighbours(&mut self, high: ExprId, low: ExprId) -> Option<ExprId> {
        let (high_width, low_width) = (self.width(high), self.width(low));
        // Simplification may have replaced the extraction `low` by another node. So `low` is compared with the
        // extraction that would be adjacent to `high`.
        if let Node::Extract { low: from, arg, .. } = self.node(high)
            && let Some(start) = u32::from(from).checked_sub(low_width)
            && self.extract(arg, start, low_width) == low
        {
            self.fire(Rule::JoinParts);
            return Some(self.extract(arg, start, high_width + low_width));
        }
        if let Some(sign) = self.as_sign_copies(high)
            && self.extract(low, low_width - 1, 1) == sign
        {
            self.fire(Rule::JoinSigns);
            return Some(self.sext(low, high_width + low_width));
        }
        if let (Some((c, x, y)), Some((d, u, v))) = (self.as_ite(high), self.as_ite(low))
            && c == d
        {
            self.fire(Rule::JoinChoices);
            let (then, other) = (self.concat(x, u), self.concat(y, v));
            return Some(self.ite(c, then, other));
        }
        self.push_binary(high, low, Arena::concat)
    }

    /// If all bits of an expression are copies of its sign bit, returns the sign bit; otherwise `None`.
    fn as_sign_copies(&self, e: ExprId) -> Option<ExprId> {
        if self.width(e) == 1 {
            return Some(e);
        }
        let (bit, set, clear) = self.as_ite(e)?;
        let (set, clear) = self.both_const(set, clear)?;
        (set.is_ones() && clear.is_zero()).then_some(bit)
    }
}

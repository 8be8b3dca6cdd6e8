//! Text of expressions in the syntax of C, for readers of reports: `text[0] >= 'a' && n < 10`.
//!
//! The text is meant to be read, not compiled. Extensions of a value to a greater width are omitted, because C performs
//! them implicitly. An unsigned comparison of values that may be negative as signed numbers is written with a cast. A
//! text has a maximum length; each omitted part is replaced by `…`.
use super::arena::{Arena, ArrayNode};
use super::node::{ArrayId, BinOp, ExprId, Node, SymArray, UnOp};
use symtool_ir::Bits;

/// The maximum nesting depth of a text. Deeper subexpressions are replaced by `…`.
const MAX_DEPTH: u32 = 40;
/// The number of array elements that a text shows.
const SHOWN_CELLS: usize = 4;

/// The precedence levels of C operators, the loosest first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Atom,
}

impl Level {
    /// Returns the next tighter level, for the right operand of a left-associative operator.
    fn tighter(self) -> Level {
        match self {
            Level::Choice => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::BitOr,
            Level::BitOr => Level::BitXor,
            Level::BitXor => Level::BitAnd,
            Level::BitAnd => Level::Equality,
            Level::Equality => Level::Relation,
            Level::Relation => Level::Shift,
            Level::Shift => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Unary,
            Level::Unary | Level::Atom => Level::Atom,
        }
    }
}

impl Arena {
    /// Returns the text of an expression in the syntax of C. The text has at most about `max` characters.
    ///
    /// ```
    /// use symtool_expr::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let text = arena.symbol("text", 10);
    /// let first = arena.byte(text, 0);
    /// let a = arena.int(8, u128::from(b'a'));
    /// let small = arena.ult(first, a);
    /// assert_eq!(arena.c_text(small, 80), "text[0] < 'a'");
    /// let large = arena.not(small);
    /// assert_eq!(arena.c_text(large, 80), "text[0] >= 'a'");
    /// ```
    pub fn c_text(&self, e: ExprId, max: usize) -> String {
        let mut writer = Writer {
            arena: self,
            out: String::new(),
            max,
            depth: 0,
        };
        writer.expr(e, Level::Choice);
        writer.out
    }
}

struct Writer<'a> {
    arena: &'a Arena,
    out: String,
    max: usize,
    depth: u32,
}

impl Writer<'_> {
    fn is_full(&self) -> bool {
        self.out.len() >= self.max
    }

    /// Writes an expression; in parentheses if its operator binds less tightly than `level`.
    fn expr(&mut self, e: ExprId, level: Level) {
        if self.is_full() || self.depth >= MAX_DEPTH {
            if !self.out.ends_with('…') {
                self.out.push('…');
            }
            return;
        }
        self.depth += 1;
        self.node(e, level);
        self.depth -= 1;
    }

    fn node(&mut self, e: ExprId, level: Level) {
        if let Some((array, value)) = self.equal_input(e) {
            return self.equality(array, "==", value, level);
        }
        if let Some((array, first, count)) = self.bytes(e) {
            return self.input(array, first, count);
        }
        match self.arena.node(e) {
            node @ Node::Const { .. } => {
                if let Some(bits) = node.as_const() {
                    self.constant(bits);
                }
            }
            Node::Byte { array, index } => self.input(array, index, 1),
            Node::Read { array, index } => {
                self.array(array);
                self.out.push('[');
                self.expr(index, Level::Choice);
                self.out.push(']');
            }
            Node::Un { op, width, arg } => self.unary(e, op, width, arg, level),
            Node::Bin { op, lhs, rhs } => self.binary(op, lhs, rhs, level),
            Node::Ite { cond, then, other } => {
                self.grouped(level, Level::Choice, |this| {
                    this.expr(cond, Level::Or);
                    this.out.push_str(" ? ");
                    this.expr(then, Level::Choice);
                    this.out.push_str(" : ");
                    this.expr(other, Level::Choice);
                });
            }
            Node::Extract { width, low, arg } => self.extract(width, low, arg, level),
            Node::ForAll {
                var,
                max,
                count,
                body,
            } => {
                let name = self.arena.symbol_name(var).to_owned();
                self.out
                    .push_str(&format!("forall {name} in 1..min({max}, "));
                self.expr(count, Level::Choice);
                self.out.push_str("): (");
                self.expr(body, Level::Choice);
                self.out.push(')');
            }
        }
    }

    /// Calls `write`, and encloses its text in parentheses if `own`, the level of the written operator, is looser than
    /// `level`, the level that the surrounding text requires.
    fn grouped(&mut self, level: Level, own: Level, write: impl FnOnce(&mut Self)) {
        let open = own < level;
        if open {
            self.out.push('(');
        }
        write(self);
        if open {
            self.out.push(')');
        }
    }

    fn infix(&mut self, level: Level, own: Level, lhs: ExprId, op: &str, rhs: ExprId) {
        self.grouped(level, own, |this| {
            this.expr(lhs, own);
            this.out.push(' ');
            this.out.push_str(op);
            this.out.push(' ');
            this.expr(rhs, own.tighter());
        });
    }

    fn call(&mut self, name: &str, args: &[ExprId]) {
        self.out.push_str(name);
        self.out.push('(');
        for (at, &arg) in args.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.expr(arg, Level::Choice);
        }
        self.out.push(')');
    }

    fn unary(&mut self, e: ExprId, op: UnOp, width: u8, arg: ExprId, level: Level) {
        match op {
            UnOp::Not if width == 1 => self.negation(arg, level),
            UnOp::Not => self.grouped(level, Level::Unary, |this| {
                this.out.push('~');
                this.expr(arg, Level::Unary);
            }),
            UnOp::Zext | UnOp::Sext => self.expr(arg, level),
            UnOp::FNeg => self.grouped(level, Level::Unary, |this| {
                this.out.push('-');
                this.expr(arg, Level::Unary);
            }),
            UnOp::FSqrt => self.call("sqrt", &[arg]),
            UnOp::FNearest => self.call("rint", &[arg]),
            UnOp::FAway => self.call("round", &[arg]),
            UnOp::FFloor => self.call("floor", &[arg]),
            UnOp::FCeil => self.call("ceil", &[arg]),
            UnOp::FWhole => self.call("trunc", &[arg]),
            UnOp::FToS => self.cast(&integer("", u32::from(width)), arg, level),
            UnOp::FToU => self.cast(&integer("u", u32::from(width)), arg, level),
            UnOp::SToF | UnOp::UToF | UnOp::FExt | UnOp::FTrunc => {
                let name = match self.arena.width(e) {
                    32 => "float",
                    _ => "double",
                };
                self.cast(name, arg, level);
            }
        }
    }

    fn cast(&mut self, name: &str, arg: ExprId, level: Level) {
        self.grouped(level, Level::Unary, |this| {
            this.out.push('(');
            this.out.push_str(name);
            this.out.push(')');
            this.expr(arg, Level::Unary);
        });
    }

    /// Writes the negation of a condition. The negation of a comparison is written with the opposite operator, and the
    /// negation of a conjunction as a disjunction.
    fn negation(&mut self, arg: ExprId, level: Level) {
        if let Some((array, value)) = self.equal_input(arg) {
            return self.equality(array, "!=", value, level);
        }
        match self.arena.node(arg) {
            Node::Bin {
                op: BinOp::Eq,
                lhs,
                rhs,
            } => self.infix(level, Level::Equality, lhs, "!=", rhs),
            Node::Bin {
                op: op @ (BinOp::Ult | BinOp::Slt),
                lhs,
                rhs,
            } => self.comparison(op, lhs, ">=", rhs, level),
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } => self.grouped(level, Level::Or, |this| {
                this.negation(lhs, Level::Or);
                this.out.push_str(" || ");
                this.negation(rhs, Level::Or.tighter());
            }),
            Node::Un {
                op: UnOp::Not,
                arg: inner,
                ..
            } => self.expr(inner, level),
            _ => self.grouped(level, Level::Unary, |this| {
                this.out.push('!');
                this.expr(arg, Level::Unary);
            }),
        }
    }

    /// Writes an order comparison. A constant left operand is moved to the right: `5 < x` is written as `x > 5`.
    fn comparison(&mut self, op: BinOp, lhs: ExprId, name: &str, rhs: ExprId, level: Level) {
        let turned = self.arena.is_const(lhs) && !self.arena.is_const(rhs);
        let (lhs, rhs) = if turned { (rhs, lhs) } else { (lhs, rhs) };
        let name = match (turned, name) {
            (true, "<") => ">",
            (true, ">=") => "<=",
            (_, name) => name,
        };
        self.grouped(level, Level::Relation, |this| {
            let is_unsigned = op == BinOp::Ult && this.may_be_negative(lhs);
            if is_unsigned {
                this.out.push_str("(unsigned)");
                this.expr(lhs, Level::Unary);
            } else {
                this.expr(lhs, Level::Relation);
            }
            this.out.push(' ');
            this.out.push_str(name);
            this.out.push(' ');
            match this.arena.as_const(rhs) {
                Some(bits) if is_unsigned => this.out.push_str(&bits.unsigned().to_string()),
                _ => this.expr(rhs, Level::Shift),
            }
        });
    }

    /// Returns whether a value wider than a byte can be negative as a signed number, that is, whether its most
    /// significant bit can be set. The result is `false` for a byte, because input bytes are shown as unsigned
    /// characters.
    fn may_be_negative(&self, e: ExprId) -> bool {
        let width = self.arena.width(e);
        let (_, max) = self.arena.unsigned_range(e);
        width > 8 && max >> (width - 1) != 0
    }

    fn binary(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId, level: Level) {
        let is_condition = self.arena.width(lhs) == 1;
        let (own, name) = match op {
            BinOp::Add => return self.sum(lhs, rhs, level),
            BinOp::Ult | BinOp::Slt => return self.comparison(op, lhs, "<", rhs, level),
            BinOp::Concat => return self.concat(lhs, rhs, level),
            BinOp::And if is_condition => (Level::And, "&&"),
            BinOp::Or if is_condition => (Level::Or, "||"),
            BinOp::Xor if is_condition => (Level::Equality, "!="),
            BinOp::Sub | BinOp::FSub => (Level::Sum, "-"),
            BinOp::FAdd => (Level::Sum, "+"),
            BinOp::Mul | BinOp::FMul => (Level::Product, "*"),
            BinOp::UDiv | BinOp::SDiv | BinOp::FDiv => (Level::Product, "/"),
            BinOp::URem | BinOp::SRem => (Level::Product, "%"),
            BinOp::And => (Level::BitAnd, "&"),
            BinOp::Or => (Level::BitOr, "|"),
            BinOp::Xor => (Level::BitXor, "^"),
            BinOp::Shl => (Level::Shift, "<<"),
            BinOp::LShr | BinOp::AShr => (Level::Shift, ">>"),
            BinOp::Eq | BinOp::FEq => (Level::Equality, "=="),
            BinOp::FLt => (Level::Relation, "<"),
            BinOp::FLe => (Level::Relation, "<="),
        };
        self.infix(level, own, lhs, name, rhs);
    }

    /// Writes a sum. The sum of an expression and a negative constant is written as a difference, as in `x - 1`.
    fn sum(&mut self, lhs: ExprId, rhs: ExprId, level: Level) {
        let (value, constant) = match self.arena.as_const(lhs) {
            Some(bits) => (rhs, Some(bits)),
            None => (lhs, self.arena.as_const(rhs)),
        };
        match constant.map(Bits::to_signed) {
            Some(number) if number < 0 && number > i128::from(i64::MIN) => {
                self.grouped(level, Level::Sum, |this| {
                    this.expr(value, Level::Sum);
                    this.out.push_str(&format!(" - {}", -number));
                });
            }
            Some(number) => self.grouped(level, Level::Sum, |this| {
                this.expr(value, Level::Sum);
                this.out.push_str(&format!(" + {number}"));
            }),
            None => self.infix(level, Level::Sum, lhs, "+", rhs),
        }
    }

    /// Writes a concatenation. If the low part is zero, writes a shift of the high part; if the high part is zero,
    /// writes the low part only.
    fn concat(&mut self, high: ExprId, low: ExprId, level: Level) {
        let width = self.arena.width(low);
        let is_zero = |e| {
            self.arena
                .as_const(e)
                .is_some_and(|bits| bits.unsigned() == 0)
        };
        if is_zero(low) {
            self.grouped(level, Level::Shift, |this| {
                this.expr(high, Level::Shift);
                this.out.push_str(&format!(" << {width}"));
            });
        } else if is_zero(high) {
            self.expr(low, level);
        } else {
            self.grouped(level, Level::BitOr, |this| {
                this.expr(high, Level::Shift);
                this.out.push_str(&format!(" << {width} | "));
                this.expr(low, Level::BitXor);
            });
        }
    }

    fn extract(&mut self, width: u8, low: u8, arg: ExprId, level: Level) {
        if low == 0 && matches!(width, 8 | 16 | 32 | 64) {
            return self.cast(&integer("u", u32::from(width)), arg, level);
        }
        let mask = symtool_ir::bits::mask(u32::from(width));
        self.grouped(level, Level::BitAnd, |this| {
            this.expr(
                arg,
                if low == 0 {
                    Level::BitAnd
                } else {
                    Level::Shift
                },
            );
            if low > 0 {
                this.out.push_str(&format!(" >> {low}"));
            }
            if u32::from(width) + u32::from(low) < this.arena.width(arg) {
                this.out.push_str(&format!(" & {mask:#x}"));
            }
        });
    }

    /// Writes the bytes `first .. first + count` of an input: the name if it is the whole input, else with an index.
    fn input(&mut self, array: SymArray, first: u32, count: u32) {
        let (name, len) = (self.arena.symbol_name(array), self.arena.symbol_len(array));
        self.out.push_str(name);
        match count {
            _ if count == len => {}
            1 => self.out.push_str(&format!("[{first}]")),
            _ if first.is_multiple_of(count) && len.is_multiple_of(count) => {
                self.out.push_str(&format!("[{}]", first / count));
            }
            _ => self
                .out
                .push_str(&format!("[bytes {first}..{}]", first + count)),
        }
    }

    /// If an expression is a sequence of bytes of one input in memory order, returns the input, the index of the first
    /// byte, and the number of bytes.
    fn bytes(&self, e: ExprId) -> Option<(SymArray, u32, u32)> {
        let mut parts = Vec::new();
        let mut rest = e;
        loop {
            match self.arena.node(rest) {
                Node::Bin {
                    op: BinOp::Concat,
                    lhs,
                    rhs,
                } => {
                    parts.push(self.arena.as_byte(lhs)?);
                    rest = rhs;
                }
                _ => {
                    parts.push(self.arena.as_byte(rest)?);
                    break;
                }
            }
        }
        parts.reverse();
        let &(array, first) = parts.first()?;
        let follow = parts.iter().zip(first..);
        let all = follow.clone().all(|(&part, index)| part == (array, index));
        all.then_some((array, first, parts.len() as u32))
    }

    /// If a condition compares each byte of an input of 4 or 8 bytes with a constant, returns the input and the value.
    /// Such conditions are common, because the arena splits the comparison of an integer with a constant into
    /// comparisons of its bytes.
    fn equal_input(&self, e: ExprId) -> Option<(SymArray, Bits)> {
        let mut known: Vec<(SymArray, u32, u8)> = Vec::new();
        let mut rest = vec![e];
        while let Some(part) = rest.pop() {
            match self.arena.node(part) {
                Node::Bin {
                    op: BinOp::And,
                    lhs,
                    rhs,
                } if known.len() + rest.len() < 8 => rest.extend([lhs, rhs]),
                Node::Bin {
                    op: BinOp::Eq,
                    lhs,
                    rhs,
                } => {
                    let (byte, constant) = match self.arena.as_const(lhs) {
                        Some(constant) => (rhs, constant),
                        None => (lhs, self.arena.as_const(rhs)?),
                    };
                    let (array, index) = self.arena.as_byte(byte)?;
                    known.push((array, index, constant.low_u64() as u8));
                }
                _ => return None,
            }
        }
        known.sort_by_key(|&(_, index, _)| index);
        let &(array, ..) = known.first()?;
        let len = self.arena.symbol_len(array);
        let all = known.iter().zip(0..);
        let is_whole = all
            .clone()
            .all(|(byte, at)| (byte.0, byte.1) == (array, at));
        let value = all.fold(0, |value, (byte, at)| {
            value | u128::from(byte.2) << (8 * at)
        });
        (is_whole && known.len() as u32 == len && matches!(len, 4 | 8))
            .then(|| (array, Bits::new(8 * len, value)))
    }

    fn equality(&mut self, array: SymArray, op: &str, value: Bits, level: Level) {
        self.grouped(level, Level::Equality, |this| {
            this.input(array, 0, this.arena.symbol_len(array));
            this.out.push_str(&format!(" {op} "));
            this.constant(value);
        });
    }

    fn array(&mut self, array: ArrayId) {
        match self.arena.array(array) {
            &ArrayNode::Store { base, index, value } => {
                if self.is_full() || self.depth >= MAX_DEPTH {
                    return self.out.push('…');
                }
                self.depth += 1;
                self.array(base);
                self.depth -= 1;
                self.out.push_str("{[");
                self.expr(index, Level::Choice);
                self.out.push_str("] = ");
                self.expr(value, Level::Choice);
                self.out.push('}');
            }
            ArrayNode::Cells(cells) => {
                self.out.push('{');
                for (at, &cell) in cells.iter().take(SHOWN_CELLS).enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    self.expr(cell, Level::Choice);
                }
                if cells.len() > SHOWN_CELLS {
                    self.out.push_str(&format!(", … {} cells", cells.len()));
                }
                self.out.push('}');
            }
        }
    }

    fn constant(&mut self, bits: Bits) {
        let value = bits.unsigned();
        let text = match bits.width() {
            1 => if value == 1 { "true" } else { "false" }.to_owned(),
            8 if (0x20..0x7f).contains(&value) => format!("{:?}", char::from(value as u8)),
            8 => value.to_string(),
            // A constant whose width is no multiple of 8 is a part of a number or a mask. It is written as an unsigned
            // number.
            width if !width.is_multiple_of(8) => value.to_string(),
            _ => bits.to_signed().to_string(),
        };
        self.out.push_str(&text);
    }
}

/// Returns the name of an integer type of `width` bits.
fn integer(sign: &str, width: u32) -> String {
    format!("{sign}int{width}_t")
}

#[cfg(test)]
mod tests;

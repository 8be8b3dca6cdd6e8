//! SMT-LIB 2 text of constraints: for files, for other solvers, and for float constraints in Z3.
//!
//! Each node with operands becomes a `define-fun`, so the text is linear in the size of the graph. The
//! constant `|b2.7|` is free byte 7 of input 2. Float operators follow IEEE 754, and conversions out of range
//! have the results of x86-64. The bits of a NaN result are unspecified.
use super::arena::{Arena, ArrayNode};
use super::node::{BinOp, ExprId, Node, UnOp};
use std::fmt::Write;

impl Arena {
    /// Returns a whole SMT-LIB 2 script: declarations, one assertion per constraint, `check-sat`.
    pub fn smtlib(&self, constraints: &[ExprId]) -> String {
        let logic = if constraints.iter().any(|&c| self.has_quantifiers(c)) {
            "ALL"
        } else if constraints.iter().any(|&c| self.has_float(c)) {
            "QF_BVFP"
        } else {
            "QF_BV"
        };
        format!(
            "(set-logic {logic})\n{}(check-sat)\n",
            self.smtlib_assertions(constraints)
        )
    }

    /// Returns the SMT-LIB 2 script without the `set-logic` and `check-sat` commands.
    pub fn smtlib_assertions(&self, constraints: &[ExprId]) -> String {
        let mut out = String::new();
        for e in self.postorder(constraints) {
            self.write_definition(&mut out, e);
        }
        self.write_assertions(&mut out, constraints);
        out
    }

    /// Writes one `assert` per constraint. The text before the assertions must contain the definitions of all
    /// subexpressions.
    pub fn write_assertions(&self, out: &mut String, constraints: &[ExprId]) {
        for &c in constraints {
            let _ = writeln!(out, "(assert (= {} #b1))", self.name(c));
        }
    }

    fn name(&self, e: ExprId) -> String {
        match self.node(e) {
            node @ Node::Const { .. } => match node.as_const() {
                Some(k) => format!("(_ bv{} {})", k.unsigned(), k.width()),
                None => String::new(),
            },
            Node::Byte { array, index } => format!("|b{}.{index}|", array.index()),
            _ => format!("e{}", e.index()),
        }
    }

    /// Writes the declaration or definition of one node. The text before it must contain the definitions of
    /// the operands.
    pub fn write_definition(&self, out: &mut String, e: ExprId) {
        // A subexpression with a bound variable has no `define-fun`. The quantifier defines it by a `let` in
        // its body.
        if self.mentions_bound_variable(e) {
            return;
        }
        let width = self.width(e);
        let _ = match self.node(e) {
            Node::Const { .. } => Ok(()),
            Node::Byte { .. } => writeln!(out, "(declare-const {} (_ BitVec 8))", self.name(e)),
            Node::Un { op, arg, .. } if op.is_float() => self.write_float_unary(out, e, op, arg),
            Node::Bin { op, lhs, rhs } if op.is_float() => {
                self.write_float_binary(out, e, op, lhs, rhs)
            }
            node => {
                let text = self.bit_vector_term(&node, width);
                writeln!(
                    out,
                    "(define-fun e{} () (_ BitVec {width}) {text})",
                    e.index()
                )
            }
        };
    }

    /// Returns the SMT-LIB term of a node without float operators. A condition is a bit-vector of one bit.
    fn bit_vector_term(&self, node: &Node, width: u32) -> String {
        let n = |e: ExprId| self.name(e);
        match *node {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => format!("(bvnot {})", n(arg)),
            Node::Un { op, arg, .. } => {
                let kind = if op == UnOp::Sext { "sign" } else { "zero" };
                format!("((_ {kind}_extend {}) {})", width - self.width(arg), n(arg))
            }
            Node::Extract { low, arg, .. } => {
                let low = u32::from(low);
                format!("((_ extract {} {low}) {})", low + width - 1, n(arg))
            }
            Node::Ite { cond, then, other } => {
                format!("(ite (= {} #b1) {} {})", n(cond), n(then), n(other))
            }
            Node::Bin { op, lhs, rhs } => {
                let (name, compare) = bin_name(op);
                let term = format!("({name} {} {})", n(lhs), n(rhs));
                if compare {
                    format!("(ite {term} #b1 #b0)")
                } else {
                    term
                }
            }
            Node::Read { array, index } => self.read_term(array, index),
            Node::ForAll { .. } => self.quantified_term(node),
            Node::Const { .. } | Node::Byte { .. } => String::new(),
        }
    }

    /// Returns the SMT-LIB term of a quantifier over the bytes of its bound variable. The body is a chain of
    /// `let`s.
    fn quantified_term(&self, node: &Node) -> String {
        let Node::ForAll {
            var,
            max,
            count,
            body,
        } = *node
        else {
            return String::new();
        };
        let bytes = self.symbol_len(var);
        let name = |index: u32| format!("|b{}.{index}|", var.index());
        let (mut variables, mut value) = (String::new(), name(0));
        for index in 0..bytes {
            let _ = write!(variables, "({} (_ BitVec 8))", name(index));
            if index > 0 {
                value = format!("(concat {} {value})", name(index));
            }
        }
        let (mut lets, mut open) = (String::new(), 0);
        for e in self.postorder(&[body]) {
            let node = self.node(e);
            if self.mentions_bound_variable(e) && !matches!(node, Node::Byte { .. }) {
                let term = self.bit_vector_term(&node, self.width(e));
                let _ = write!(lets, "(let ((e{} {term})) ", e.index());
                open += 1;
            }
        }
        format!(
            "(ite (forall ({variables}) (=> (and (bvuge {value} (_ bv1 {w})) (bvule {value} {}) (bvule {value} (_ bv{max} {w}))) {lets}(= {} #b1){})) #b1 #b0)",
            self.name(count),
            self.name(body),
            ")".repeat(open),
            w = 8 * bytes,
        )
    }

    /// Returns an array read as nested `ite`s. The `ite`s compare the index with the index of each store, newest
    /// first, and then with the index of each element that the read may select.
    fn read_term(&self, mut array: super::ArrayId, index: ExprId) -> String {
        let len = u64::from(self.array_len(array));
        let at = self.name(index);
        let (mut out, mut open) = (String::new(), 0);
        if self.domain(index).max >= len {
            let _ = write!(out, "(ite (bvuge {at} (_ bv{len} 64)) #x00 ");
            open += 1;
        }
        loop {
            match self.array(array) {
                &ArrayNode::Store { base, index, value } => {
                    let _ = write!(
                        out,
                        "(ite (= {at} {}) {} ",
                        self.name(index),
                        self.name(value)
                    );
                    open += 1;
                    array = base;
                }
                ArrayNode::Cells(cells) => {
                    let domain = self.domain(index);
                    for (i, &cell) in cells.iter().enumerate() {
                        if domain.contains(i as u64) {
                            let _ = write!(out, "(ite (= {at} (_ bv{i} 64)) {} ", self.name(cell));
                            open += 1;
                        }
                    }
                    return format!("{out}#x00{}", ")".repeat(open));
                }
            }
        }
    }

    // ---- floats

    fn as_float(&self, e: ExprId) -> String {
        format!("((_ to_fp {}) {})", float_sort(self.width(e)), self.name(e))
    }

    /// Writes the bit-vector of the float term `term`: declares a new constant, and asserts that its
    /// conversion to a float equals `term`. If `term` is a NaN, the constant may be the bits of any NaN.
    fn write_bits(&self, out: &mut String, e: ExprId, term: &str) -> std::fmt::Result {
        let width = self.width(e);
        writeln!(out, "(declare-const e{} (_ BitVec {width}))", e.index())?;
        writeln!(
            out,
            "(assert (= ((_ to_fp {}) e{}) {term}))",
            float_sort(width),
            e.index()
        )
    }

    fn write_float_unary(
        &self,
        out: &mut String,
        e: ExprId,
        op: UnOp,
        arg: ExprId,
    ) -> std::fmt::Result {
        let (width, name) = (self.width(e), self.name(arg));
        let define = |out: &mut String, term: String| {
            writeln!(
                out,
                "(define-fun e{} () (_ BitVec {width}) {term})",
                e.index()
            )
        };
        let rounded = |out: &mut String, mode: &str| {
            let term = format!("(fp.roundToIntegral {mode} {})", self.as_float(arg));
            self.write_bits(out, e, &term)
        };
        match op {
            UnOp::FNeg => define(
                out,
                format!("(bvxor {name} (_ bv{} {width}))", 1u128 << (width - 1)),
            ),
            UnOp::FSqrt => {
                let term = format!("(fp.sqrt RNE {})", self.as_float(arg));
                self.write_bits(out, e, &term)
            }
            UnOp::FNearest => rounded(out, "RNE"),
            UnOp::FAway => rounded(out, "RNA"),
            UnOp::FFloor => rounded(out, "RTN"),
            UnOp::FCeil => rounded(out, "RTP"),
            UnOp::FWhole => rounded(out, "RTZ"),
            UnOp::SToF => self.write_bits(
                out,
                e,
                &format!("((_ to_fp {}) RNE {name})", float_sort(width)),
            ),
            UnOp::UToF => self.write_bits(
                out,
                e,
                &format!("((_ to_fp_unsigned {}) RNE {name})", float_sort(width)),
            ),
            UnOp::FExt | UnOp::FTrunc => {
                let term = format!(
                    "((_ to_fp {}) RNE {})",
                    float_sort(width),
                    self.as_float(arg)
                );
                self.write_bits(out, e, &term)
            }
            UnOp::FToS => define(out, to_signed(&self.as_float(arg), width)),
            UnOp::FToU => define(
                out,
                to_unsigned(&self.as_float(arg), self.width(arg), width),
            ),
            UnOp::Not | UnOp::Zext | UnOp::Sext => unreachable!("{op:?} is not a float operator"),
        }
    }

    fn write_float_binary(
        &self,
        out: &mut String,
        e: ExprId,
        op: BinOp,
        lhs: ExprId,
        rhs: ExprId,
    ) -> std::fmt::Result {
        let (a, b) = (self.as_float(lhs), self.as_float(rhs));
        let arithmetic = |name: &str| format!("({name} RNE {a} {b})");
        let compare = match op {
            BinOp::FAdd => return self.write_bits(out, e, &arithmetic("fp.add")),
            BinOp::FSub => return self.write_bits(out, e, &arithmetic("fp.sub")),
            BinOp::FMul => return self.write_bits(out, e, &arithmetic("fp.mul")),
            BinOp::FDiv => return self.write_bits(out, e, &arithmetic("fp.div")),
            BinOp::FEq => "fp.eq",
            BinOp::FLt => "fp.lt",
            BinOp::FLe => "fp.leq",
            other => unreachable!("{other:?} is not a float operator"),
        };
        writeln!(
            out,
            "(define-fun e{} () (_ BitVec 1) (ite ({compare} {a} {b}) #b1 #b0))",
            e.index()
        )
    }
}

fn float_sort(width: u32) -> &'static str {
    if width == 32 { "8 24" } else { "11 53" }
}

/// Returns the SMT-LIB term that converts the float term `float` to a signed integer of `width` bits: `fp.to_sbv` if
/// the value fits, otherwise the least integer. A result of fewer than 32 bits is the truncation of a result of 32
/// bits.
fn to_signed(float: &str, width: u32) -> String {
    let through = width.max(32);
    // The truncation of x fits in n = `through` bits if -2^(n-1) - 1 < x < 2^(n-1). The comparison uses a wider float
    // format, in which these bounds are exact.
    let wide = "11 113";
    let exact = format!("((_ to_fp {wide}) RNE {float})");
    let bound = |value: String| format!("((_ to_fp {wide}) RNE {value})");
    let low = bound(format!("(- {}.0)", (1u128 << (through - 1)) + 1));
    let high = bound(format!("{}.0", 1u128 << (through - 1)));
    let fits = format!("(and (fp.gt {exact} {low}) (fp.lt {exact} {high}))");
    let value = format!(
        "(ite {fits} ((_ fp.to_sbv {through}) RTZ {float}) (_ bv{} {through}))",
        1u128 << (through - 1)
    );
    if through == width {
        value
    } else {
        format!("((_ extract {} 0) {value})", width - 1)
    }
}

/// Returns the SMT-LIB term that converts the float term `float` to an unsigned integer of `width` bits. As in gcc's
/// code, the float is converted to a wider signed integer. For 64 bits there is no wider integer: 2^63 is subtracted
/// from a float of at least 2^63, and added to the result.
fn to_unsigned(float: &str, from: u32, width: u32) -> String {
    match width {
        ..=16 => format!("((_ extract {} 0) {})", width - 1, to_signed(float, 32)),
        17..=32 => format!("((_ extract {} 0) {})", width - 1, to_signed(float, 64)),
        _ => {
            let sort = float_sort(from);
            let half = format!("((_ to_fp {sort}) RNE {}.0)", 1u128 << 63);
            let rest = format!("(fp.sub RNE {float} {half})");
            let term = format!(
                "(ite (fp.geq {float} {half}) (bvxor {} (_ bv{} 64)) {})",
                to_signed(&rest, 64),
                1u128 << 63,
                to_signed(float, 64)
            );
            if width == 64 {
                term
            } else {
                format!("((_ extract {} 0) {term})", width - 1)
            }
        }
    }
}

/// Returns the SMT-LIB name of an operator, and whether the SMT-LIB function returns a Boolean.
fn bin_name(op: BinOp) -> (&'static str, bool) {
    match op {
        BinOp::Add => ("bvadd", false),
        BinOp::Sub => ("bvsub", false),
        BinOp::Mul => ("bvmul", false),
        BinOp::UDiv => ("bvudiv", false),
        BinOp::SDiv => ("bvsdiv", false),
        BinOp::URem => ("bvurem", false),
        BinOp::SRem => ("bvsrem", false),
        BinOp::And => ("bvand", false),
        BinOp::Or => ("bvor", false),
        BinOp::Xor => ("bvxor", false),
        BinOp::Shl => ("bvshl", false),
        BinOp::LShr => ("bvlshr", false),
        BinOp::AShr => ("bvashr", false),
        BinOp::Eq => ("=", true),
        BinOp::Ult => ("bvult", true),
        BinOp::Slt => ("bvslt", true),
        BinOp::Concat => ("concat", false),
        BinOp::FAdd
        | BinOp::FSub
        | BinOp::FMul
        | BinOp::FDiv
        | BinOp::FEq
        | BinOp::FLt
        | BinOp::FLe => unreachable!("{op:?} is not a bit-vector operator"),
    }
}

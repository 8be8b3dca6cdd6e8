//! The typed tree: C after checking and before lowering.
//!
//! Every name is resolved, every conversion is an explicit node, every expression has its type. Lowering
//! needs no C typing rule beyond what stands here. Invariants:
//! - operands of arithmetic have the same type as the result (shifts: the left one), those of a comparison
//!   one common type;
//! - an expression whose type is an array or function is an lvalue or designator; a use of its value goes
//!   through [`ExprKind::Decay`];
//! - a scalar or record is read out of an lvalue by [`ExprKind::Load`] only.
use crate::ctypes::{BitRange, QTy, Ty};
use lang_c::span::Span;

/// A local variable of the function at hand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LocalId(pub u32);

/// A function or object with static storage, of the whole program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SymbolId(pub u32);

/// A string literal of the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StringId(pub u32);

/// A `goto` or `case` label of the function at hand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LabelId(pub u32);

/// A local variable.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// Its C name; hidden ones have a descriptive name too.
    pub name: String,
    pub qty: QTy,
    /// Does anything need its address?
    pub in_memory: bool,
    /// The alignment its declaration asks for (`_Alignas`, `aligned`), in bytes.
    pub align: Option<u64>,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub qty: QTy,
    pub span: Span,
}

/// Arithmetic of two operands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

/// A comparison.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A number of bytes.
#[derive(Clone, Debug)]
pub(crate) enum Size {
    Fixed(u64),
    /// An expression of type `unsigned long` without side effects.
    Dynamic(Box<Expr>),
}

/// What a compound assignment or `++` does to the old value.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    /// Arithmetic in this type.
    Arith(Arith, Ty),
    /// Moves a pointer by the operand times a size; backwards if the flag says so.
    Pointer(Size, bool),
}

/// A place inside a record.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place {
    /// Bytes from the start of the outer record.
    pub offset: u64,
    /// For a bit-field: its bits counted from the record that directly holds it, that record's offset in the
    /// outer one, and its size.
    pub bits: Option<BitPlace>,
}

/// A bit-field in its record.
#[derive(Copy, Clone, Debug)]
pub(crate) struct BitPlace {
    pub range: BitRange,
    pub holder_offset: u64,
    pub holder_size: u64,
}

/// Operations without a C operator, with their operands.
#[derive(Clone, Debug)]
pub(crate) enum Special {
    /// `va_start(ap)`; the operand is the address of the `va_list` record.
    VaStart(Expr),
    /// `va_copy(to, from)`; both operands are addresses.
    VaCopy(Expr, Expr),
    /// `__builtin_unreachable()`.
    Unreachable,
    /// `__builtin_trap()`.
    Trap,
    /// `__builtin_alloca(size)`.
    Alloca(Expr),
    /// `__builtin_setjmp(buffer)`.
    Setjmp(Expr),
    /// `__builtin_longjmp(buffer, value)`.
    Longjmp(Expr, Expr),
    Bits(BitOp, Expr),
    Float(FloatOp, Expr),
    FloatPair(FloatPairOp, Expr, Expr),
    /// `__builtin_{add,sub,mul}_overflow(a, b, *result)`: operands of any integer types.
    Overflow(Arith, [Expr; 3]),
    /// `__builtin_{add,sub,mul}_overflow_p(a, b, sample)`: only asks; the number is the sample's width in bits.
    Overflows(Arith, u32, [Expr; 3]),
    /// `__builtin_return_address(0)`: any address.
    ReturnAddress,
    /// `klee_alias_function`: from here on calls of the first function are calls of the second.
    Redirect(SymbolId, SymbolId),
}

impl Special {
    /// The operands, in order.
    pub(crate) fn operands(&self) -> Vec<&Expr> {
        match self {
            Special::Unreachable
            | Special::Trap
            | Special::ReturnAddress
            | Special::Redirect(..) => Vec::new(),
            Special::VaStart(a)
            | Special::Alloca(a)
            | Special::Setjmp(a)
            | Special::Bits(_, a)
            | Special::Float(_, a) => vec![a],
            Special::VaCopy(a, b) | Special::Longjmp(a, b) | Special::FloatPair(_, a, b) => {
                vec![a, b]
            }
            Special::Overflow(_, all) | Special::Overflows(_, _, all) => all.iter().collect(),
        }
    }
}

/// What is computed from the bits of an integer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum BitOp {
    /// Bytes in reverse order.
    ByteSwap,
    /// Bits in reverse order.
    BitReverse,
    /// Number of one bits; result `int`, as of all that follow.
    PopCount,
    LeadingZeros,
    TrailingZeros,
    /// `ffs`: one plus the index of the lowest one bit, 0 for 0.
    FindFirst,
    /// Redundant sign bits.
    ClrSb,
    /// One if the number of one bits is odd.
    Parity,
}

/// What is computed from a float.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FloatOp {
    /// The absolute value.
    Abs,
    /// The sign bit, as `int`.
    SignBit,
    /// Is it not a number? Result `int`.
    IsNan,
    /// Is it infinite? Result `int`: 1, -1 or 0.
    IsInf,
    /// Is it finite? Result `int`.
    IsFinite,
    /// Is it finite, not zero and not subnormal? Result `int`.
    IsNormal,
}

/// What is computed from two floats.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FloatPairOp {
    /// First operand's magnitude with the second's sign.
    CopySign,
    /// A comparison that is false for unordered operands.
    Ordered(Compare),
    /// Are they unordered?
    Unordered,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// An integer or pointer constant: the bits, cut to the type's width.
    Int(u128),
    Float(f64),
    /// A constant of type `long double` and the nearest double, which is another number.
    Rounded(f64),

    // lvalues and designators
    Local(LocalId),
    Symbol(SymbolId),
    String(StringId),
    /// A compound literal inside a function.
    Compound(LocalId, Box<Init>),
    Deref(Box<Expr>),
    /// A member of an lvalue or of a record value.
    Member(Box<Expr>, Place),

    // values
    Load(Box<Expr>),
    /// Array to pointer to first element; function to pointer.
    Decay(Box<Expr>),
    AddrOf(Box<Expr>),
    /// Scalar conversion to the expression's type.
    Convert(Box<Expr>),
    /// Evaluated for its effects.
    Discard(Box<Expr>),
    Neg(Box<Expr>),
    BitNot(Box<Expr>),
    /// `!e`, of type `int`; the operand is any scalar.
    Not(Box<Expr>),
    Arith(Arith, Box<Expr>, Box<Expr>),
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// Pointer plus (minus, if the flag is set) an index of type `long` times a size.
    PtrAdd(Box<Expr>, Box<Expr>, Size, bool),
    PtrDiff(Box<Expr>, Box<Expr>, Size),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The complex number of a real and an imaginary part.
    Complex(Box<Expr>, Box<Expr>),
    /// `a ?: b`: the hidden local holds the first operand's value.
    Let(LocalId, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    Update {
        place: Box<Expr>,
        update: Update,
        operand: Box<Expr>,
        /// Is the value that of before?
        post: bool,
    },
    Call(Box<Call>),
    /// Statement expression; the value is that of the last one.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// `va_arg`: the operand is the address of the `va_list` record.
    VaArg(Box<Expr>),
    Special(Box<Special>),
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// A pointer to a function (mostly a decayed symbol).
    pub callee: Expr,
    /// Its function type.
    pub ty: Ty,
    /// Converted to the parameter types, or promoted.
    pub args: Vec<Expr>,
    /// The C text of the first argument, for assertions.
    pub text: Option<Box<str>>,
}

/// One piece of an initialiser, at its place in the object.
#[derive(Clone, Debug)]
pub(crate) struct InitItem {
    pub offset: u64,
    pub bits: Option<BitPlace>,
    /// A scalar or record value of the place's type, or a string literal for a character array.
    pub value: Expr,
}

/// A complete initialiser: what no item covers is zero. Later items win over earlier ones.
#[derive(Clone, Debug)]
pub(crate) struct Init {
    pub items: Vec<InitItem>,
    /// Size of the object in bytes (with a flexible member's elements).
    pub size: u64,
    /// Is it a lone expression (`= e`)? Then nothing else needs zeroes.
    pub whole: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Expr(Expr),
    Block(Vec<Stmt>),
    /// A local comes to life.
    Declare(LocalId, Option<Init>),
    /// A variable-length array comes to life; its size expression follows from its type.
    DeclareVla(LocalId, Size),
    /// A hidden local takes a length of a variable-length array.
    SetLength(LocalId, Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    /// Condition, step, body (the initialiser stands before, in a block).
    For(Option<Expr>, Option<Expr>, Box<Stmt>),
    Switch(Box<Switch>),
    Label(LabelId),
    /// Who comes here has failed.
    ErrorLocation,
    Goto(LabelId),
    /// `goto *p;`.
    ComputedGoto(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    Empty,
}

/// A `switch` statement.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    pub value: Expr,
    pub body: Stmt,
    pub cases: Vec<Case>,
    pub default: Option<LabelId>,
}

/// One `case` of a switch: the values from `low` to `high` (bits of the scrutinee's type).
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub low: i128,
    pub high: i128,
    pub label: LabelId,
    pub span: Span,
}

/// A function's body after checking.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub locals: Vec<Local>,
    /// The parameters, in order.
    pub params: Vec<LocalId>,
    pub stmts: Vec<Stmt>,
    /// Names of the labels, for readers.
    pub labels: Vec<String>,
    /// The labels that a computed `goto` can go to: the n-th label's address is the number n + 1.
    pub taken_labels: Vec<LabelId>,
    /// Functions and objects it mentions.
    pub uses: Vec<SymbolId>,
    /// The closing brace.
    pub end: Span,
}

impl Expr {
    pub(crate) fn special(special: Special, qty: impl Into<QTy>, span: Span) -> Expr {
        Expr::new(ExprKind::Special(Box::new(special)), qty, span)
    }

    pub(crate) fn new(kind: ExprKind, qty: impl Into<QTy>, span: Span) -> Expr {
        Expr {
            kind,
            qty: qty.into(),
            span,
        }
    }

    pub(crate) fn ty(&self) -> Ty {
        self.qty.ty
    }

    /// Can its address be taken or its value be set?
    pub(crate) fn is_lvalue(&self) -> bool {
        match &self.kind {
            ExprKind::Local(_)
            | ExprKind::Symbol(_)
            | ExprKind::String(_)
            | ExprKind::Compound(..)
            | ExprKind::Deref(_) => true,
            ExprKind::Member(base, _) => base.is_lvalue(),
            _ => false,
        }
    }

    /// The symbol that a direct call calls.
    pub(crate) fn called_symbol(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Decay(inner) | ExprKind::AddrOf(inner) => match &inner.kind {
                ExprKind::Symbol(id) => Some(*id),
                ExprKind::Deref(pointer) => pointer.called_symbol(),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Stmt {
    /// Can control come into it other than from its start (is there a label in it)?
    pub(crate) fn has_label(&self) -> bool {
        match &self.kind {
            StmtKind::Label(_) => true,
            StmtKind::Block(stmts) => stmts.iter().any(Stmt::has_label),
            StmtKind::If(_, then, other) => {
                then.has_label() || other.as_ref().is_some_and(|s| s.has_label())
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For(_, _, body) => {
                body.has_label()
            }
            // Its case labels are reached from the switch itself, but the body may hold other labels.
            StmtKind::Switch(switch) => switch.body.has_label(),
            _ => false,
        }
    }
}

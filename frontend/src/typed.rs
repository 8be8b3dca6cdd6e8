//! The typed tree: C after semantic analysis and before lowering.
//!
//! Every name is resolved, every conversion is an explicit node, and every expression has its type, so that
//! lowering needs no C typing rule. Invariants:
//! - the operands of arithmetic have the type of the result, except that the right operand of a shift may have
//!   another type; the operands of a comparison have one common type;
//! - an expression of array or function type is an lvalue or function designator; a use of its value goes
//!   through [`ExprKind::Decay`];
//! - only [`ExprKind::Load`] reads a scalar or record from an lvalue; in addition, [`ExprKind::Update`] reads the old
//!   value of the lvalue that it changes.
use crate::ctypes::{BitRange, QTy, Ty};
pub(crate) use crate::ids::{LabelId, LocalId, StringId, SymbolId};
use lang_c::span::Span;

/// A local variable of a function.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// The C name. A hidden local variable, which symtool adds, has a descriptive name.
    pub name: String,
    pub qty: QTy,
    /// Whether the variable must be stored in memory, because the program needs the variable's address.
    pub in_memory: bool,
    /// The alignment that the variable's declaration specifies (`_Alignas`, `aligned`), in bytes.
    pub align: Option<u64>,
}

/// A typed expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub qty: QTy,
    pub span: Span,
}

/// A binary arithmetic operator.
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

/// An arithmetic operator that can overflow.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OverflowOp {
    Add,
    Sub,
    Mul,
}

/// A comparison operator.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A number of bytes, constant or computed at run time.
#[derive(Clone, Debug)]
pub(crate) enum Size {
    /// A number of bytes that is known at compile time.
    Fixed(u64),
    /// A number of bytes computed at run time: an expression of type `unsigned long` without side effects.
    Dynamic(Box<Expr>),
}

/// The operation that computes the new value in a compound assignment, `++` or `--`.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    /// An arithmetic operation, and the type in which the operation is computed.
    Arith(Arith, Ty),
    /// `pointer + operand * size`, or `pointer - operand * size` if the flag is set. `size` is the size of the object
    /// to which the pointer points.
    Pointer(Size, bool),
}

/// The location of a member inside a record.
#[derive(Copy, Clone, Debug)]
pub(crate) struct MemberLocation {
    /// The offset in bytes from the start of the outermost record.
    pub offset: u64,
    /// The bits of the member, if it is a bit-field.
    pub bits: Option<BitFieldLocation>,
}

/// The location of a bit-field within the outermost record, such as `x` in `x.a.b`. The innermost record is the record
/// that directly contains the bit-field, such as `x.a`.
#[derive(Copy, Clone, Debug)]
pub(crate) struct BitFieldLocation {
    /// The bits of the field, counted from the start of the innermost record.
    pub range: BitRange,
    /// The byte offset of the innermost record in the outermost record.
    pub holder_offset: u64,
    /// The size of the innermost record in bytes.
    pub holder_size: u64,
}

/// Operations that have no operator in C, with their operands.
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
    /// `__builtin_longjmp(buffer, value)`, which does not return.
    Longjmp(Expr, Expr),
    Bits(BitOp, Expr),
    Float(FloatOp, Expr),
    FloatPair(FloatPairOp, Expr, Expr),
    /// `__builtin_{add,sub,mul}_overflow(a, b, result)`, with operands of any integer types. Stores the wrapped
    /// result at the address `result`.
    Overflow(OverflowOp, [Expr; 3]),
    /// `__builtin_{add,sub,mul}_overflow_p(a, b, sample)`, which tests for overflow and stores nothing. The
    /// number is the width of `sample` in bits.
    Overflows(OverflowOp, u32, [Expr; 3]),
    /// `__builtin_return_address(0)`; the result is an indeterminate address.
    ReturnAddress,
    /// `klee_alias_function`: redirects later calls of the first function to the second one.
    Redirect(SymbolId, SymbolId),
}

impl Special {
    /// Returns the operands of the operation, in order.
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

/// An operation on the bits of an integer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum BitOp {
    /// Reverses the order of the bytes.
    ByteSwap,
    /// Reverses the order of the bits.
    BitReverse,
    /// Counts the one bits. The result is an `int`, as for every bit operation except byte swap and bit
    /// reversal.
    PopCount,
    LeadingZeros,
    TrailingZeros,
    /// `ffs`: one plus the index of the lowest one bit, or 0 if the operand is 0.
    FindFirst,
    /// `clrsb`: counts the bits after the sign bit that are copies of the sign bit.
    ClrSb,
    /// Returns 1 if the number of one bits is odd, else 0.
    Parity,
}

/// An operation on a floating-point number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FloatOp {
    /// The absolute value.
    Abs,
    /// The sign bit; the result is an `int`.
    SignBit,
    /// Whether the operand is a NaN; the result is an `int`.
    IsNan,
    /// Whether the operand is an infinity; the result is an `int`.
    IsInf,
    /// 1 for plus infinity, -1 for minus infinity, else 0; the result is an `int`.
    InfSign,
    /// Whether the operand is finite; the result is an `int`.
    IsFinite,
    /// Whether the operand is finite, not zero and not subnormal; the result is an `int`.
    IsNormal,
}

/// An operation on two floating-point numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FloatPairOp {
    /// The magnitude of the first operand with the sign of the second operand.
    CopySign,
    /// A comparison that is false if one operand is a NaN.
    Ordered(Compare),
    /// Whether one of the operands is a NaN.
    Unordered,
}

/// The kind of an expression, with its operands.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// An integer or pointer constant: its bits, truncated to the width of its type.
    Int(u128),
    Float(f64),
    /// A `long double` constant that a `double` cannot represent exactly. The field is the nearest `double`.
    Rounded(f64),

    // The variants from here to `Member` are lvalues or function designators. The only exception is a member of a
    // record value, such as `f().m`, which is a value.
    Local(LocalId),
    Symbol(SymbolId),
    String(StringId),
    /// A compound literal inside a function: an unnamed variable with an initializer.
    Compound(LocalId, Box<Init>),
    Deref(Box<Expr>),
    /// A member of an lvalue or of a record value.
    Member(Box<Expr>, MemberLocation),

    // The variants from here on are values.
    Load(Box<Expr>),
    /// Converts an array to a pointer to its first element, or a function to a pointer to the function.
    Decay(Box<Expr>),
    AddrOf(Box<Expr>),
    /// Converts a scalar to the expression's type.
    Convert(Box<Expr>),
    /// Evaluates the operand for its side effects; has no value.
    Discard(Box<Expr>),
    Neg(Box<Expr>),
    BitNot(Box<Expr>),
    /// `!e`, of type `int`; the operand is any scalar.
    Not(Box<Expr>),
    Arith(Arith, Box<Expr>, Box<Expr>),
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// `pointer + index * size`, or `pointer - index * size` if the flag is set. The index has type `long`.
    PtrAdd(Box<Expr>, Box<Expr>, Size, bool),
    /// The difference of two pointers in elements; the size is the size of one element.
    PtrDiff(Box<Expr>, Box<Expr>, Size),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Builds a complex number from its real and its imaginary part.
    Complex(Box<Expr>, Box<Expr>),
    /// Stores the value of the first expression in a hidden local variable (one that symtool adds to the function).
    /// Then evaluates the second expression, which reads the variable. Used, for example, for `a ?: b`.
    Let(LocalId, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    Update {
        place: Box<Expr>,
        update: Update,
        operand: Box<Expr>,
        /// Whether the result is the old value (postfix form, as in `i++`). Otherwise it is the new value.
        post: bool,
    },
    Call(Box<Call>),
    /// A statement expression of GNU C, `({ … })`. Its value is the value of the expression after the statements.
    /// Without such an expression, the statement expression has no value.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// `va_arg`: the operand is the address of the `va_list` record.
    VaArg(Box<Expr>),
    Special(Box<Special>),
}

/// A function call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// A pointer to the called function. In the call `f(x)`, the function designator `f` is converted to this pointer
    /// ([`ExprKind::Decay`]).
    pub callee: Expr,
    /// The type of the called function.
    pub ty: Ty,
    /// The arguments, converted to the parameter types or by the default argument promotions.
    pub args: Vec<Expr>,
    /// The source text of the first argument, if the called function asserts that this argument is nonzero
    /// (`klee_assert`). The text is part of the failure's message. `None` for any other call.
    pub text: Option<Box<str>>,
}

/// One item of an initializer, at its offset in the object.
#[derive(Clone, Debug)]
pub(crate) struct InitItem {
    /// The offset in bytes from the start of the object.
    pub offset: u64,
    pub bits: Option<BitFieldLocation>,
    /// A scalar or record value of the member's type, or a string literal for a character array.
    pub value: Expr,
}

/// An initializer with an item for each initialized subobject. Bytes without an item are zero. A later item
/// overrides earlier items for the same bytes.
#[derive(Clone, Debug)]
pub(crate) struct Init {
    pub items: Vec<InitItem>,
    /// The size of the object in bytes, including the elements of a flexible array member.
    pub size: u64,
    /// Whether the initializer is a single expression (`= e`), which initializes all bytes of the object.
    pub whole: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// The kind of a statement, with its components.
#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Expr(Expr),
    Block(Vec<Stmt>),
    /// Starts the lifetime of a local variable, and initializes it if the declaration has an initializer.
    Declare(LocalId, Option<Init>),
    /// Starts the lifetime of a variable-length array of the given size.
    DeclareVla(LocalId, Size),
    /// Stores the length of one dimension of a variable-length array in a hidden local variable (one that symtool adds
    /// to the function).
    SetLength(LocalId, Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    /// A `for` loop with condition, step and body. The initialization of the loop is a separate statement
    /// before it.
    For(Option<Expr>, Option<Expr>, Box<Stmt>),
    Switch(Box<Switch>),
    Label(LabelId),
    /// The statement with the label that `--error-label` names: a failure if it is reached.
    ErrorLocation,
    Goto(LabelId),
    /// Computed `goto *p;`.
    ComputedGoto(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    Empty,
}

/// A `switch` statement with its cases.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    pub value: Expr,
    pub body: Stmt,
    pub cases: Vec<Case>,
    pub default: Option<LabelId>,
}

/// A `case` of a switch: the values from `low` to `high`, in the type of the controlling expression.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub low: i128,
    pub high: i128,
    pub label: LabelId,
}

/// A function body after semantic analysis.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub locals: Vec<Local>,
    /// The parameters, in order.
    pub params: Vec<LocalId>,
    pub stmts: Vec<Stmt>,
    /// The names of the labels, for messages.
    pub labels: Vec<String>,
    /// The labels that occur in expressions `&&label`, which are the possible targets of a computed `goto`. The value
    /// of `&&label` is the number n + 1 for the label `LabelId(n)`.
    pub taken_labels: Vec<LabelId>,
    /// The functions and objects that the body uses.
    pub uses: Vec<SymbolId>,
    /// The location of the closing brace of the body.
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

    /// Returns whether the expression is an lvalue.
    pub(crate) fn is_lvalue(&self) -> bool {
        match &self.kind {
            ExprKind::Local(_)
            | ExprKind::Symbol(_)
            | ExprKind::String(_)
            | ExprKind::Compound(..)
            | ExprKind::Deref(_) => true,
            ExprKind::Member(base, _) => base.is_lvalue(),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Rounded(_)
            | ExprKind::Load(_)
            | ExprKind::Decay(_)
            | ExprKind::AddrOf(_)
            | ExprKind::Convert(_)
            | ExprKind::Discard(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd(..)
            | ExprKind::PtrDiff(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..)
            | ExprKind::Complex(..)
            | ExprKind::Let(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::Update { .. }
            | ExprKind::Call(_)
            | ExprKind::Statements(..)
            | ExprKind::VaArg(_)
            | ExprKind::Special(_) => false,
        }
    }

    /// Returns the symbol that a direct call names as its callee; `None` for a call through a pointer.
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
    /// Returns whether the statement contains a label, through which control can enter the middle of the
    /// statement.
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
            // The body of a `switch` contains its case labels, so the result is true for most `switch` statements. This
            // result is only conservative: control enters the body at a case label only through the `switch` itself.
            StmtKind::Switch(switch) => switch.body.has_label(),
            StmtKind::Expr(_)
            | StmtKind::Declare(..)
            | StmtKind::DeclareVla(..)
            | StmtKind::SetLength(..)
            | StmtKind::ErrorLocation
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Empty => false,
        }
    }
}

//! The names of the rewrite rules.
//!
//! Every rewrite counts an application of the rule that justifies it. So tests can show that each rule is
//! used. They evaluate the results of each rule exhaustively, and prove the rule with a solver at the widths
//! of C types. Builds without debug assertions count nothing, so that the rules have no overhead.
//!
//! In the laws `j`, `k` are constants, `x`, `y` any expressions, `c`, `d`, `e` conditions; `x:y` is a
//! concatenation, `x[i..]` and `x[..n]` are extractions, `ext` is a sign or zero extension, `<u` is unsigned; a
//! *tree* is an expression of nested `ite`s with constant leaves.

macro_rules! rules {
    ($($(#[$law:meta])* $name:ident,)*) => {
        /// A rewrite rule. Its doc comment is the law on which it is based.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[$law])* $name,)*
        }

        impl Rule {
            /// All rules, in order.
            pub const ALL: &[Rule] = &[$(Rule::$name,)*];
        }
    };
}

rules! {
    // ---- all operators
    /// An expression is a constant if its known bits and interval allow one value only.
    SingleValue,
    /// `op(tree, k)`, with a tree of `ite`s and a constant k: the operator is applied to each leaf and k.
    PushLeft,
    /// `op(k, tree)`, with a constant k and a tree of `ite`s: the operator is applied to k and each leaf.
    PushRight,
    /// `op(c ? j : k, c ? l : m) = c ? op(j, l) : op(k, m)`.
    PushSameCondition,
    /// A unary operator on a tree of `ite`s is applied to each leaf.
    MapLeaves,

    // ---- sums
    /// At width 1, addition and subtraction are exclusive or.
    SumOfBits,
    /// `x + 0 = x`.
    AddZero,
    /// `(x + j) + k = x + (j + k)`.
    AddToSum,
    /// `(j - x) + k = (j + k) - x`.
    AddToConstMinus,
    /// `x + x = x << 1`.
    AddSelf,
    /// `(x + k) + y = (x + y) + k`.
    AddFloatsConst,
    /// `(x - y) + y = x`.
    AddCancels,
    /// `(k - x) + y = (y - x) + k`.
    AddFloatsConstMinus,
    /// `x:0 + 0:y = x:y`; also for `or` and `xor`.
    JoinDisjoint,
    /// `x - x = 0`.
    SubSelf,
    /// `x - k = x + -k`.
    SubConst,
    /// `x - (y + k) = (x - y) - k`.
    SubSumConst,
    /// `x - (x + y) = -y`.
    SubSumCancels,
    /// `x - (k - y) = (x + y) - k`.
    SubConstMinus,
    /// `k - (x - y) = (y - x) + k`.
    ConstMinusDifference,
    /// `(x + y) - x = y`.
    SumMinusCancels,
    /// `(x + k) - y = (x - y) + k`.
    SumConstMinus,

    // ---- products
    /// At width 1, multiplication is conjunction.
    MulOfBits,
    /// `x * 0 = 0`.
    MulZero,
    /// `x * 1 = x`.
    MulOne,
    /// `x * -1 = -x`.
    MulMinusOne,
    /// `(x + j) * k = x * k + j * k`.
    MulSum,
    /// `(x * j) * k = x * (j * k)`.
    MulMul,
    /// `x * 2^n = x << n`.
    MulPower,
    /// At width 1, quotients are `x or not y`, remainders `x and not y`.
    DivOfBits,
    /// Signed division of non-negative operands is unsigned division.
    DivSigns,
    /// `x / y = 0` for `x < y`.
    DivOfLess,
    /// `x % y = x` for `x < y`.
    RemOfLess,
    /// `x / 1 = x`.
    DivOne,
    /// `x % 1 = 0`.
    RemOne,
    /// `x / 2^n = x >> n`.
    DivPower,
    /// `x % 2^n = x[..n]`.
    RemPower,
    /// `zext x / k = zext (x / k)`; also for remainders.
    DivZext,

    // ---- truth values in arithmetic
    /// `x * y = x[0] ? y : 0` if x is 0 or 1.
    MulTruth,
    /// `(c ? -1 : 0) and x = c ? x : 0`.
    AndMask,
    /// `(c and d ? x : 0) + (not c and e ? y : 0) = c ? (d ? x : 0) : (e ? y : 0)`; also for `or` and `xor`.
    JoinComplementary,
    /// `(z + (c ? x : 0)) + (c ? 0 : y) = z + (c ? x : y)`.
    JoinInSum,

    // ---- shifts
    /// At width 1, a shift is `x and not y`; an arithmetic right shift is x.
    ShiftOfBits,
    /// `0 << x = 0`, `-1 >> x = -1` (arithmetic).
    ShiftOfFixed,
    /// The result of a shift is constant if every possible shift amount is at least the width.
    ShiftFar,
    /// `x << 0 = x`.
    ShiftByZero,
    /// An arithmetic shift by a constant is the sign extension of an extraction.
    AShrConst,
    /// A shift by a constant of at least the width is 0.
    ShiftOut,
    /// `x << k = x[..]:0`.
    ShlConst,
    /// `x >> k = zext x[k..]`.
    LShrConst,

    // ---- extensions and extractions
    /// `zext c = c ? 1 : 0` and `sext c = c ? -1 : 0`.
    ExtendBit,
    /// `ext (zext x) = zext x`.
    ExtendZext,
    /// `sext (sext x) = sext x`.
    SextSext,
    /// `sext x = zext x` if the sign bit of x is 0.
    SextPositive,
    /// `x[i..][j..] = x[i + j..]`.
    ExtractExtract,
    /// Extraction from the high operand of a concatenation.
    ExtractHigh,
    /// Extraction from the low operand of a concatenation.
    ExtractLow,
    /// Extraction across both operands of a concatenation.
    ExtractAcross,
    /// Extraction inside the operand of an extension.
    ExtractInside,
    /// Extraction from the zeros of a zero extension.
    ExtractZeros,
    /// Extraction from the sign bits of a sign extension.
    ExtractSigns,
    /// Extraction of bits from both the operand of an extension and the bits that the extension added.
    ExtractEdge,
    /// `(x op y)[i..] = x[i..] op y[i..]` if both extractions on the right simplify.
    ExtractOperands,
    /// `(c ? x : y)[i..] = c ? x[i..] : y[i..]` if both extractions on the right simplify.
    ExtractArms,
    /// `0:x = zext x`.
    ConcatZeros,
    /// `(zext x):y = zext (x:y)`.
    ConcatZext,
    /// `(x:y):z = x:(y:z)`.
    ConcatLeans,
    /// `x[j..]:x[i..j] = x[i..]`.
    JoinParts,
    /// `s:…:s:x = sext x` if s is the sign bit of x.
    JoinSigns,
    /// `(c ? x : y):(c ? u : v) = c ? x:u : y:v`.
    JoinChoices,
    /// `j:(k:x) = (j:k):x`.
    ConcatConsts,
    /// `x:(y:z) = (x:y):z` if `x:y` simplifies to one node, such as one extraction.
    ConcatJoins,

    // ---- bitwise
    /// `not not x = x`.
    NotNot,
    /// `x and x = x`.
    AndSelf,
    /// `x and not x = 0`.
    AndComplement,
    /// `x and 0 = 0`.
    AndZero,
    /// `x and -1 = x`.
    AndOnes,
    /// `c or d = not (not c and not d)`.
    OrOfBits,
    /// `x or x = x`.
    OrSelf,
    /// `x or not x = -1`.
    OrComplement,
    /// `x or 0 = x`.
    OrZero,
    /// `x or -1 = -1`.
    OrOnes,
    /// `x xor x = 0`.
    XorSelf,
    /// `x xor not x = -1`.
    XorComplement,
    /// `x xor 0 = x`.
    XorZero,
    /// `x xor -1 = not x`.
    XorOnes,
    /// `c and (c and d) = c and d`.
    AbsorbPart,
    /// `c and (not c and d) = false`.
    AbsorbContradiction,
    /// `c and not (not c and d) = c`.
    AbsorbImplied,
    /// `c and not (c and d) = c and not d`.
    AbsorbRest,
    /// If two intervals of an expression have no common value, their conjunction is `false`.
    IntervalsDisjoint,
    /// If two intervals of an expression have one common value, their conjunction is an equality.
    IntervalsMeet,
    /// If one of two intervals of an expression contains the other, their conjunction is the inner interval.
    IntervalsNested,
    /// `(x and j) and k = x and (j and k)`.
    AndAnd,
    /// `x and k = x` if the known bits of x show that x has no bits other than those of k.
    AndCovers,
    /// `x and 0..01..10..0` extracts a field.
    AndField,
    /// `(x or j) or k = x or (j or k)`.
    OrOr,
    /// `not x xor y = not (x xor y)`.
    XorNot,
    /// `x xor (x xor y) = y`.
    XorCancels,
    /// `(x xor j) xor k = x xor (j xor k)`.
    XorXor,
    /// `ext x op ext y = ext (x op y)`, bitwise.
    NarrowBitwise,
    /// `(x:y) op k`, bitwise, is split into `x op k1` and `y op k2`.
    SplitBitwise,

    // ---- equality
    /// Constants, known bits or intervals decide a comparison.
    Decided,
    /// `x == x`.
    EqSelf,
    /// `c == d` is `not (c xor d)`.
    EqOfBits,
    /// `not x == k` is `x == not k`.
    EqNotConst,
    /// `ext x == k` is `x == k`.
    EqExtConst,
    /// `ext x == k` is false if k is not an extension of any value of x.
    EqExtNever,
    /// `x:y == k` is `x == k1` and `y == k2`, where k is `k1:k2`.
    EqConcatConst,
    /// `x - y == 0` is `x == y`.
    EqDifference,
    /// `j - x == k` is `x == j - k`.
    EqConstMinus,
    /// `(x xor y) == 0` is `x == y`.
    EqXorZero,
    /// `x + j == k` is `x == k - j`.
    EqAddConst,
    /// `x xor j == k` is `x == j xor k`.
    EqXorConst,
    /// `x * j == k` is `x == k * j^-1` for odd j.
    EqMulConst,
    /// `ext x == ext y` is `x == y`.
    EqExtensions,
    /// `not x == not y` is `x == y`.
    EqNots,
    /// `(c ? x : y) == x` is `c or y == x`.
    EqThen,
    /// `(c ? x : y) == y` is `not c or x == y`.
    EqOther,
    /// `x + y == x` is `y == 0`.
    EqSumCancels,
    /// `x + y == x + z` is `y == z`.
    EqSumsCommon,
    /// `x + j == y + k` is `x == y + (k - j)`.
    EqSumsConst,

    // ---- order
    /// `x < x` is false.
    LessSelf,
    /// At width 1, a comparison by `<` is a Boolean connective of its operands.
    LessOfBits,
    /// `greatest < x` is false.
    LessGreatest,
    /// `k < x` is `not (x < k + 1)`.
    LessConstLeft,
    /// `x <u x + y` is `0 < y`, and `x + y <u x` is false, if the sum does not overflow.
    UltOwnSum,
    /// `x + y <u x + z` is `y <u z` if neither sum overflows.
    UltSumsCommon,
    /// `x <u 0` is false. The rule is needed above 64 bits; at smaller widths the interval decides the
    /// comparison.
    UltZero,
    /// `x < 1` is `x == 0`.
    UltOne,
    /// `x < -1` is `x != -1`, unsigned.
    UltOnes,
    /// `not x < k` is `not k < x`, unsigned.
    UltNot,
    /// `zext x < k` is `x < k` if `k` fits the width of `x`.
    UltZext,
    /// `zext x < k` is true if `k` does not fit the width of `x`.
    UltZextAlways,
    /// `sext x <u k` is a comparison of x, because no value of `sext x` is in the middle of the unsigned
    /// range.
    UltSext,
    /// `x:y < k` is a comparison of x if y cannot change the result.
    LessConcat,
    /// Signed order of operands with equal signs is unsigned order.
    SltSameSign,
    /// `x < least` is false.
    SltLeast,
    /// `x < least + 1` is `x == least`.
    SltAboveLeast,
    /// `x < greatest` is `x != greatest`, signed.
    SltGreatest,
    /// `sext x < k` is `x < k`, signed.
    SltSext,
    /// `sext x < k` is true if k exceeds all values of `sext x`.
    SltSextAlways,
    /// `sext x < k` is false if no value of `sext x` is less than k.
    SltSextNever,
    /// `ext x < ext y` is compared at the least width that represents both operands.
    LessExtensions,
    /// A comparison of a tree with a constant is applied to each leaf.
    CompareTree,
    /// `(c ? k : x) < j` is `c ? k < j : x < j`.
    CompareArms,

    // ---- choices
    /// `true ? x : y = x`.
    IteConst,
    /// `c ? x : x = x`.
    IteSame,
    /// `not c ? x : y = c ? y : x`.
    IteNot,
    /// `c ? true : d = c or d`; also `c ? c : d`.
    IteOr,
    /// `c ? d : false = c and d`; also `c ? d : c`.
    IteAnd,
    /// `c ? false : d = not c and d`.
    IteNotAnd,
    /// `c ? d : true = not c or d`.
    IteNotOr,
    /// `c ? d : not d` is `not (c xor d)`.
    IteXor,
    /// `c ? not x : not y = not (c ? x : y)` for conditions.
    IteNots,
    /// `x == k ? k : x = x`.
    IteOfEqual,
    /// `c ? (c ? x : y) : z = c ? x : z`.
    IteThenSame,
    /// `c ? (d ? x : z) : z = (c and d) ? x : z`.
    IteThenOther,
    /// `c ? (d ? z : x) : z = (c and not d) ? x : z`.
    IteThenThen,
    /// `c ? x : (c ? y : z) = c ? x : z`.
    IteOtherSame,
    /// `c ? x : (d ? x : y) = (c or d) ? x : y`.
    IteOtherThen,
    /// `c ? x : (d ? y : x) = (c or not d) ? x : y`.
    IteOtherOther,
    /// `c ? ext x : ext y = ext (c ? x : y)`.
    IteExtensions,

    // ---- arrays
    /// A read out of bounds is 0.
    ReadOutside,
    /// A read at the index of the latest store returns the stored value.
    ReadStored,
    /// A read ignores a store if the two indexes differ for all inputs.
    ReadPast,
    /// A read at a constant index returns the cell.
    ReadCell,
    /// A read returns the common expression of all cells that the index may select.
    ReadEqualCells,
    /// A store out of bounds has no effect.
    StoreOutside,
    /// A store at a constant index replaces the cell, if the array is small.
    StoreCell,
    /// A store replaces an older store at the same index.
    StoreAgain,
}

/// The number of applications of each rule. It is empty in builds without debug assertions, which count
/// nothing.
#[derive(Debug)]
pub(crate) struct Register(Box<[u64]>);

impl Register {
    pub(crate) fn new() -> Register {
        let rules = if cfg!(debug_assertions) {
            Rule::ALL.len()
        } else {
            0
        };
        Register(vec![0; rules].into())
    }

    /// Counts an application of a rule.
    #[inline(always)]
    pub(crate) fn count(&mut self, rule: Rule) {
        if cfg!(debug_assertions) {
            self.0[rule as usize] += 1;
        }
    }

    /// Returns the number of applications of each rule.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.0
    }
}

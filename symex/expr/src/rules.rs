//! The names of the rewrite rules.
//!
//! In debug builds, the arena counts how often it applies each rule, so that tests can show that each rule is
//! used. The tests compare the results of each rule with concrete evaluation for all values at width 4, and prove
//! them with a solver at the widths of C types. Builds without debug assertions count nothing, because counting takes
//! time.
//!
//! The doc comment of a rule is its *law*, the equality by which it rewrites. In the laws, `j` and `k` are constants,
//! `x` and `y` are expressions of width w, and `c`, `d` and `e` are conditions. `x:y` is a concatenation with x in the
//! high bits. `x[i..j]` is the extraction of the bits i to j - 1 of x; `x[i..]`, `x[..n]` and `x[i]` are extractions,
//! too. `ext` is a sign or zero extension. `<u` is the unsigned and `<s` the signed comparison; a law with `<` is valid
//! for both of them. A *tree* is an expression of nested `ite`s with constant leaves. An *interval* of an expression x
//! is a condition of any form that is equivalent to `j <= x <= k`.

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
    // ---- all operators: `j`, `k`, `l`, `m` are constants, `c` is a condition
    /// An expression is a constant if its abstract value (known bits and interval) allows one value only.
    SingleValue,
    /// `op(tree, k)`, with a tree of `ite`s and a constant k: the operator is applied to each leaf and k.
    PushLeft,
    /// `op(k, tree)`, with a constant k and a tree of `ite`s: the operator is applied to k and each leaf.
    PushRight,
    /// `op(c ? j : k, c ? l : m)` is `c ? op(j, l) : op(k, m)`.
    PushSameCondition,
    /// A unary operator on a tree of `ite`s is applied to each leaf.
    MapLeaves,

    // ---- sums: `j`, `k` are constants, `x`, `y` are expressions
    /// At width 1, `x + y` and `x - y` are `x xor y`.
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
    /// `x:0 + 0:y = x:y`, where `x:y` is a concatenation; also for `or` and `xor`.
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

    // ---- products: `j`, `k` are constants, and `<<` is the left shift
    /// `x * y = x & y` at width 1.
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

    // ---- quotients and remainders: `k` is a constant, `<u` is unsigned, `x[..n]` are the n low bits of `x`
    /// At width 1, a quotient is `x or not y`, and a remainder is `x and not y`.
    DivOfBits,
    /// A signed division of a non-negative operand by a positive operand is an unsigned division.
    DivSigns,
    /// `x / y = 0` for `x <u y` (unsigned division).
    DivOfLess,
    /// `x % y = x` for `x <u y` (unsigned division).
    RemOfLess,
    /// `x / 1 = x`.
    DivOne,
    /// `x % 1 = 0`.
    RemOne,
    /// `x / 2^n = x >> n` (unsigned division, logical shift).
    DivPower,
    /// `x % 2^n = zext x[..n]` (unsigned division), where `x[..n]` are the n low bits of x.
    RemPower,
    /// `zext x / k = zext (x / k)` (unsigned division); also for remainders.
    DivZext,

    // ---- truth values in arithmetic: `c`, `d`, `e` are conditions, `x[0]` is the lowest bit of `x`
    /// `x * y` is `x[0] ? y : 0` if x is 0 or 1.
    MulTruth,
    /// `(c ? -1 : 0) and x` is `c ? x : 0`.
    AndMask,
    /// `(c and d ? x : 0) + ((not c) and e ? y : 0)` is `c ? (d ? x : 0) : (e ? y : 0)`; also for `or` and `xor`.
    JoinComplementary,
    /// `(z + (c ? x : 0)) + (c ? 0 : y)` is `z + (c ? x : y)`.
    JoinInSum,

    // ---- shifts: `k` is a constant, `w` the width of `x`, `x:y` a concatenation, `x[i..j]` the bits i to j - 1 of `x`
    /// At width 1, `x` shifted by `y` is `x and not y`; an arithmetic right shift is `x`.
    ShiftOfBits,
    /// `0 << x = 0`, `-1 >> x = -1` (arithmetic).
    ShiftOfFixed,
    /// If the amount of a shift is at least the width w for all inputs, the amount becomes w: `x << y = x << w`.
    ShiftFar,
    /// `x << 0 = x`.
    ShiftByZero,
    /// `x >> k = sext x[k..]` (arithmetic shift), where `x[k..]` are the bits of x from k on.
    AShrConst,
    /// A left or logical right shift by a constant of at least the width w is 0.
    ShiftOut,
    /// `x << k = x[..w - k]:0`, the concatenation of the w - k low bits of x with k zeros.
    ShlConst,
    /// `x >> k = zext x[k..]` (logical shift), where `x[k..]` are the bits of x from k on.
    LShrConst,

    // ---- extensions: `ext` is a sign or zero extension, and `c` is a condition
    /// `zext c` is `c ? 1 : 0` and `sext c` is `c ? -1 : 0`.
    ExtendBit,
    /// `ext (zext x) = zext x` for a sign or zero extension `ext`.
    ExtendZext,
    /// `sext (sext x) = sext x`.
    SextSext,
    /// `sext x = zext x` if the sign bit of x is 0.
    SextPositive,

    // ---- extractions: `x[i..j]` are the bits of `x` from i to j - 1, `x[i..]` are the bits from i on, `x:y` is the
    // concatenation with `x` in the high bits, and `ext` is a sign or zero extension
    /// `x[i..][j..] = x[i + j..]`: an extraction from an extraction is one extraction.
    ExtractExtract,
    /// `(x:y)[i..j]`, an extraction from a concatenation, is an extraction of x if all selected bits are in x.
    ExtractHigh,
    /// `(x:y)[i..j]`, an extraction from a concatenation, is an extraction of y if all selected bits are in y.
    ExtractLow,
    /// `(x:y)[i..j]`, an extraction from a concatenation, is the concatenation of two extractions if some selected
    /// bits are in x and some in y.
    ExtractAcross,
    /// `(ext x)[i..j] = x[i..j]`, for a sign or zero extension `ext`, if all selected bits are in x.
    ExtractInside,
    /// `(zext x)[i..j] = 0` if no selected bit is in x.
    ExtractZeros,
    /// `(sext x)[i..j]` consists of copies of the sign bit of x if no selected bit is in x.
    ExtractSigns,
    /// `(ext x)[i..j] = ext x[i..]`, for a sign or zero extension `ext`, if some selected bits are in x and some are
    /// added by the extension.
    ExtractEdge,
    /// `(x op y)[i..] = x[i..] op y[i..]` if both extractions on the right simplify.
    ExtractOperands,
    /// `(c ? x : y)[i..]` is `c ? x[i..] : y[i..]` if both extractions on the right simplify.
    ExtractArms,

    // ---- concatenations: `x:y` has `x` in the high bits, `x[i..j]` are the bits i to j - 1 of `x`, `j`, `k` are
    // constants, and `c` is a condition
    /// `0:x = zext x`, where `0:x` is a concatenation.
    ConcatZeros,
    /// `(zext x):y = zext (x:y)`, where `:` is the concatenation.
    ConcatZext,
    /// `(x:y):z = x:(y:z)`, where `:` is the concatenation.
    ConcatLeans,
    /// `x[j..]:x[i..j] = x[i..]`: the concatenation of adjacent extractions is one extraction.
    JoinParts,
    /// `s:…:s:x = sext x`: the concatenation of x with copies of the sign bit s of x is a sign extension.
    JoinSigns,
    /// `(c ? x : y):(c ? u : v)`, a concatenation of two `ite`s, is `c ? (x:u) : (y:v)`.
    JoinChoices,
    /// `j:(k:x) = (j:k):x` for concatenations with constants j and k, so that `j:k` folds.
    ConcatConsts,
    /// `x:(y:z) = (x:y):z`, where `:` is the concatenation, if `x:y` simplifies to one node, such as one extraction.
    ConcatJoins,

    // ---- complement and conjunction, bit by bit: `x` is an expression of any width
    /// `not not x` is `x`.
    NotNot,
    /// `x and x` is `x`.
    AndSelf,
    /// `x and not x` is `0`.
    AndComplement,
    /// `x and 0` is `0`.
    AndZero,
    /// `x and -1` is `x`.
    AndOnes,

    // ---- disjunction and exclusive or, bit by bit: `c`, `d` are conditions, and `x` is an expression of any width
    /// `c or d` is `not ((not c) and (not d))`.
    OrOfBits,
    /// `x or x` is `x`.
    OrSelf,
    /// `x or not x` is `-1`.
    OrComplement,
    /// `x or 0` is `x`.
    OrZero,
    /// `x or -1` is `-1`.
    OrOnes,
    /// `x xor x` is `0`.
    XorSelf,
    /// `x xor not x` is `-1`.
    XorComplement,
    /// `x xor 0` is `x`.
    XorZero,
    /// `x xor -1` is `not x`.
    XorOnes,

    // ---- conjunctions: `c`, `d` are conditions, `<u` is the unsigned comparison, and an interval of an expression x
    // is a condition that is equivalent to `j <= x <= k`
    /// `c and (c and d)` is `c and d`.
    AbsorbPart,
    /// `c and ((not c) and d)` is `false`.
    AbsorbContradiction,
    /// `c and not ((not c) and d)` is `c`.
    AbsorbImplied,
    /// `c and not (c and d)` is `c and (not d)`.
    AbsorbRest,
    /// If two intervals of one expression have no common value, the conjunction is false:
    /// `x <u 3 and not (x <u 5)`.
    IntervalsDisjoint,
    /// If two intervals of one expression have one common value, the conjunction is an equality:
    /// `x <u 3 and not (x <u 2)` is `x == 2`.
    IntervalsMeet,
    /// If one of two intervals of one expression contains the other, the conjunction is the inner interval:
    /// `x <u 3 and x <u 5` is `x <u 3`.
    IntervalsNested,

    // ---- bitwise operators, mostly with constants `j`, `k`: `x:y` is a concatenation, `x[i..j]` are the bits of `x`
    // from i to j - 1, and `ext` is a sign or zero extension
    /// `(x and j) and k` is `x and (j and k)`.
    AndAnd,
    /// `x and k` is `x` if all bits that are 0 in k are known to be 0 in x.
    AndCovers,
    /// `x and 0..01..10..0`, with ones at the positions i to j - 1, is the concatenation `0:x[i..j]:0`.
    AndField,
    /// `(x or j) or k` is `x or (j or k)`.
    OrOr,
    /// `(not x) xor y` is `not (x xor y)`.
    XorNot,
    /// `x xor (x xor y)` is `y`.
    XorCancels,
    /// `(x xor j) xor k` is `x xor (j xor k)`.
    XorXor,
    /// `ext x op ext y = ext (x op y)` for a bitwise operator `op` and a sign or zero extension `ext`.
    NarrowBitwise,
    /// `(x:y) op (j:k) = (x op j):(y op k)` for concatenations and a bitwise operator `op`.
    SplitBitwise,

    // ---- equality: `j`, `k` are constants, `x`, `y` are expressions, `ext` is a sign or zero extension
    /// Constants, known bits or intervals determine the truth value of a comparison.
    Decided,
    /// `x == x` is true.
    EqSelf,
    /// `c == d` is `not (c xor d)`.
    EqOfBits,
    /// `(not x) == k` is `x == (not k)`.
    EqNotConst,
    /// `ext x == k` is `x == j` for a sign or zero extension `ext`, where j has the width of x and k is the extension
    /// of j.
    EqExtConst,
    /// `ext x == k`, for a sign or zero extension `ext`, is false if k is not the extension of any value of x.
    EqExtNever,
    /// `x:y == j:k`, a comparison of concatenations, is `(x == j) and (y == k)`.
    EqConcatConst,

    // ---- equality of an expression of w bits with a constant: `j`, `k` are constants
    /// `x - y == 0` is `x == y`.
    EqDifference,
    /// `j - x == k` is `x == (j - k)`.
    EqConstMinus,
    /// `(x xor y) == 0` is `x == y`.
    EqXorZero,
    /// `x + j == k` is `x == (k - j)`.
    EqAddConst,
    /// `(x xor j) == k` is `x == (j xor k)`.
    EqXorConst,
    /// `x * j == k` is `x == (k * j^-1)` for odd j, with the inverse modulo 2^w.
    EqMulConst,

    // ---- equality of two expressions with a common part: `ext` is a sign or zero extension, `c` is a condition
    /// `ext x == ext y` is `x == y`.
    EqExtensions,
    /// `(not x) == (not y)` is `x == y`.
    EqNots,
    /// `(c ? x : y) == x` is `c or (y == x)`.
    EqThen,
    /// `(c ? x : y) == y` is `(not c) or (x == y)`.
    EqOther,
    /// `x + y == x` is `y == 0`.
    EqSumCancels,
    /// `x + y == x + z` is `y == z`.
    EqSumsCommon,
    /// `x + j == y + k` is `x == y + (k - j)`.
    EqSumsConst,

    // ---- order: `<u` is unsigned, `<s` is signed, and `<` is either of them
    /// `x < x` is false.
    LessSelf,
    /// At width 1, `c <u d` is `(not c) and d`, and `c <s d` is `c and (not d)`.
    LessOfBits,
    /// `greatest < x` is false, where `greatest` is the greatest value in the order of the comparison.
    LessGreatest,
    /// `k < x` is `not (x < k + 1)`.
    LessConstLeft,
    /// `x <u x + y` is `y != 0`, and `x + y <u x` is false, if the sum does not overflow.
    UltOwnSum,
    /// `x + y <u x + z` is `y <u z` if neither sum overflows.
    UltSumsCommon,

    // ---- order with a constant: `j`, `k` are constants, `<u` is unsigned, `<s` is signed, and `<` is either of them
    /// `x <u 0` is false. The rule is needed above 64 bits; at smaller widths the interval decides the
    /// comparison.
    UltZero,
    /// `x <u 1` is `x == 0`.
    UltOne,
    /// `x <u -1` is `x != -1`.
    UltOnes,
    /// `(not x) <u k` is `(not k) <u x`.
    UltNot,
    /// `zext x <u k` is `x <u k` if k fits the width of x.
    UltZext,
    /// `zext x <u k` is true if k does not fit the width of x.
    UltZextAlways,
    /// `sext x <u k` is `x <u j`, where j is a narrower constant: no value of `sext x` is in the middle of the
    /// unsigned range.
    UltSext,
    /// `x:y < k`, where `x:y` is a concatenation, is a comparison of x if y cannot change the result: `x:0 <u 1:0` is
    /// `x <u 1`.
    LessConcat,

    // ---- signed order: `<s` is signed, `<u` is unsigned, `<` is either, `j`, `k` are constants, `c` is a condition
    /// `x <s y` is `x <u y` if both operands have the same sign.
    SltSameSign,
    /// `x <s least` is false, where `least` is the least signed value.
    SltLeast,
    /// `x <s least + 1` is `x == least`, where `least` is the least signed value.
    SltAboveLeast,
    /// `x <s greatest` is `x != greatest`, where `greatest` is the greatest signed value.
    SltGreatest,
    /// `sext x <s k` is `x <s k` if k fits the width of x.
    SltSext,
    /// `sext x <s k` is true if k is greater than all values of `sext x`.
    SltSextAlways,
    /// `sext x <s k` is false if no value of `sext x` is less than k.
    SltSextNever,
    /// `ext x < ext y`, where each `ext` is a sign or zero extension, is compared at the least width that represents
    /// both operands.
    LessExtensions,
    /// A comparison of a tree of `ite`s (with constant leaves) and a constant is applied to each leaf.
    CompareTree,
    /// `(c ? k : x) < j` is `c ? (k < j) : (x < j)`.
    CompareArms,

    // ---- if-then-else: `c`, `d` are conditions, `x`, `y`, `z` are expressions
    /// `true ? x : y` is `x`.
    IteConst,
    /// `c ? x : x` is `x`.
    IteSame,
    /// `(not c) ? x : y` is `c ? y : x`.
    IteNot,
    /// `c ? true : d` is `c or d`; also `c ? c : d`.
    IteOr,
    /// `c ? d : false` is `c and d`; also `c ? d : c`.
    IteAnd,
    /// `c ? false : d` is `(not c) and d`.
    IteNotAnd,
    /// `c ? d : true` is `(not c) or d`.
    IteNotOr,
    /// `c ? d : not d` is `not (c xor d)`.
    IteXor,
    /// `c ? not x : not y` is `not (c ? x : y)` for conditions.
    IteNots,

    // ---- nested if-then-else: `c`, `d` are conditions, `k` is a constant, `x`, `y`, `z` are expressions
    /// `x == k ? k : x` is `x`.
    IteOfEqual,
    /// `c ? (c ? x : y) : z` is `c ? x : z`.
    IteThenSame,
    /// `c ? (d ? x : z) : z` is `(c and d) ? x : z`.
    IteThenOther,
    /// `c ? (d ? z : x) : z` is `(c and not d) ? x : z`.
    IteThenThen,
    /// `c ? x : (c ? y : z)` is `c ? x : z`.
    IteOtherSame,
    /// `c ? x : (d ? x : y)` is `(c or d) ? x : y`.
    IteOtherThen,
    /// `c ? x : (d ? y : x)` is `(c or not d) ? x : y`.
    IteOtherOther,
    /// `c ? ext x : ext y` is `ext (c ? x : y)`, where `ext` is a sign or zero extension.
    IteExtensions,

    // ---- arrays
    /// A read out of bounds is 0.
    ReadOutside,
    /// A read at the index of the latest store returns the stored value, if the index is in bounds.
    ReadStored,
    /// A read ignores a store if the two indexes differ for all inputs.
    ReadPast,
    /// A read at a constant index of an array without stores returns the element at this index.
    ReadCell,
    /// If all elements that the index of a read may select are the same expression, the read returns this expression.
    ReadEqualCells,
    /// A store out of bounds has no effect.
    StoreOutside,
    /// If the array is small and has no stores yet, a store at a constant index gives an array without stores, in which
    /// the stored value replaces one element.
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

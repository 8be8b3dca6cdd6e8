//! The tests compare `eval` with independent results: integer operators with the definitions of SMT-LIB for all
//! operands of small widths, and float conversions with the results of code compiled by gcc.
use super::eval;
use crate::bits::Bits;
use crate::ops::{OPS, Op, OpClass};
use proptest::prelude::*;

/// Computes a binary integer operator in unbounded integers, as the reference. `x` and `y` are the unsigned operands;
/// `sx` and `sy` are their signed values, and the modulus is 2^width. The code follows the definitions of SMT-LIB and
/// does not use `eval`.
fn binary(op: Op, width: u32, x: i64, y: i64) -> i64 {
    let modulus = 1i64 << width;
    let signed = |v: i64| if v >= modulus / 2 { v - modulus } else { v };
    let (sx, sy) = (signed(x), signed(y));
    let bit = |v: i64, at: u32| v >> at & 1;
    let bits = |f: &dyn Fn(u32) -> i64| (0..width).map(|at| f(at) << at).sum::<i64>();
    let power = |n: i64| {
        if n >= i64::from(width) {
            modulus
        } else {
            1 << n
        }
    };
    match op {
        Op::Add => x + y,
        Op::Sub => x - y,
        Op::Mul => x * y,
        Op::UDiv if y == 0 => -1,
        Op::UDiv => x / y,
        Op::URem if y == 0 => x,
        Op::URem => x - x / y * y,
        Op::SDiv if y == 0 => {
            if sx < 0 {
                1
            } else {
                -1
            }
        }
        Op::SDiv => sx.abs() / sy.abs() * sx.signum() * sy.signum(),
        Op::SRem if y == 0 => x,
        Op::SRem => sx.abs() % sy.abs() * sx.signum(),
        Op::And => bits(&|at| bit(x, at) * bit(y, at)),
        Op::Or => bits(&|at| bit(x, at).max(bit(y, at))),
        Op::Xor => bits(&|at| i64::from(bit(x, at) != bit(y, at))),
        Op::Shl => x * power(y),
        Op::LShr => x / power(y),
        Op::AShr => sx.div_euclid(power(y)),
        Op::Eq => i64::from(x == y),
        Op::Ne => i64::from(x != y),
        Op::Ult => i64::from(x < y),
        Op::Ule => i64::from(x <= y),
        Op::Ugt => i64::from(x > y),
        Op::Uge => i64::from(x >= y),
        Op::Slt => i64::from(sx < sy),
        Op::Sle => i64::from(sx <= sy),
        Op::Sgt => i64::from(sx > sy),
        Op::Sge => i64::from(sx >= sy),
        other => panic!("{} is no integer operator", other.name()),
    }
}

#[test]
fn integer_operators_have_the_semantics_of_smt_lib() {
    for row in OPS {
        let compare = match row.class {
            OpClass::IntBinary => false,
            OpClass::IntCompare => true,
            _ => continue,
        };
        for width in 1..=5 {
            for (x, y) in (0..1i64 << width).flat_map(|x| (0..1i64 << width).map(move |y| (x, y))) {
                let args = [Bits::new(width, x as u128), Bits::new(width, y as u128)];
                let result = if compare { 1 } else { width };
                let expected = Bits::signed(result, i128::from(binary(row.op, width, x, y)));
                assert_eq!(
                    eval(row.op, result, &args),
                    expected,
                    "{} {args:?}",
                    row.name
                );
                if row.commutative {
                    assert_eq!(eval(row.op, result, &[args[1], args[0]]), expected);
                }
            }
        }
    }
}

#[test]
fn unary_operators_and_casts_of_small_integers() {
    for width in 1..=6u32 {
        for x in 0..1i128 << width {
            let a = Bits::new(width, x as u128);
            assert_eq!(eval(Op::Neg, width, &[a]), Bits::signed(width, -x));
            assert_eq!(eval(Op::Not, width, &[a]), Bits::signed(width, -x - 1));
            for to in 1..=8 {
                let signed = if a.sign_bit() { x - (1 << width) } else { x };
                if to < width {
                    assert_eq!(
                        eval(Op::Trunc, to, &[a]),
                        Bits::new(to, x as u128 % (1 << to))
                    );
                } else if to > width {
                    assert_eq!(eval(Op::Zext, to, &[a]), Bits::new(to, x as u128));
                    assert_eq!(eval(Op::Sext, to, &[a]), Bits::signed(to, signed));
                }
            }
        }
    }
}

#[test]
fn comparisons_have_inverses_and_mirror_images() {
    for row in OPS.iter().filter(|row| row.class == OpClass::IntCompare) {
        let inverse = row.op.inverse_compare().expect("integers have one");
        let mirror = row.op.swapped_compare().expect("integers have one");
        for (x, y) in (0..16u128).flat_map(|x| (0..16).map(move |y| (x, y))) {
            let (a, b) = (Bits::new(4, x), Bits::new(4, y));
            let value = eval(row.op, 1, &[a, b]);
            assert_ne!(eval(inverse, 1, &[a, b]), value);
            assert_eq!(eval(mirror, 1, &[b, a]), value);
        }
    }
}

fn native(op: Op, x: i64, y: i64) -> Option<i64> {
    Some(match op {
        Op::Add => x.wrapping_add(y),
        Op::Sub => x.wrapping_sub(y),
        Op::Mul => x.wrapping_mul(y),
        Op::UDiv => (x as u64).checked_div(y as u64)? as i64,
        Op::URem => (x as u64).checked_rem(y as u64)? as i64,
        Op::SDiv if y != 0 => x.wrapping_div(y),
        Op::SRem if y != 0 => x.wrapping_rem(y),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl => x.checked_shl(u32::try_from(y).ok()?)?,
        Op::LShr => (x as u64).checked_shr(u32::try_from(y).ok()?)? as i64,
        Op::AShr => x.checked_shr(u32::try_from(y).ok()?)?,
        _ => return None,
    })
}

proptest! {
    #[test]
    fn wide_operators_agree_with_the_host(
        x in prop_oneof![any::<i64>(), Just(i64::MIN), -2i64..2],
        y in prop_oneof![any::<i64>(), Just(i64::MIN), -2i64..70]
    ) {
        for row in OPS.iter().filter(|row| row.class == OpClass::IntBinary) {
            if let Some(expected) = native(row.op, x, y) {
                let args = [Bits::signed(64, x.into()), Bits::signed(64, y.into())];
                prop_assert_eq!(eval(row.op, 64, &args), Bits::signed(64, expected.into()), "{}", row.name);
            }
        }
    }

    /// Checks at 128 bits that quotient times divisor plus remainder is the dividend. The test for small widths
    /// computes the expected results in wider integers. This is not possible here, because the host has no integers of
    /// more than 128 bits.
    #[test]
    fn division_of_128_bits_gives_quotient_and_remainder(x: i128, y: i128) {
        let (a, b) = (Bits::signed(128, x), Bits::signed(128, y));
        for (div, rem) in [(Op::UDiv, Op::URem), (Op::SDiv, Op::SRem)] {
            let q = eval(div, 128, &[a, b]);
            let r = eval(rem, 128, &[a, b]);
            let product = eval(Op::Mul, 128, &[q, b]);
            prop_assert_eq!(eval(Op::Add, 128, &[product, r]), a);
        }
    }

    #[test]
    fn float_operators_agree_with_the_host(x: f64, y: f64, f: f32, g: f32) {
        let double = |v: f64| Bits::new(64, v.to_bits().into());
        let single = |v: f32| Bits::new(32, v.to_bits().into());
        for (op, wide, narrow) in [
            (Op::FAdd, x + y, f + g),
            (Op::FSub, x - y, f - g),
            (Op::FMul, x * y, f * g),
            (Op::FDiv, x / y, f / g),
        ] {
            prop_assert_eq!(eval(op, 64, &[double(x), double(y)]), double(wide));
            prop_assert_eq!(eval(op, 32, &[single(f), single(g)]), single(narrow));
        }
        for (op, wide, narrow) in [
            (Op::FSqrt, x.sqrt(), f.sqrt()),
            (Op::FNearest, x.round_ties_even(), f.round_ties_even()),
            (Op::FAway, x.round(), f.round()),
            (Op::FFloor, x.floor(), f.floor()),
            (Op::FCeil, x.ceil(), f.ceil()),
            (Op::FWhole, x.trunc(), f.trunc()),
        ] {
            prop_assert_eq!(eval(op, 64, &[double(x)]), double(wide));
            prop_assert_eq!(eval(op, 32, &[single(f)]), single(narrow));
        }
        prop_assert_eq!(eval(Op::FLt, 1, &[single(f), single(g)]), Bits::bool(f < g));
        prop_assert_eq!(eval(Op::FExt, 64, &[single(f)]), double(f.into()));
        prop_assert_eq!(eval(Op::FTrunc, 32, &[double(x)]), single(x as f32));
        prop_assert_eq!(eval(Op::FNeg, 64, &[double(x)]), double(-x));
    }
}

#[test]
fn comparisons_with_nan_are_false_but_for_not_equal() {
    let nan = Bits::new(64, f64::NAN.to_bits().into());
    let one = Bits::new(64, 1f64.to_bits().into());
    for (a, b) in [(nan, one), (one, nan), (nan, nan)] {
        for row in OPS.iter().filter(|row| row.class == OpClass::FloatCompare) {
            let expected = Bits::bool(row.op == Op::FNe);
            assert_eq!(eval(row.op, 1, &[a, b]), expected, "{}", row.name);
        }
    }
    let (plus, minus) = (Bits::new(64, 0), Bits::new(64, 1 << 63));
    assert_eq!(eval(Op::FEq, 1, &[plus, minus]), Bits::bool(true));
}

/// A row of the tables below: the bits of a float, then the results of the conversions of this float to `int8_t` …
/// `int64_t` and to `uint8_t` … `uint64_t`. The results are those of code that gcc 12 generates for x86-64 (at -O0 and
/// -O2, from volatile variables).
type Conversions = (u64, [u64; 4], [u64; 4]);

#[rustfmt::skip]
const OF_DOUBLE: &[Conversions] = &[
    (0x0000000000000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0x8000000000000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0x3fe0000000000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0xbfe0000000000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0xbfefffffca501acb, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0x3ff8000000000000, [0x1, 0x1, 0x1, 0x1], [0x1, 0x1, 0x1, 0x1]),
    (0xbff8000000000000, [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff], [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff]),
    (0x405ff9999999999a, [0x7f, 0x7f, 0x7f, 0x7f], [0x7f, 0x7f, 0x7f, 0x7f]),
    (0x4060000000000000, [0x80, 0x80, 0x80, 0x80], [0x80, 0x80, 0x80, 0x80]),
    (0xc0601ccccccccccd, [0x80, 0xff80, 0xffffff80, 0xffffffffffffff80], [0x80, 0xff80, 0xffffff80, 0xffffffffffffff80]),
    (0xc060200000000000, [0x7f, 0xff7f, 0xffffff7f, 0xffffffffffffff7f], [0x7f, 0xff7f, 0xffffff7f, 0xffffffffffffff7f]),
    (0x406ff00000000000, [0xff, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xff]),
    (0x4070000000000000, [0x0, 0x100, 0x100, 0x100], [0x0, 0x100, 0x100, 0x100]),
    (0xbff0000000000000, [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff], [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff]),
    (0x4072cb3333333333, [0x2c, 0x12c, 0x12c, 0x12c], [0x2c, 0x12c, 0x12c, 0x12c]),
    (0x40e0000000000000, [0x0, 0x8000, 0x8000, 0x8000], [0x0, 0x8000, 0x8000, 0x8000]),
    (0xc0e0002000000000, [0xff, 0x7fff, 0xffff7fff, 0xffffffffffff7fff], [0xff, 0x7fff, 0xffff7fff, 0xffffffffffff7fff]),
    (0x40effffccccccccd, [0xff, 0xffff, 0xffff, 0xffff], [0xff, 0xffff, 0xffff, 0xffff]),
    (0x40f0000000000000, [0x0, 0x0, 0x10000, 0x10000], [0x0, 0x0, 0x10000, 0x10000]),
    (0x41dfffffffe00000, [0xff, 0xffff, 0x7fffffff, 0x7fffffff], [0xff, 0xffff, 0x7fffffff, 0x7fffffff]),
    (0x41e0000000000000, [0x0, 0x0, 0x80000000, 0x80000000], [0x0, 0x0, 0x80000000, 0x80000000]),
    (0xc1e00000001ccccd, [0x0, 0x0, 0x80000000, 0xffffffff80000000], [0x0, 0x0, 0x80000000, 0xffffffff80000000]),
    (0xc1e0000000200000, [0x0, 0x0, 0x80000000, 0xffffffff7fffffff], [0x0, 0x0, 0x7fffffff, 0xffffffff7fffffff]),
    (0x41effffffffccccd, [0x0, 0x0, 0x80000000, 0xffffffff], [0x0, 0x0, 0xffffffff, 0xffffffff]),
    (0x41f0000000000000, [0x0, 0x0, 0x80000000, 0x100000000], [0x0, 0x0, 0x0, 0x100000000]),
    (0x4340000000000000, [0x0, 0x0, 0x80000000, 0x20000000000000], [0x0, 0x0, 0x0, 0x20000000000000]),
    (0x43dfffffffffffff, [0x0, 0x0, 0x80000000, 0x7ffffffffffffc00], [0x0, 0x0, 0xfffffc00, 0x7ffffffffffffc00]),
    (0x43e0000000000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0xc3e0000000000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0xc3e0000000000001, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0x43e8000000000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0xc000000000000000]),
    (0x43efffffffffffff, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0xfffffffffffff800]),
    (0x43f0000000000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0x46293e5939a08cea, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0xc6293e5939a08cea, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0x7e37e43c8800759c, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0x7ff0000000000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0xfff0000000000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0x7ff8000000000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
];

#[rustfmt::skip]
const OF_FLOAT: &[Conversions] = &[
    (0x00000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0x80000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0x3f000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0xbf000000, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0xbf7ffffe, [0x0, 0x0, 0x0, 0x0], [0x0, 0x0, 0x0, 0x0]),
    (0x3fc00000, [0x1, 0x1, 0x1, 0x1], [0x1, 0x1, 0x1, 0x1]),
    (0xbfc00000, [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff], [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff]),
    (0x42ffcccd, [0x7f, 0x7f, 0x7f, 0x7f], [0x7f, 0x7f, 0x7f, 0x7f]),
    (0x43000000, [0x80, 0x80, 0x80, 0x80], [0x80, 0x80, 0x80, 0x80]),
    (0xc300e666, [0x80, 0xff80, 0xffffff80, 0xffffffffffffff80], [0x80, 0xff80, 0xffffff80, 0xffffffffffffff80]),
    (0xc3010000, [0x7f, 0xff7f, 0xffffff7f, 0xffffffffffffff7f], [0x7f, 0xff7f, 0xffffff7f, 0xffffffffffffff7f]),
    (0x437f8000, [0xff, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xff]),
    (0x43800000, [0x0, 0x100, 0x100, 0x100], [0x0, 0x100, 0x100, 0x100]),
    (0xbf800000, [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff], [0xff, 0xffff, 0xffffffff, 0xffffffffffffffff]),
    (0x4396599a, [0x2c, 0x12c, 0x12c, 0x12c], [0x2c, 0x12c, 0x12c, 0x12c]),
    (0x47000000, [0x0, 0x8000, 0x8000, 0x8000], [0x0, 0x8000, 0x8000, 0x8000]),
    (0xc7000100, [0xff, 0x7fff, 0xffff7fff, 0xffffffffffff7fff], [0xff, 0x7fff, 0xffff7fff, 0xffffffffffff7fff]),
    (0x477fffe6, [0xff, 0xffff, 0xffff, 0xffff], [0xff, 0xffff, 0xffff, 0xffff]),
    (0x47800000, [0x0, 0x0, 0x10000, 0x10000], [0x0, 0x0, 0x10000, 0x10000]),
    (0x4f000000, [0x0, 0x0, 0x80000000, 0x80000000], [0x0, 0x0, 0x80000000, 0x80000000]),
    (0x4f000000, [0x0, 0x0, 0x80000000, 0x80000000], [0x0, 0x0, 0x80000000, 0x80000000]),
    (0xcf000000, [0x0, 0x0, 0x80000000, 0xffffffff80000000], [0x0, 0x0, 0x80000000, 0xffffffff80000000]),
    (0xcf000000, [0x0, 0x0, 0x80000000, 0xffffffff80000000], [0x0, 0x0, 0x80000000, 0xffffffff80000000]),
    (0x4f800000, [0x0, 0x0, 0x80000000, 0x100000000], [0x0, 0x0, 0x0, 0x100000000]),
    (0x4f800000, [0x0, 0x0, 0x80000000, 0x100000000], [0x0, 0x0, 0x0, 0x100000000]),
    (0x5a000000, [0x0, 0x0, 0x80000000, 0x20000000000000], [0x0, 0x0, 0x0, 0x20000000000000]),
    (0x5f000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0x5f000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0xdf000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0xdf000000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0x5f400000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0xc000000000000000]),
    (0x5f800000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0x5f800000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0x7149f2ca, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0xf149f2ca, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0x7f800000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0x7f800000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x0]),
    (0xff800000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
    (0x7fc00000, [0x0, 0x0, 0x80000000, 0x8000000000000000], [0x0, 0x0, 0x0, 0x8000000000000000]),
];

#[test]
fn floats_convert_to_integers_as_in_gcc_code() {
    let doubles = OF_DOUBLE.iter().map(|row| (64, row));
    let floats = OF_FLOAT.iter().map(|row| (32, row));
    for (width, (bits, signed, unsigned)) in doubles.chain(floats) {
        let arg = Bits::new(width, u128::from(*bits));
        for (index, to) in [8, 16, 32, 64].into_iter().enumerate() {
            let expected = Bits::new(to, signed[index].into());
            assert_eq!(eval(Op::FToS, to, &[arg]), expected, "{bits:#x} to i{to}");
            let expected = Bits::new(to, unsigned[index].into());
            assert_eq!(eval(Op::FToU, to, &[arg]), expected, "{bits:#x} to u{to}");
        }
    }
}

/// Each row contains the bits of an integer, then the results of four conversions in code that gcc generates: from
/// `int64_t` to double and to float, and from `uint64_t` to double and to float.
#[rustfmt::skip]
const OF_INTEGER: &[(u64, u64, u64, u64, u64)] = &[
    (0x0, 0x0, 0x0, 0x0, 0x0),
    (0x1, 0x3ff0000000000000, 0x3f800000, 0x3ff0000000000000, 0x3f800000),
    (0x1000001, 0x4170000010000000, 0x4b800000, 0x4170000010000000, 0x4b800000),
    (0x1000003, 0x4170000030000000, 0x4b800002, 0x4170000030000000, 0x4b800002),
    (0x7fffffffffffffff, 0x43e0000000000000, 0x5f000000, 0x43e0000000000000, 0x5f000000),
    (0x8000000000000000, 0xc3e0000000000000, 0xdf000000, 0x43e0000000000000, 0x5f000000),
    (0x8000000000000401, 0xc3dfffffffffffff, 0xdf000000, 0x43e0000000000001, 0x5f000000),
    (0x8000000000000400, 0xc3dfffffffffffff, 0xdf000000, 0x43e0000000000000, 0x5f000000),
    (0xfffffffffffffbff, 0xc090040000000000, 0xc4802000, 0x43efffffffffffff, 0x5f800000),
    (0xffffffffffffffff, 0xbff0000000000000, 0xbf800000, 0x43f0000000000000, 0x5f800000),
    (0x20000000000001, 0x4340000000000000, 0x5a000000, 0x4340000000000000, 0x5a000000),
    (0x20000000000003, 0x4340000000000002, 0x5a000000, 0x4340000000000002, 0x5a000000),
    (0x8000008000000000, 0xc3dfffffe0000000, 0xdeffffff, 0x43e0000010000000, 0x5f000000),
    (0x8000008000000001, 0xc3dfffffe0000000, 0xdeffffff, 0x43e0000010000000, 0x5f000001),
];

#[test]
fn integers_convert_to_floats_as_in_gcc_code() {
    for &(bits, signed, signed_single, unsigned, unsigned_single) in OF_INTEGER {
        let arg = Bits::new(64, bits.into());
        for (op, to, expected) in [
            (Op::SToF, 64, signed),
            (Op::SToF, 32, signed_single),
            (Op::UToF, 64, unsigned),
            (Op::UToF, 32, unsigned_single),
        ] {
            let result = eval(op, to, &[arg]);
            assert_eq!(
                result,
                Bits::new(to, expected.into()),
                "{} {bits:#x}",
                op.name()
            );
        }
    }
}

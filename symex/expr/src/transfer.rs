//! Transfer functions of the abstract domain: they compute the abstract value of a result from the abstract
//! values of the operands.
//!
//! A bit of a sum is known if both operand bits and the carry into this bit are known (Regehr & Duongsaa, "Deriving
//! abstract transfer functions for analyzing embedded software", LCTES 2006). The bounds of intervals are computed by
//! interval arithmetic. The interval of a sum is unconstrained if the sum overflows for some values of the operands and
//! not for others.
use super::domain::{Domain, mask64};
use super::node::{BinOp, UnOp};

/// Transfer function of a unary operator. The operand has `from` bits, the result has `width` bits.
pub fn unary(op: UnOp, a: Domain, from: u32, width: u32) -> Domain {
    match op {
        UnOp::Not => {
            let all = mask64(width);
            Domain {
                zeros: a.ones,
                ones: a.zeros,
                min: all - a.max,
                max: all - a.min,
            }
        }
        UnOp::Zext if from <= 64 => Domain {
            zeros: a.zeros | (mask64(width) & !mask64(from)),
            ones: a.ones,
            min: a.min,
            max: a.max,
        },
        UnOp::Sext if from <= 64 => sext(a, from, width),
        _ => Domain::any(width),
    }
}

fn sext(a: Domain, from: u32, width: u32) -> Domain {
    let high = mask64(width) & !mask64(from);
    let sign = 1u64 << (from - 1);
    if a.zeros & sign != 0 {
        Domain {
            zeros: a.zeros | high,
            ones: a.ones,
            min: a.min,
            max: a.max,
        }
    } else if a.ones & sign != 0 {
        Domain {
            zeros: a.zeros,
            ones: a.ones | high,
            min: a.min | high,
            max: a.max | high,
        }
    } else {
        Domain::bits(width, a.zeros, a.ones)
    }
}

/// Transfer function of extraction: the result is the bits `low .. low + width` of the operand `a` of `from` bits.
pub fn extract(a: Domain, from: u32, low: u32, width: u32) -> Domain {
    let keep = mask64(width);
    let (zeros, ones) = ((a.zeros >> low) & keep, (a.ones >> low) & keep);
    // If all values of `a` agree in the high bits that the extraction removes, the bounds of `a`, shifted
    // right by `low`, are bounds of the result.
    let (min, max) = (a.min >> low, a.max >> low);
    if low + width >= from || (min & !keep) == (max & !keep) {
        Domain {
            zeros,
            ones,
            min: min & keep,
            max: max & keep,
        }
        .refine(width)
    } else {
        Domain::bits(width, zeros, ones)
    }
}

/// Transfer function of a binary operator: `a` has `width` bits, `b` has `rhs_width` bits.
pub fn binary(op: BinOp, a: Domain, b: Domain, width: u32, rhs_width: u32) -> Domain {
    match op {
        BinOp::Add => add(a, b, width),
        BinOp::Sub => sub(a, b, width),
        BinOp::Mul => mul(a, b, width),
        BinOp::UDiv => udiv(a, b, width),
        BinOp::URem => urem(a, b, width),
        BinOp::SDiv => sdiv(a, b, width),
        BinOp::SRem => srem(a, b, width),
        BinOp::And => {
            let bits = Domain::bits(width, a.zeros | b.zeros, a.ones & b.ones);
            bits.meet(&Domain::range(width, 0, a.max.min(b.max)), width)
        }
        BinOp::Or => {
            let bits = Domain::bits(width, a.zeros & b.zeros, a.ones | b.ones);
            bits.meet(
                &Domain::range(width, a.min.max(b.min), mask64(width)),
                width,
            )
        }
        BinOp::Xor => Domain::bits(
            width,
            (a.zeros & b.zeros) | (a.ones & b.ones),
            (a.zeros & b.ones) | (a.ones & b.zeros),
        ),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => shift(op, a, b, width),
        BinOp::Concat => concat(a, b, width, rhs_width),
        BinOp::Eq | BinOp::Ult | BinOp::Slt => match compare(op, a, b, width) {
            Some(value) => Domain::constant(1, u64::from(value)),
            None => Domain::any(1),
        },
        BinOp::FAdd
        | BinOp::FSub
        | BinOp::FMul
        | BinOp::FDiv
        | BinOp::FEq
        | BinOp::FLt
        | BinOp::FLe => Domain::any(width),
    }
}

fn sign(width: u32) -> u64 {
    1 << (width - 1)
}

fn concat(a: Domain, b: Domain, high_width: u32, low_width: u32) -> Domain {
    let width = high_width + low_width;
    if width > 64 {
        return Domain::any(64);
    }
    Domain {
        zeros: (a.zeros << low_width) | b.zeros,
        ones: (a.ones << low_width) | b.ones,
        min: (a.min << low_width) | b.min,
        max: (a.max << low_width) | b.max,
    }
}

/// Returns the known bits of `a + b + carry`. A result bit is known if both operand bits and the carry into that
/// bit are known.
fn sum_bits(a: Domain, b: Domain, carry: u64, width: u32) -> Domain {
    let all = mask64(width);
    // The least and the greatest sum: with all unknown bits 0, and with all of them 1.
    let low = a.ones.wrapping_add(b.ones).wrapping_add(carry);
    let high = (all & !a.zeros)
        .wrapping_add(all & !b.zeros)
        .wrapping_add(carry);
    let carry_zero = !(high ^ a.zeros ^ b.zeros);
    let carry_one = low ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one) & all;
    Domain::bits(width, !low & known, low & known)
}

/// Returns the interval `min ..= max` modulo 2^width. If some values of the interval wrap around and others do not
/// (`min >> width` and `max >> width` differ), returns the unconstrained domain.
fn wrapped(width: u32, min: u128, max: u128) -> Domain {
    let all = mask64(width);
    if min >> width == max >> width {
        Domain::range(width, min as u64 & all, max as u64 & all)
    } else {
        Domain::any(width)
    }
}

fn add(a: Domain, b: Domain, width: u32) -> Domain {
    let sum = |x: u64, y: u64| u128::from(x) + u128::from(y);
    let range = wrapped(width, sum(a.min, b.min), sum(a.max, b.max));
    sum_bits(a, b, 0, width).meet(&range, width)
}

fn sub(a: Domain, b: Domain, width: u32) -> Domain {
    // The difference is `a + not b + 1`. To avoid negative bounds, 2^width is added to both bounds of the interval.
    let not_b = unary(UnOp::Not, b, width, width);
    let least = (1u128 << width) + u128::from(a.min) - u128::from(b.max);
    let most = (1u128 << width) + u128::from(a.max) - u128::from(b.min);
    sum_bits(a, not_b, 1, width).meet(&wrapped(width, least, most), width)
}

fn mul(a: Domain, b: Domain, width: u32) -> Domain {
    // If the n lowest bits of both factors are known, the n lowest bits of the product are known. A factor with z known
    // trailing zeros is 2^z times a number f. So the rule is applied to the numbers f of both factors, and the trailing
    // zeros of each factor add z known bits to the product.
    let low_known = |d: Domain| (d.zeros | d.ones).trailing_ones().min(width);
    let low_zeros = |d: Domain| d.zeros.trailing_ones().min(width);
    let sharp = (low_known(a) - low_zeros(a)).min(low_known(b) - low_zeros(b));
    let known = mask64((sharp + low_zeros(a) + low_zeros(b)).min(width));
    let product = a.ones.wrapping_mul(b.ones);
    let bits = Domain::bits(width, !product & known, product & known);
    let times = |x: u64, y: u64| u128::from(x) * u128::from(y);
    bits.meet(
        &wrapped(width, times(a.min, b.min), times(a.max, b.max)),
        width,
    )
}

fn udiv(a: Domain, b: Domain, width: u32) -> Domain {
    // The quotients by nonzero divisors and the quotient by 0 are computed separately, and joined.
    let proper = (b.max > 0).then(|| Domain::range(width, a.min / b.max, a.max / b.min.max(1)));
    let by_zero = (b.min == 0).then(|| Domain::constant(width, mask64(width)));
    join_some(proper, by_zero, width)
}

fn join_some(a: Option<Domain>, b: Option<Domain>, width: u32) -> Domain {
    match (a, b) {
        (Some(a), Some(b)) => a.join(&b),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Domain::any(width),
    }
}

fn urem(a: Domain, b: Domain, width: u32) -> Domain {
    if a.max < b.min {
        return a;
    }
    // If the divisor is a multiple of 2^n, the remainder and the dividend have the same n low bits.
    let low = mask64(b.zeros.trailing_ones().min(width));
    let bits = Domain::bits(width, a.zeros & low, a.ones & low);
    let range = match b.single() {
        _ if b.min == 0 => Domain::range(width, 0, a.max),
        Some(k) if a.min / k == a.max / k => Domain::range(width, a.min % k, a.max % k),
        _ => Domain::range(width, 0, a.max.min(b.max - 1)),
    };
    bits.meet(&range, width)
}

/// Returns the domain of the signed interval `low ..= high`. An interval that contains both -1 and 0 contains the
/// greatest and the least unsigned number, so the result is then the domain of all values.
pub fn signed(width: u32, low: i128, high: i128) -> Domain {
    if (low < 0) == (high < 0) {
        let all = mask64(width);
        Domain::range(width, low as u64 & all, high as u64 & all)
    } else {
        Domain::any(width)
    }
}

fn sdiv(a: Domain, b: Domain, width: u32) -> Domain {
    let ((a_min, a_max), (b_min, b_max)) = (a.signed_range(width), b.signed_range(width));
    if b_min <= 0 && b_max >= 0 {
        return Domain::any(width);
    }
    // If all divisors have the same sign, the quotient is monotone in each operand. So the bounds of the quotient occur
    // at bounds of the operands.
    let corners = [
        (a_min, b_min),
        (a_min, b_max),
        (a_max, b_min),
        (a_max, b_max),
    ];
    let quotients = corners.map(|(x, y)| i128::from(x) / i128::from(y));
    let low = quotients.into_iter().min().unwrap_or(0);
    let high = quotients.into_iter().max().unwrap_or(0);
    // The division of the least signed value by -1 overflows.
    if high >= i128::from(sign(width)) {
        return Domain::any(width);
    }
    signed(width, low, high)
}

fn srem(a: Domain, b: Domain, width: u32) -> Domain {
    let ((a_min, a_max), (b_min, b_max)) = (a.signed_range(width), b.signed_range(width));
    let low = mask64(b.zeros.trailing_ones().min(width));
    let bits = Domain::bits(width, a.zeros & low, a.ones & low);
    // The remainder has the sign of the dividend. Its magnitude is at most the magnitude of the dividend and,
    // for a nonzero divisor, less than the magnitude of the divisor.
    let most = b_min.unsigned_abs().max(b_max.unsigned_abs());
    let by_zero = b.contains(0);
    if a_min >= 0 {
        let most = if by_zero { a.max } else { a.max.min(most - 1) };
        bits.meet(&Domain::range(width, 0, most), width)
    } else if a_max < 0
        && !by_zero
        && a_min.unsigned_abs() < b_min.unsigned_abs().min(b_max.unsigned_abs())
        && (b_min > 0 || b_max < 0)
    {
        a
    } else {
        bits
    }
}

/// Returns the join of the results for all shift amounts that `by` contains.
fn shift(op: BinOp, a: Domain, by: Domain, width: u32) -> Domain {
    let amounts = (by.min..=by.max.min(u64::from(width) - 1)).filter(|&n| by.contains(n));
    let inside = amounts.map(|n| shift_const(op, a, n as u32, width));
    let far = (by.max >= u64::from(width)).then(|| match op {
        BinOp::AShr => shift_const(op, a, width - 1, width),
        BinOp::Shl | BinOp::LShr => Domain::constant(width, 0),
        other => unreachable!("{other:?} is no shift"),
    });
    join_some(inside.reduce(|x, y| x.join(&y)), far, width)
}

fn shift_const(op: BinOp, a: Domain, by: u32, width: u32) -> Domain {
    let all = mask64(width);
    match op {
        BinOp::Shl => {
            let zeros = ((a.zeros << by) | mask64(by)) & all;
            let bits = Domain::bits(
                width,
                if by == 0 { a.zeros } else { zeros },
                (a.ones << by) & all,
            );
            let range = wrapped(width, u128::from(a.min) << by, u128::from(a.max) << by);
            bits.meet(&range, width)
        }
        BinOp::LShr => {
            let high = all & !(all >> by);
            let bits = Domain::bits(width, (a.zeros >> by) | high, a.ones >> by);
            bits.meet(&Domain::range(width, a.min >> by, a.max >> by), width)
        }
        BinOp::AShr if by == 0 => a,
        BinOp::AShr => sext(extract(a, width, by, width - by), width - by, width),
        other => unreachable!("{other:?} is no shift"),
    }
}

/// Returns the truth value of a comparison; `None` if the domains of the operands do not determine it.
pub(crate) fn compare(op: BinOp, a: Domain, b: Domain, width: u32) -> Option<bool> {
    match op {
        BinOp::Eq => {
            if a.meet(&b, width).is_empty() {
                return Some(false);
            }
            (a.single().is_some() && a.single() == b.single()).then_some(true)
        }
        BinOp::Ult if a.max < b.min => Some(true),
        BinOp::Ult if a.min >= b.max => Some(false),
        BinOp::Slt => {
            let ((a_min, a_max), (b_min, b_max)) = (a.signed_range(width), b.signed_range(width));
            if a_max < b_min {
                Some(true)
            } else if a_min >= b_max {
                Some(false)
            } else {
                None
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::Bits;

    /// Returns abstract values that combine known bits with an interval, each with the list of the concrete
    /// values that it contains.
    fn domains(width: u32) -> Vec<(Domain, Vec<u64>)> {
        let all = mask64(width);
        let mut found: Vec<(Domain, Vec<u64>)> = Vec::new();
        let mut add = |domain: Domain| {
            let values: Vec<u64> = (0..=all).filter(|&v| domain.contains(v)).collect();
            if !values.is_empty() && found.iter().all(|(d, _)| *d != domain) {
                found.push((domain, values));
            }
        };
        let mut ranges = Vec::new();
        for min in 0..=all {
            ranges.extend((min..=all).map(|max| Domain::range(width, min, max)));
        }
        for (i, range) in ranges.iter().enumerate() {
            add(*range);
            for zeros in 0..=all {
                for ones in (0..=all).filter(|ones| zeros & ones == 0) {
                    let bits = Domain::bits(width, zeros, ones);
                    // All domains of known bits without an interval are tested, and a sample of those with an
                    // interval.
                    if i == 0 {
                        add(bits);
                    }
                    if width <= 2 || (zeros ^ (7 * ones) ^ i as u64).is_multiple_of(5) {
                        let both = bits.meet(range, width);
                        if !both.is_empty() {
                            add(both);
                        }
                    }
                }
            }
        }
        found
    }

    /// Returns the most precise domain that contains the given values.
    fn best(values: &[u64], width: u32) -> Domain {
        let of = |&v: &u64| Domain::constant(width, v);
        values
            .iter()
            .map(of)
            .reduce(|a, b| a.join(&b))
            .expect("not empty")
    }

    const BINARY: [BinOp; 17] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::UDiv,
        BinOp::SDiv,
        BinOp::URem,
        BinOp::SRem,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::Shl,
        BinOp::LShr,
        BinOp::AShr,
        BinOp::Eq,
        BinOp::Ult,
        BinOp::Slt,
        BinOp::Concat,
    ];

    /// Checks that a binary operator is sound on all pairs of domains. Returns the fraction of pairs, in thousandths,
    /// for which the result is the most precise domain.
    fn check_binary(op: BinOp, width: u32, domains: &[(Domain, Vec<u64>)]) -> u64 {
        let (mut sharp, mut cases) = (0, 0);
        let bits = |v: u64| Bits::new(width, u128::from(v));
        for (a, xs) in domains {
            for (b, ys) in domains {
                let result = binary(op, *a, *b, width, width);
                let of = |x: &u64| {
                    let x = bits(*x);
                    ys.iter().map(move |&y| op.eval(x, bits(y)))
                };
                let results: Vec<Bits> = xs.iter().flat_map(of).collect();
                let to = results[0].width();
                let values: Vec<u64> = results.iter().map(|r| r.low_u64()).collect();
                for v in &values {
                    assert!(
                        result.contains(*v),
                        "{op:?} of {a:?} and {b:?}: {v} is not in {result:?}"
                    );
                }
                sharp += u64::from(result == best(&values, to));
                cases += 1;
            }
        }
        1000 * sharp / cases
    }

    #[test]
    fn binary_transfer_functions_are_sound_and_mostly_optimal() {
        for width in [1, 2, 3, 4] {
            let domains = domains(width);
            for op in BINARY {
                let sharp = check_binary(op, width, &domains);
                if width < 4 {
                    continue;
                }
                let least = LEAST.iter().find(|(o, _)| *o == op).map_or(1000, |l| l.1);
                assert!(
                    sharp >= least,
                    "{op:?} at width {width}: only {sharp} of 1000 results are most precise"
                );
            }
        }
    }

    /// The minimum precision of the operators without an optimal transfer function. For example, 900 means
    /// that the result must be the most precise domain for at least 900 of 1000 pairs of domains at width 4.
    const LEAST: [(BinOp, u64); 11] = [
        (BinOp::Add, 900),
        (BinOp::Sub, 900),
        (BinOp::Mul, 500),
        (BinOp::UDiv, 950),
        (BinOp::SDiv, 800),
        (BinOp::URem, 700),
        (BinOp::SRem, 750),
        (BinOp::And, 850),
        (BinOp::Or, 850),
        (BinOp::Xor, 750),
        (BinOp::AShr, 950),
    ];

    #[test]
    fn unary_transfer_functions_are_sound() {
        const WIDTH: u32 = 4;
        for (domain, values) in domains(WIDTH) {
            let check = |what: &str, to: u32, result: Domain, f: &dyn Fn(u64) -> u64| {
                let results: Vec<u64> = values.iter().map(|&v| f(v)).collect();
                for v in &results {
                    assert!(
                        result.contains(*v),
                        "{what} of {domain:?}: {v} is not in {result:?}"
                    );
                }
                if matches!(what, "not" | "zext") {
                    assert_eq!(result, best(&results, to), "{what} of {domain:?}");
                }
            };
            let of = |op: UnOp, to: u32| {
                move |v: u64| {
                    let v = Bits::new(WIDTH, u128::from(v));
                    symtool_ir::eval(op.op(), to, &[v]).low_u64()
                }
            };
            for (what, op, to) in [
                ("not", UnOp::Not, 4),
                ("zext", UnOp::Zext, 7),
                ("sext", UnOp::Sext, 7),
            ] {
                check(what, to, unary(op, domain, WIDTH, to), &of(op, to));
            }
            for low in 0..WIDTH {
                for to in 1..=WIDTH - low {
                    let result = extract(domain, WIDTH, low, to);
                    check("extract", to, result, &|v| (v >> low) & mask64(to));
                }
            }
        }
    }
}

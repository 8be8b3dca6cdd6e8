//! A small grammar of terms, to which the tests apply the rewrite rules. The grammar applies every operator to
//! operands from fixed lists. The lists contain the operand shapes that the rewrite rules match, such as `a + 1` and
//! `a & b`.
//!
//! All terms depend on the width `w` of the two variables a and b. So the same terms exist at width 4, where
//! tests enumerate all values, and at the widths of C types.
use symtool_ir::{Bits, Op};
use symtool_testkit::terms::{BINARY, COMPARE, Term, width_of};

/// An operator of the grammar, which builds a term from operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Make {
    /// An operator, with the width of its result.
    Op(Op, u32),
    /// An extraction, with its lowest bit and its width.
    Extract(u32, u32),
    /// A concatenation of two operands.
    Concat,
    /// A read of a constant table at an index.
    Read(Vec<u8>),
    /// A read of a table after a store; operands: stored index, value, read index.
    Stored(Vec<u8>),
    /// A read after two stores at the same index; operands: stored index, first value, second value, read
    /// index.
    StoredTwice(Vec<u8>),
}

impl Make {
    pub fn term(&self, args: &[&Term]) -> Term {
        let arg = |i: usize| Box::new(args[i].clone());
        match self {
            Make::Op(op, width) => Term::Op(*op, *width, args.iter().copied().cloned().collect()),
            Make::Extract(low, width) => Term::Extract(arg(0), *low, *width),
            Make::Concat => Term::Concat(arg(0), arg(1)),
            Make::Read(table) => Term::Read(table.clone(), None, arg(0)),
            Make::Stored(table) => Term::Read(table.clone(), Some((arg(0), arg(1))), arg(2)),
            Make::StoredTwice(table) => Term::Read(table.clone(), Some((arg(0), arg(2))), arg(3)),
        }
    }
}

/// A family of terms: every operator of `makes` is applied to every combination of one operand from each list.
pub struct Family {
    pub makes: Vec<Make>,
    pub lists: Vec<Vec<Term>>,
}

pub fn families(w: u32) -> Vec<Family> {
    let (number, bits) = (numbers(w), conditions(w));
    let (half, double) = (parts(w), extended(w, 2 * w));
    let arms: Vec<Term> = number.iter().step_by(3).cloned().collect();
    let truths = chosen_conditions(w);
    let family = |makes, lists: &[&Vec<Term>]| Family {
        makes,
        lists: lists.iter().copied().cloned().collect(),
    };
    let mut joins = binary(1);
    joins.push(Make::Concat);
    vec![
        family(
            [binary(w), vec![Make::Concat]].concat(),
            &[&number, &number],
        ),
        family(unary(w, &[w + 1, 2 * w, 128]), &[&number]),
        family(joins, &[&bits, &bits]),
        family(unary(1, &[w, 2 * w]), &[&bits]),
        family(vec![Make::Concat], &[&half, &half]),
        family(vec![Make::Concat], &[&half, &number]),
        family(unary(w / 2, &[w]), &[&half]),
        family(binary(2 * w), &[&double, &double]),
        family(unary(2 * w, &[]), &[&double]),
        family(binary(128), &[&extended(w, 128), &extended(w, 128)]),
        family(
            vec![Make::Op(Op::And, 1), Make::Op(Op::Or, 1)],
            &[&wide_conditions(w), &wide_conditions(w)],
        ),
        family(vec![Make::Op(Op::Select, w)], &[&truths, &arms, &arms]),
        family(
            vec![Make::Op(Op::Select, 2 * w)],
            &[&truths, &double, &double],
        ),
        family(vec![Make::Op(Op::Select, 1)], &[&bits, &bits, &bits]),
        family(
            vec![Make::Op(Op::Ult, 1)],
            &[&small_sums(w), &small_sums(w)],
        ),
        family(tables(Make::Read), &[&indexes(w)]),
        family(tables(Make::Stored), &[&indexes(w), &bytes(w), &indexes(w)]),
        family(
            tables(Make::StoredTwice),
            &[&indexes(w), &bytes(w), &bytes(w), &indexes(w)],
        ),
    ]
}

fn binary(width: u32) -> Vec<Make> {
    let numbers = BINARY.iter().map(|&op| Make::Op(op, width));
    numbers
        .chain(COMPARE.iter().map(|&op| Make::Op(op, 1)))
        .collect()
}

fn unary(width: u32, wider: &[u32]) -> Vec<Make> {
    let mut makes = vec![Make::Op(Op::Not, width), Make::Op(Op::Neg, width)];
    for &to in wider {
        makes.extend([Op::Zext, Op::Sext].map(|op| Make::Op(op, to)));
    }
    let half = width / 2;
    for (low, len) in [
        (0, half),
        (half, width - half),
        (1, half),
        (0, 1),
        (width - 1, 1),
        (1, width - 1),
    ] {
        if len >= 1 && low + len <= width && len < width {
            makes.push(Make::Extract(low, len));
        }
    }
    makes
}

fn tables(make: fn(Vec<u8>) -> Make) -> Vec<Make> {
    let long = (0..100).map(|i| i % 7).collect();
    vec![
        make(vec![5, 5, 7, 5]),
        make(vec![5, 5, 5]),
        make(vec![1]),
        make(long),
    ]
}

// ---- operands

fn a(w: u32) -> Term {
    Term::Var(0, w)
}

fn b(w: u32) -> Term {
    Term::Var(1, w)
}

fn k(w: u32, value: i128) -> Term {
    Term::Const(Bits::signed(w, value))
}

fn op(op: Op, x: &Term, y: &Term) -> Term {
    let width = if COMPARE.contains(&op) {
        1
    } else {
        width_of(x)
    };
    Term::Op(op, width, vec![x.clone(), y.clone()])
}

fn not(x: &Term) -> Term {
    Term::Op(Op::Not, width_of(x), vec![x.clone()])
}

fn ite(c: &Term, x: &Term, y: &Term) -> Term {
    Term::Op(
        Op::Select,
        width_of(x),
        vec![c.clone(), x.clone(), y.clone()],
    )
}

fn ext(op: Op, width: u32, x: &Term) -> Term {
    Term::Op(op, width, vec![x.clone()])
}

fn part(x: &Term, low: u32, width: u32) -> Term {
    Term::Extract(Box::new(x.clone()), low, width)
}

fn cat(x: &Term, y: &Term) -> Term {
    Term::Concat(Box::new(x.clone()), Box::new(y.clone()))
}

/// Returns conditions of `ite`s: independent conditions, and conditions that imply or contradict each other.
fn chosen_conditions(w: u32) -> Vec<Term> {
    let (a, b) = (a(w), b(w));
    let c = op(Op::Ult, &a, &b);
    let d = part(&a, 0, 1);
    vec![
        not(&c),
        op(Op::Eq, &a, &k(w, 5)),
        op(Op::Eq, &a, &b),
        op(Op::And, &c, &d),
        k(1, 1),
        d,
        c,
    ]
}

fn conditions(w: u32) -> Vec<Term> {
    let (a, b) = (a(w), b(w));
    let compare = |o, x: &Term, value| op(o, x, &k(w, value));
    let (c, d, e) = (op(Op::Ult, &a, &b), part(&a, 0, 1), part(&b, w - 1, 1));
    let (cd, ce) = (op(Op::And, &c, &d), op(Op::And, &c, &e));
    let (no_c, no_d) = (not(&c), not(&d));
    vec![
        k(1, 0),
        k(1, 1),
        op(Op::Slt, &a, &b),
        op(Op::Eq, &a, &b),
        compare(Op::Eq, &a, 5),
        compare(Op::Eq, &a, 2),
        compare(Op::Ult, &a, 5),
        compare(Op::Ult, &a, 3),
        compare(Op::Ule, &a, 2),
        compare(Op::Uge, &a, 5),
        compare(Op::Ugt, &a, 1),
        compare(Op::Slt, &a, 2),
        compare(Op::Sge, &a, 2),
        op(Op::And, &cd, &e),
        op(Op::And, &no_c, &d),
        not(&cd),
        not(&op(Op::And, &no_c, &e)),
        op(Op::Or, &c, &e),
        op(Op::Xor, &c, &d),
        op(Op::Xor, &no_c, &e),
        ite(&c, &d, &e),
        ite(&d, &c, &e),
        ite(&d, &e, &c),
        cd,
        ce,
        no_c,
        no_d,
        c,
        d,
        e,
    ]
}

/// Returns comparisons of operands wider than 64 bits. The abstract value of such an operand is unconstrained.
fn wide_conditions(w: u32) -> Vec<Term> {
    let product = op(
        Op::Mul,
        &ext(Op::Zext, 128, &a(w)),
        &ext(Op::Zext, 128, &b(w)),
    );
    let compare = |o, value| op(o, &product, &k(128, value));
    let values = [0, 1, 2, 5, -1, i128::MIN];
    let all = values
        .into_iter()
        .flat_map(|value| [Op::Ult, Op::Ule, Op::Slt, Op::Eq].map(|o| compare(o, value)));
    all.flat_map(|c| [not(&c), c]).collect()
}

/// Returns operands of the variables' width.
fn numbers(w: u32) -> Vec<Term> {
    let (a, b) = (a(w), b(w));
    let n = |value| k(w, value);
    let (least, most) = (-1i128 << (w - 1), (1i128 << (w - 1)) - 1);
    let (c, d) = (op(Op::Ult, &a, &b), part(&a, 0, 1));
    let (x, y) = (part(&a, 0, w / 2), part(&b, 0, w / 2));
    let mut all = vec![a.clone(), b.clone()];
    all.extend([0, 1, 2, 3, 5, -1, -2, least, most, least + 1, 6].map(n));
    let with = |o, value| op(o, &a, &n(value));
    let (sum, difference) = (op(Op::Add, &a, &b), op(Op::Sub, &a, &b));
    let minus = |value, x: &Term| op(Op::Sub, &n(value), x);
    all.extend([
        Term::Op(Op::Neg, w, vec![a.clone()]),
        not(&a),
        not(&b),
        with(Op::Add, 1),
        with(Op::Add, 5),
        op(Op::Add, &b, &n(5)),
        minus(5, &a),
        minus(3, &b),
        op(Op::Sub, &b, &a),
        op(Op::Add, &sum, &n(3)),
        minus(3, &difference),
        with(Op::Mul, 5),
        with(Op::Mul, 3),
        with(Op::Mul, 2),
        op(Op::Add, &with(Op::Mul, 5), &n(1)),
        op(Op::Mul, &a, &b),
        with(Op::And, 5),
        with(Op::And, 3),
        with(Op::Or, 5),
        with(Op::Xor, 5),
        op(Op::And, &a, &b),
        op(Op::Or, &a, &b),
        op(Op::Xor, &a, &b),
        with(Op::Shl, 1),
        with(Op::LShr, 1),
        with(Op::AShr, 1),
        op(Op::Shl, &a, &b),
        op(Op::Shl, &b, &n(i128::from(w / 2))),
        with(Op::UDiv, 3),
        with(Op::URem, 3),
        with(Op::SRem, 3),
        op(Op::Or, &b, &n(least)),
        op(Op::Or, &b, &n(i128::from(w))),
        ext(Op::Zext, w, &x),
        ext(Op::Zext, w, &y),
        ext(Op::Sext, w, &x),
        ext(Op::Sext, w, &y),
        ext(Op::Zext, w, &part(&a, 1, 1)),
        cat(&part(&b, 0, w - w / 2), &x),
        cat(&part(&a, w / 2, w - w / 2), &k(w / 2, 2)),
        cat(&k(w - w / 2, 1), &y),
        cat(
            &part(&b, 0, w / 2),
            &cat(&k(1, 1), &part(&a, 1, w - w / 2 - 1)),
        ),
    ]);
    let tree = ite(&c, &n(1), &n(2));
    all.extend([
        ext(Op::Sext, w, &c),
        ext(Op::Zext, w, &c),
        ite(&c, &a, &n(0)),
        ite(&c, &n(0), &b),
        ite(&c, &n(0), &ite(&d, &b, &n(0))),
        ite(&op(Op::And, &c, &d), &a, &n(0)),
        ite(&op(Op::And, &c, &d), &n(0), &b),
        op(Op::Add, &not(&b), &ite(&c, &a, &n(0))),
        ite(&c, &n(5), &n(0)),
        ite(&d, &n(2), &n(1)),
        ite(&d, &tree, &n(3)),
        ite(&d, &n(-1), &tree),
        ite(&c, &a, &n(1)),
        ite(&c, &a, &b),
        ite(&d, &a, &b),
        ite(&d, &b, &n(5)),
        ite(&d, &ext(Op::Zext, w, &x), &ext(Op::Zext, w, &y)),
        ite(&d, &ext(Op::Sext, w, &x), &n(1)),
        tree,
        sum,
        difference,
    ]);
    all
}

/// Returns operands of half the variables' width, many of them extractions.
fn parts(w: u32) -> Vec<Term> {
    let (a, b, h) = (a(w), b(w), w / 2);
    let (c, d) = (op(Op::Ult, &a, &b), part(&b, 0, 1));
    let n = |value| k(h, value);
    let sign = part(&a, h - 1, 1);
    let product = op(Op::Mul, &a, &b);
    let (low, high) = (part(&a, 0, h), part(&a, w - h, h));
    let mut all = vec![
        n(0),
        n(1),
        n(-1),
        part(&a, 1, h),
        part(&b, 0, h),
        part(&b, w - h, h),
        part(&product, 0, h),
        part(&product, h, h),
        ext(Op::Sext, h, &sign),
        ext(Op::Zext, h, &part(&a, w - h, 1)),
        ite(&c, &n(1), &n(0)),
        ite(&c, &low, &high),
        ite(&d, &low, &part(&b, 0, h)),
        ite(&d, &high, &part(&b, w - h, h)),
        ite(&c, &part(&product, 0, h), &n(1)),
        op(Op::Add, &low, &n(1)),
        low,
        high,
    ];
    if h > 1 {
        all.push(cat(&part(&b, 0, 1), &part(&a, w - h, h - 1)));
        all.push(cat(&k(1, 1), &part(&a, 0, h - 1)));
        all.push(cat(&part(&a, h, 1), &part(&a, 0, h - 1)));
    }
    all
}

/// Returns terms with small values (`a & 3`, `b & 2`), and sums of them that do not overflow.
fn small_sums(w: u32) -> Vec<Term> {
    let (two, three) = (k(w, 2), k(w, 3));
    let (x, y) = (op(Op::And, &a(w), &three), op(Op::And, &b(w), &two));
    let sum = |x: &Term, y: &Term| op(Op::Add, x, y);
    let both = sum(&x, &y);
    vec![sum(&x, &two), sum(&y, &two), sum(&both, &two), x, y, both]
}

fn extended(w: u32, to: u32) -> Vec<Term> {
    let (a, b) = (a(w), b(w));
    let n = |value| k(to, value);
    let (zero, sign) = (
        |x: &Term| ext(Op::Zext, to, x),
        |x: &Term| ext(Op::Sext, to, x),
    );
    let (c, d) = (op(Op::Ult, &a, &b), part(&a, 0, 1));
    let half = 1i128 << (w - 1);
    let top = i128::MAX >> (128 - to);
    let fill = to - w;
    let more = part(&a, 0, w / 2);
    let mut all = vec![
        zero(&a),
        zero(&b),
        sign(&a),
        sign(&b),
        zero(&more),
        sign(&more),
    ];
    all.extend(
        [
            0,
            1,
            2,
            3,
            5,
            -1,
            -2,
            top,
            -top,
            !top,
            2 * half,
            half,
            half - 1,
            -half,
            -half - 1,
            -half + 1,
            3 * half,
        ]
        .map(n),
    );
    all.extend([
        op(Op::Add, &zero(&a), &n(5)),
        op(Op::Add, &zero(&a), &zero(&b)),
        op(Op::Sub, &sign(&a), &n(3)),
        op(Op::Sub, &n(5), &sign(&a)),
        op(Op::Mul, &zero(&a), &n(3)),
        op(Op::Xor, &sign(&a), &n(5)),
        not(&zero(&a)),
        not(&sign(&b)),
        ite(&c, &n(1), &n(-1)),
        ite(&c, &zero(&a), &zero(&b)),
        ite(&c, &sign(&a), &n(0)),
        ite(&c, &n(0), &zero(&b)),
        ite(&d, &sign(&a), &n(1)),
        ite(&d, &sign(&b), &sign(&a)),
        cat(&k(fill, 0), &a),
        cat(&k(fill, 1), &b),
        cat(&ext(Op::Sext, fill, &part(&a, w - 1, 1)), &a),
    ]);
    if fill <= w {
        all.push(cat(&part(&a, 0, fill), &b));
        all.push(cat(&part(&a, 0, fill), &k(w, 3)));
    } else {
        all.push(cat(&ext(Op::Sext, fill, &b), &a));
        all.push(cat(&ext(Op::Sext, fill, &a), &k(w, 3)));
    }
    all
}

/// Returns terms that index into small tables.
fn indexes(w: u32) -> Vec<Term> {
    let (a, b) = (a(w), b(w));
    let n = |value| k(64, value);
    let wide = |x: &Term| {
        if width_of(x) == 64 {
            x.clone()
        } else {
            ext(Op::Zext, 64, x)
        }
    };
    let c = op(Op::Ult, &a, &b);
    let low = wide(&part(&a, 0, 1));
    vec![
        n(0),
        n(1),
        n(2),
        n(7),
        n(200),
        wide(&a),
        wide(&b),
        wide(&part(&a, 0, 2)),
        op(Op::Add, &low, &n(1)),
        op(Op::Add, &low, &n(150)),
        low,
        ite(&c, &n(0), &n(2)),
        ite(&c, &n(1), &n(7)),
    ]
}

/// Returns terms of one byte, which are stored in tables.
fn bytes(w: u32) -> Vec<Term> {
    let low = part(&a(w), 0, 2);
    vec![k(8, 5), k(8, 9), ext(Op::Zext, 8, &low)]
}

//! The tests check that simplification preserves semantics. Random terms are evaluated operator by operator with
//! `ir::eval`, and, after construction in an arena, with the arena's evaluator. Terms of small width are checked
//! under all assignments, terms of large width under random and corner-case assignments.

use proptest::prelude::*;
use symtool_expr::parcel::Packer;
use symtool_expr::{Arena, Evaluator, SymArray};
use symtool_testkit::terms::{Generator, Rng, Term, all_pairs, build, value_of, width_of};

/// Checks a term under some assignments: both evaluations give the same value. Also checks that the abstract value of
/// the expression contains these values.
fn check(arena: &mut Arena, symbols: [SymArray; 2], width: u32, term: &Term, values: &[[u64; 2]]) {
    let vars = symbols.map(|s| arena.scalar(s, width));
    let e = build(arena, vars, term);
    assert_eq!(arena.width(e), width_of(term), "{term:?}");
    let domain = arena.domain(e);
    for vars in values {
        let expected = value_of(term, vars);
        let assignment = |array: SymArray, index: u32| {
            let which = symbols
                .iter()
                .position(|&s| s == array)
                .expect("one of the two inputs");
            (vars[which] >> (8 * index)) as u8
        };
        let got = Evaluator::new(arena, &assignment).eval(e);
        assert_eq!(
            got,
            expected,
            "{term:?}\nbecame {}\nat {vars:?}",
            arena.text(e)
        );
        if arena.width(e) <= 64 {
            assert!(
                domain.contains(got.low_u64()),
                "{domain:?} of {}: {got}",
                arena.text(e)
            );
        }
    }
}

fn exhaustive(width: u32, cases: u64, depth: u32) {
    let widths = vec![1, 1, width, width, width, width + 1, 2 * width, 8];
    let mut generator = Generator {
        rng: Rng(0x9E37_79B9 + u64::from(width)),
        var: width,
        widths,
    };
    let values = all_pairs(width);
    let mut arena = Arena::new();
    let symbols = ["a", "b"].map(|name| arena.symbol(name, 1));
    for case in 0..cases {
        let root = generator.rng.pick(&[1, width, width, 8]);
        let term = generator.term(root, 1 + (case % u64::from(depth)) as u32);
        check(&mut arena, symbols, width, &term, &values);
    }
}

#[test]
fn width_1_exhaustively() {
    exhaustive(1, 30_000, 5);
}

#[test]
fn width_2_exhaustively() {
    exhaustive(2, 20_000, 5);
}

#[test]
fn width_3_exhaustively() {
    exhaustive(3, 15_000, 5);
}

#[test]
fn width_4_exhaustively() {
    exhaustive(4, 8_000, 5);
}

#[test]
fn the_arena_without_rules_agrees() {
    let widths = vec![1, 3, 3, 4, 8];
    let mut generator = Generator {
        rng: Rng(77),
        var: 3,
        widths,
    };
    let values = all_pairs(3);
    let mut arena = Arena::without_simplification();
    let symbols = ["a", "b"].map(|name| arena.symbol(name, 1));
    for _ in 0..3_000 {
        let term = generator.term(3, 4);
        check(&mut arena, symbols, 3, &term, &values);
    }
}

/// Checks terms that are transferred to an arena twice. The first time, the arena contains some of the terms;
/// the second time, it contains all.
#[test]
fn transferred_terms_have_the_same_values() {
    let widths = vec![1, 3, 3, 4, 8];
    let mut generator = Generator {
        rng: Rng(4242),
        var: 3,
        widths,
    };
    let values = all_pairs(3);
    let (mut one, mut two) = (Arena::new(), Arena::new());
    let symbols = ["a", "b"].map(|name| one.symbol(name, 1));
    let others = ["z", "b", "a"].map(|name| two.symbol(name, 1));
    for _ in 0..2_000 {
        let (term, filler) = (generator.term(3, 5), generator.term(3, 3));
        let vars = symbols.map(|s| one.scalar(s, 3));
        let e = build(&mut one, vars, &term);
        let vars = [others[2], others[1]].map(|s| two.scalar(s, 3));
        build(&mut two, vars, &filler);
        let mut packer = Packer::default();
        packer.expr(e);
        let terms = packer.finish(&one);
        let mut symbol = |_: &mut Arena, name: &str, _| others[1 + usize::from(name == "a")];
        let moved = terms.unpack(&mut two, &mut symbol).expr(e);
        for vars in &values {
            let assignment = |array: SymArray, _| {
                let which = usize::from(array != others[2]);
                vars[which] as u8
            };
            let got = Evaluator::new(&two, &assignment).eval(moved);
            assert_eq!(got, value_of(&term, vars), "{term:?} at {vars:?}");
        }
        let before = two.len();
        assert_eq!(terms.unpack(&mut two, &mut symbol).expr(e), moved);
        assert_eq!(two.len(), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn large_widths_at_corners_and_random(seed in 1u64.., a: u64, b: u64, width in prop::sample::select(vec![8u32, 16, 32, 64])) {
        let widths = vec![1, 8, 16, width, width, 32, 64, 100, 128];
        let mut generator = Generator { rng: Rng(seed), var: width, widths };
        let term = generator.term(width, 4);
        let mut arena = Arena::new();
        let symbols = ["a", "b"].map(|name| arena.symbol(name, 8));
        let corners = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, u64::MAX, 1 << 63, a, b];
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let values: Vec<[u64; 2]> =
            corners.iter().flat_map(|&x| corners.iter().map(move |&y| [x & mask, y & mask])).collect();
        check(&mut arena, symbols, width, &term, &values);
    }
}

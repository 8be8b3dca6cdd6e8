use super::*;
use symtool_ir::Op;

#[test]
fn conditions_read_as_in_c() {
    let mut arena = Arena::new();
    let n = arena.symbol("n", 4);
    let n = arena.scalar(n, 32);
    let ten = arena.int(32, 10);
    let minus = arena.int(32, u128::from(-3_i32 as u32));
    let sum = arena.op(Op::Add, 32, &[n, minus]);
    let less = arena.op(Op::Slt, 1, &[sum, ten]);
    let unequal = arena.op(Op::Ne, 1, &[n, ten]);
    let both = arena.op(Op::And, 1, &[less, unequal]);
    let either = arena.not(both);
    assert_eq!(arena.c_text(both, 200), "n - 3 < 10 && n != 10");
    assert_eq!(arena.c_text(either, 200), "n - 3 >= 10 || n == 10");
    let unsigned = arena.op(Op::Ult, 1, &[n, ten]);
    assert_eq!(arena.c_text(unsigned, 200), "(unsigned)n < 10");
}

#[test]
fn parentheses_follow_the_precedence_of_c() {
    let mut arena = Arena::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| {
        let input = arena.symbol(name, 4);
        arena.scalar(input, 32)
    });
    let sum = arena.op(Op::Add, 32, &[a, b]);
    let product = arena.op(Op::Mul, 32, &[sum, c]);
    let text = arena.c_text(product, 200);
    assert!(
        ["(a + b) * c", "c * (a + b)"].contains(&text.as_str()),
        "{text}"
    );
    let inner = arena.op(Op::Sub, 32, &[b, c]);
    let outer = arena.op(Op::Sub, 32, &[a, inner]);
    assert_eq!(arena.c_text(outer, 200), "a - (b - c)");
}

#[test]
fn a_shared_expression_of_any_depth_has_a_short_text() {
    let mut arena = Arena::without_simplification();
    let x = arena.symbol("x", 4);
    let mut e = arena.scalar(x, 32);
    for _ in 0..10_000 {
        e = arena.op(Op::Add, 32, &[e, e]);
    }
    let text = arena.c_text(e, 100);
    assert!(text.len() < 400 && text.contains('…'), "{text}");
}

#[test]
fn elements_of_an_input_have_their_index() {
    let mut arena = Arena::new();
    let input = arena.symbol("a", 16);
    let bytes: Vec<ExprId> = (8..12).map(|i| arena.byte(input, i)).collect();
    let element = bytes[1..]
        .iter()
        .fold(bytes[0], |low, &high| arena.concat(high, low));
    assert_eq!(arena.c_text(element, 80), "a[2]");
    assert_eq!(arena.c_text(bytes[1], 80), "a[9]");
}

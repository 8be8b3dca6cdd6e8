//! The tests check that model repair finds models of typical queries, and that the models satisfy the queries.
use super::*;
use symtool_expr::ExprId;
use symtool_ir::Op;

/// Returns a 32-bit number of four input bytes.
fn word(arena: &mut Arena, name: &str) -> ExprId {
    let input = arena.symbol(name, 4);
    let bytes: Vec<ExprId> = (0..4).map(|i| arena.byte(input, i)).collect();
    bytes[1..].iter().fold(bytes[0], |w, &b| arena.concat(b, w))
}

fn solved(arena: &Arena, constraints: &[ExprId]) -> Option<Model> {
    let model = Search::new(arena, constraints).run(&ModelPool::default(), 10_000_000);
    if let Some(model) = &model {
        assert!(model.satisfies(arena, constraints));
    }
    model
}

/// Checks that the search solves the queries of a program that computes a maximum. Each query requires that a new sum
/// of products is greater than the maximum of all previous sums. An `ite` limits each sum to 255.
#[test]
fn clamped_sums_of_products_are_found() {
    let mut arena = Arena::new();
    let inputs: Vec<ExprId> = ["a", "b", "c"].map(|n| word(&mut arena, n)).to_vec();
    let limit = arena.int(32, 255);
    let zero = arena.int(32, 0);
    let mut greatest = zero;
    for factors in [[1u128, 2, 0xffff_ffff], [2, 0xffff_fffd, 1], [5, 7, 11]] {
        let mut sum = zero;
        for (&input, factor) in inputs.iter().zip(factors) {
            let factor = arena.int(32, factor);
            let product = arena.op(Op::Mul, 32, &[input, factor]);
            sum = arena.op(Op::Add, 32, &[sum, product]);
        }
        let over = arena.op(Op::Sgt, 1, &[sum, limit]);
        sum = arena.ite(over, limit, sum);
        let more = arena.op(Op::Sgt, 1, &[sum, greatest]);
        let fits = [more];
        assert!(solved(&arena, &fits).is_some());
        greatest = arena.ite(more, sum, greatest);
    }
}

#[test]
fn several_constraints_are_satisfied_together() {
    let mut arena = Arena::new();
    let (a, b) = (word(&mut arena, "a"), word(&mut arena, "b"));
    let cond = arena.op(Op::Ult, 1, &[a, b]);
    let least = arena.ite(cond, a, b);
    let constraints = [
        arena.op(Op::Slt, 1, &[least, a]),
        {
            let k = arena.int(32, 77);
            arena.op(Op::Eq, 1, &[least, k])
        },
        {
            let k = arena.int(32, 1000);
            let r = arena.op(Op::URem, 32, &[a, k]);
            let k = arena.int(32, 13);
            arena.op(Op::Eq, 1, &[r, k])
        },
    ];
    assert!(solved(&arena, &constraints).is_some());
}

#[test]
fn a_cell_of_an_array_is_found() {
    let mut arena = Arena::new();
    let input = arena.symbol("i", 8);
    let index = arena.byte(input, 0);
    let index = arena.op(Op::Zext, 64, &[index]);
    let table = arena.const_array(b"symbolic execution");
    let cell = arena.read(table, index);
    let k = arena.int(8, u128::from(b'x'));
    let is = arena.op(Op::Eq, 1, &[cell, k]);
    assert!(solved(&arena, &[is]).is_some());
}

#[test]
fn an_unsatisfiable_query_has_no_model() {
    let mut arena = Arena::new();
    let a = word(&mut arena, "a");
    let square = arena.op(Op::Mul, 32, &[a, a]);
    let two = arena.int(32, 2);
    let is = arena.op(Op::Eq, 1, &[square, two]);
    assert_eq!(solved(&arena, &[is]), None);
}

/// Checks that the search satisfies a conjunction of five equalities in an arm of an `ite`. All equalities are false at
/// the start, so that no single move satisfies the conjunction.
#[test]
fn all_conditions_of_a_conjunction_are_satisfied() {
    let mut arena = Arena::new();
    let text = arena.symbol("text", 6);
    let bytes: Vec<ExprId> = (0..6).map(|at| arena.byte(text, at)).collect();
    let is = |arena: &mut Arena, at: usize, value: u8| {
        let value = arena.int(8, value.into());
        arena.op(Op::Eq, 1, &[bytes[at], value])
    };
    let word = |arena: &mut Arena, word: &[u8; 5]| {
        let letters: Vec<ExprId> = (0..5).map(|at| is(arena, at + 1, word[at])).collect();
        letters[1..]
            .iter()
            .fold(letters[0], |all, &one| arena.and(one, all))
    };
    let (one, two) = (word(&mut arena, b"alpha"), word(&mut arena, b"gamma"));
    let first = is(&mut arena, 0, b'/');
    let chosen = arena.ite(first, one, two);
    let other = arena.not(one);
    let model = Search::new(&arena, &[chosen, other]).run(&ModelPool::default(), 10_000);
    let model = model.expect("five letters are soon set");
    assert!(model.satisfies(&arena, &[chosen, other]));
}

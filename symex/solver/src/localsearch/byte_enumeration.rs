//! Tests all values of a byte, for a query with one free byte. A byte is *free* if no constraint of the query is an
//! equality that fixes it to a constant.
//!
//! Queries with one free byte are frequent: a character is compared with several characters, or a check depends on
//! few inputs. Evaluating the query 256 times is faster than starting a solver.
use super::graph::{Graph, Index, Node};
use crate::answer::Core;
use crate::model::Model;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use std::rc::Rc;
use symtool_expr::{Arena, BinOp, ExprId};

/// The link (solving technique of the solver chain) that tests all values of a single free byte.
#[derive(Debug, Default)]
pub(crate) struct ByteEnumeration;

impl Technique for ByteEnumeration {
    fn run(&mut self, query: &mut Query<'_>, _: &mut Context<'_>) -> Outcome {
        enumerate(query.arena(), query.constraints)
    }
}

/// Evaluates the constraints for all 256 values of the only free byte (a byte that no equality fixes), or once if no
/// byte is free. Returns `Pass` (no answer) if several bytes are free.
///
/// The core (unsatisfiable subset) of an unsatisfiable query contains the equalities that fix the other bytes. For each
/// value of the free byte, the core also contains one constraint that is false for this value.
fn enumerate(arena: &Arena, constraints: &[ExprId]) -> Outcome {
    let mut graph = Graph::new(arena, constraints);
    let fixed = fixed_bytes(&graph);
    let mut free = graph
        .bytes()
        .filter(|byte| fixed.iter().all(|fixed| fixed.at != *byte));
    let byte = free.next();
    if free.next().is_some() {
        return Outcome::Pass;
    }
    drop(free);
    graph.load(&Model::new());
    let values: Vec<(Index, u8)> = fixed.iter().map(|fixed| (fixed.at, fixed.value)).collect();
    graph.set(&values, &mut Vec::new());
    let mut core: Vec<usize> = fixed.iter().map(|fixed| fixed.constraint).collect();
    let mut undo = Vec::new();
    for value in 0..=u8::MAX {
        if let Some(byte) = byte {
            undo.clear();
            graph.set(&[(byte, value)], &mut undo);
        }
        let fails = |&number: &usize| !graph.value(graph.constraints[number]).is_true();
        if !core.iter().any(&fails) {
            match (0..constraints.len()).find(&fails) {
                Some(violated) => core.push(violated),
                None => return Outcome::Sat(Rc::new(graph.model())),
            }
        }
        if byte.is_none() {
            break;
        }
    }
    let core = core.into_iter().map(|number| constraints[number]).collect();
    Outcome::Unsat(Some(Core::new(core)))
}

/// An input byte that a constraint fixes to a constant.
struct Fixed {
    at: Index,
    value: u8,
    /// The index of the constraint that fixes the byte.
    constraint: usize,
}

/// Returns the input bytes that constraints fix. If two constraints fix a byte to different values, the first
/// constraint determines the value, and the second constraint is false.
fn fixed_bytes(graph: &Graph) -> Vec<Fixed> {
    let mut fixed: Vec<Fixed> = Vec::new();
    let mut work: Vec<(usize, Index)> = graph.constraints.iter().copied().enumerate().collect();
    while let Some((number, e)) = work.pop() {
        let Node::Bin { op, lhs, rhs } = graph.nodes[e as usize] else {
            continue;
        };
        let sides = [(lhs, rhs), (rhs, lhs)];
        match op {
            BinOp::And => work.extend([(number, lhs), (number, rhs)]),
            BinOp::Eq => {
                let constant = |&(_, value): &(Index, Index)| graph.is_const(value);
                let Some((input, value)) = sides.into_iter().find(constant) else {
                    continue;
                };
                let value = graph.value(value).unsigned().to_le_bytes();
                for (at, value) in graph.bytes_of(input).zip(value) {
                    if fixed.iter().all(|fixed| fixed.at != at) {
                        fixed.push(Fixed {
                            at,
                            value,
                            constraint: number,
                        });
                    }
                }
            }
            _ => {}
        }
    }
    fixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::Op;
    use symtool_ir::random::SplitMix;

    /// Compares the answers to random conditions on one byte and a fixed number with the evaluation of the
    /// conditions for all values of the byte.
    #[test]
    fn answers_equal_evaluation_and_cores_are_unsatisfiable() {
        let mut random = SplitMix::default();
        let (mut sat, mut unsat, mut open) = (0, 0, 0);
        for _ in 0..400 {
            let mut arena = Arena::new();
            let (a, n) = (arena.symbol("a", 1), arena.symbol("n", 2));
            let byte = arena.byte(a, 0);
            let (low, high) = (arena.byte(n, 0), arena.byte(n, 1));
            let number = arena.concat(high, low);
            let set = random.draw() & 0xffff;
            let known = arena.int(16, set.into());
            let mut constraints = vec![arena.op(Op::Eq, 1, &[number, known])];
            for _ in 0..1 + random.index(3) {
                let mut term = byte;
                for _ in 0..random.index(3) {
                    let op = [Op::Add, Op::Mul, Op::And, Op::Xor, Op::Sub][random.index(5)];
                    let constant = arena.int(8, (random.draw() & 0xff).into());
                    let other = [constant, low, high][random.index(3)];
                    term = arena.op(op, 8, &[term, other]);
                }
                let op = [Op::Eq, Op::Ult, Op::Slt, Op::Ule, Op::Ne][random.index(5)];
                let bound = arena.int(8, (random.draw() & 0xff).into());
                let sides = [[term, bound], [bound, term]][random.index(2)];
                constraints.push(arena.op(op, 1, &sides));
            }
            let model = |value: u8| {
                let mut model = Model::new();
                model.set(a, 0, value);
                model.set(n, 0, set as u8);
                model.set(n, 1, (set >> 8) as u8);
                model
            };
            let expected = (0..=u8::MAX).any(|v| model(v).satisfies(&arena, &constraints));
            match enumerate(&arena, &constraints) {
                Outcome::Sat(model) => {
                    assert!(expected && model.satisfies(&arena, &constraints));
                    sat += 1;
                }
                Outcome::Unsat(core) => {
                    assert!(!expected);
                    let core = core.expect("a core");
                    let holds = |v| model(v).satisfies(&arena, core.constraints());
                    assert!(!(0..=u8::MAX).any(holds), "{core:?}");
                    unsat += 1;
                }
                // The link gives no answer if it does not recognize the constraint that fixes the number.
                _ => open += 1,
            }
        }
        assert!(sat > 50 && unsat > 50 && open < 40, "{sat} {unsat} {open}");
    }

    #[test]
    fn two_free_bytes_are_passed_on() {
        let mut arena = Arena::new();
        let (a, b) = (arena.symbol("a", 1), arena.symbol("b", 1));
        let (a, b) = (arena.byte(a, 0), arena.byte(b, 0));
        let less = arena.op(Op::Ult, 1, &[a, b]);
        assert!(matches!(enumerate(&arena, &[less]), Outcome::Pass));
    }
}

//! Queries whose answer depends on one byte: all its values are tried.
//!
//! The other inputs of the query, if there are any, are set by constraints that say what they are. Such queries are many where
//! a character is compared with others, and where failures are looked for that set few inputs; what a solver needs to begin
//! with costs more than 256 evaluations.
use super::graph::{At, Graph, Part};
use crate::stats::timed;
use crate::{Answer, LinkStats, Model, SolverStats};
use symtool_expr::{Arena, BinOp, ExprId};

/// The largest query that is tried, in expressions: a millisecond at most.
const MOST: usize = 128;

/// Answers queries on one byte.
#[derive(Debug, Default)]
pub struct Exhaust {
    stats: LinkStats,
}

impl Exhaust {
    /// What it is called in statistics and logs.
    pub const NAME: &'static str = "one byte";

    /// Is there a value of the only byte that is free with which all constraints hold? `None` if more of them are free.
    pub fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<Answer> {
        if arena.node_count(constraints) > MOST {
            return None;
        }
        let (answer, time) = timed(|| all_values(arena, constraints));
        self.stats.count(answer.is_some(), time);
        answer
    }

    pub(crate) fn collect(&self, stats: &mut SolverStats) {
        stats.links.push((Exhaust::NAME, self.stats.clone()));
    }
}

fn all_values(arena: &Arena, constraints: &[ExprId]) -> Option<Answer> {
    let mut graph = Graph::new(arena, constraints);
    let fixed = fixed(&graph);
    let mut free = graph
        .bytes()
        .filter(|byte| fixed.iter().all(|(at, _)| at != byte));
    let byte = free.next();
    if free.next().is_some() {
        return None;
    }
    drop(free);
    graph.load(&Model::new());
    graph.set(&fixed, &mut Vec::new());
    let mut undo = Vec::new();
    for value in 0..=u8::MAX {
        if let Some(byte) = byte {
            undo.clear();
            graph.set(&[(byte, value)], &mut undo);
        }
        let mut constraints = graph.constraints.iter();
        if constraints.all(|&c| graph.value(c).is_true()) {
            return Some(Answer::Sat(graph.model()));
        }
        if byte.is_none() {
            break;
        }
    }
    Some(Answer::Unsat)
}

/// Bytes of inputs of which a constraint says what they are. Where two say different things neither can hold for all.
fn fixed(graph: &Graph) -> Vec<(At, u8)> {
    let mut fixed: Vec<(At, u8)> = Vec::new();
    let mut todo = graph.constraints.clone();
    while let Some(constraint) = todo.pop() {
        let Part::Bin { op, lhs, rhs } = graph.parts[constraint as usize] else {
            continue;
        };
        let sides = [(lhs, rhs), (rhs, lhs)];
        match op {
            BinOp::And => todo.extend([lhs, rhs]),
            BinOp::Eq => {
                let constant = |&(_, value): &(At, At)| graph.is_const(value);
                let Some((input, value)) = sides.into_iter().find(constant) else {
                    continue;
                };
                let value = graph.value(value).unsigned().to_le_bytes();
                for (at, byte) in graph.bytes_of(input).zip(value) {
                    if fixed.iter().all(|&(known, _)| known != at) {
                        fixed.push((at, byte));
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

    /// Random conditions on one byte and a number that is fixed: the answer is that of trying all values of the byte on the
    /// expressions.
    #[test]
    fn it_says_what_evaluating_all_values_says() {
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
            match Exhaust::default().solve(&arena, &constraints) {
                Some(Answer::Sat(model)) => {
                    assert!(expected && model.satisfies(&arena, &constraints));
                    sat += 1;
                }
                Some(Answer::Unsat) => {
                    assert!(!expected);
                    unsat += 1;
                }
                // What the number is may be said in other ways.
                None => open += 1,
                other => panic!("{other:?}"),
            }
        }
        assert!(sat > 50 && unsat > 50 && open < 40, "{sat} {unsat} {open}");
    }

    #[test]
    fn two_free_bytes_are_left_to_others() {
        let mut arena = Arena::new();
        let (a, b) = (arena.symbol("a", 1), arena.symbol("b", 1));
        let (a, b) = (arena.byte(a, 0), arena.byte(b, 0));
        let less = arena.op(Op::Ult, 1, &[a, b]);
        assert!(Exhaust::default().solve(&arena, &[less]).is_none());
    }
}

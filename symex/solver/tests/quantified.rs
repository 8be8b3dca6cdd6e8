//! The tests check answers to queries with bounded quantifiers. Each answer must equal the answer to the query in which
//! each quantifier is replaced by the conjunction of its instances (its body for each number in its range).
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::Op;
use symtool_ir::random::SplitMix;
use symtool_solver::{Answer, Chain, LinkSet, SolverConfig};

/// A generator of random queries over a string, two counts and a number.
struct Generator {
    arena: Arena,
    random: SplitMix,
    text: SymArray,
    counts: [SymArray; 2],
    n: SymArray,
}

const LEN: u32 = 7;

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut arena = Arena::new();
        Generator {
            text: arena.symbol("text", LEN),
            counts: [arena.symbol("k", 1), arena.symbol("l", 1)],
            n: arena.symbol("n", 1),
            arena,
            random: SplitMix::new(seed),
        }
    }

    fn count(&mut self) -> ExprId {
        let which = self.random.below(2) as usize;
        self.arena.byte(self.counts[which], 0)
    }

    /// Returns a random 8-bit number for use as an index. `var` is the bound variable; `None` outside of a
    /// quantifier.
    fn number(&mut self, var: Option<ExprId>) -> ExprId {
        let base = match (self.random.below(4), var) {
            (0 | 1, Some(var)) => var,
            (0, None) => self.arena.byte(self.n, 0),
            (1, None) => self.arena.int(8, 2),
            _ => self.count(),
        };
        let offset = self.random.below(3) as i64 - 1;
        let offset = self.arena.int(8, offset as u8 as u128);
        self.arena.add(base, offset)
    }

    fn condition(&mut self, var: Option<ExprId>) -> ExprId {
        let op = [Op::Eq, Op::Ne, Op::Ult, Op::Ule][self.random.below(4) as usize];
        let (a, b) = if self.random.below(4) == 0 {
            (self.number(var), self.number(None))
        } else {
            let index = self.number(var);
            let index = self.arena.zext(index, 64);
            let cells = self.arena.symbol_array(self.text);
            let cell = self.arena.read(cells, index);
            let letter = u128::from(97 + self.random.below(3));
            (cell, self.arena.int(8, letter))
        };
        self.arena.op(op, 1, &[a, b])
    }

    fn quantifier(&mut self) -> ExprId {
        let var = self.arena.bound_variable(1);
        let value = self.arena.bound_value(var);
        let mut body = self.condition(Some(value));
        if self.random.below(2) == 0 {
            let other = self.condition(Some(value));
            body = if self.random.below(3) == 0 {
                self.arena.or(body, other)
            } else {
                self.arena.and(body, other)
            };
        }
        let max = 2 + self.random.below(5) as u32;
        let count = self.count();
        self.arena.for_all(var, max, count, body)
    }

    fn question(&mut self) -> Vec<ExprId> {
        let mut question = Vec::new();
        for count in self.counts {
            let count = self.arena.byte(count, 0);
            let most = self.arena.int(8, 6);
            question.push(self.arena.ule(count, most));
        }
        for _ in 0..1 + self.random.below(2) {
            question.push(self.quantifier());
        }
        for _ in 0..1 + self.random.below(4) {
            question.push(self.condition(None));
        }
        match self.random.below(4) {
            0 => {
                let all = self.quantifier();
                question.push(self.arena.not(all));
            }
            1 => {
                let (all, other) = (self.quantifier(), self.condition(None));
                question.push(self.arena.or(all, other));
            }
            _ => {}
        }
        question
    }
}

fn hits(chain: &Chain, link: &str) -> u64 {
    let stats = chain.stats();
    let mut links = stats.links.iter();
    let found = links.find(|(name, _)| *name == link);
    found.map_or(0, |(_, link)| link.hits)
}

#[test]
fn answers_equal_those_of_the_expanded_query() {
    let stages = ["known", "patch", "strip", "duplicate", "repair", "refine"];
    let mut by_stage = [0; 6];
    let (mut sat, mut unsat, mut engine) = (0, 0, 0);
    for seed in 0..150 {
        let mut maker = Generator::new(seed);
        let mut chain = Chain::new(SolverConfig::default());
        let mut plain = Chain::new(SolverConfig::default());
        for _ in 0..4 {
            let question = maker.question();
            let expanded: Vec<ExprId> = (question.iter())
                .map(|&c| maker.arena.expanded(c))
                .collect();
            let answer = chain.model(&mut maker.arena, &question);
            let expected = plain.model(&mut maker.arena, &expanded);
            let text = || {
                let lines = question.iter().map(|&c| maker.arena.text(c));
                lines.collect::<Vec<_>>().join("\n")
            };
            match (&answer, &expected) {
                (Answer::Sat(model), Answer::Sat(other)) => {
                    assert!(model.satisfies(&maker.arena, &expanded), "{}", text());
                    assert!(other.satisfies(&maker.arena, &question), "{}", text());
                    sat += 1;
                }
                (Answer::Unsat, Answer::Unsat) => unsat += 1,
                _ => panic!("seed {seed}: {answer:?}, not {expected:?}:\n{}", text()),
            }
        }
        for (count, stage) in by_stage.iter_mut().zip(stages) {
            *count += hits(&chain, &format!("quantified: {stage}"));
        }
        engine += hits(&chain, "oneshot");
    }
    assert!(sat > 100 && unsat > 50, "{sat} and {unsat}");
    for (count, stage) in by_stage.iter().zip(stages) {
        assert!(*count > 0, "no query was answered by {stage}: {by_stage:?}");
    }
    let all: u64 = by_stage.iter().sum();
    assert!(engine * 5 <= all, "oneshot answered {engine} of {all}");
}

#[test]
fn the_engine_of_z3_gives_the_same_answers() {
    let config = SolverConfig {
        links: LinkSet::default().without("quantified"),
        timeout: std::time::Duration::from_secs(5),
        ..SolverConfig::default()
    };
    for seed in 500..515 {
        let mut maker = Generator::new(seed);
        let question = maker.question();
        let engine = Chain::new(config.clone()).model(&mut maker.arena, &question);
        let staged = Chain::new(SolverConfig::default()).model(&mut maker.arena, &question);
        match (engine, staged) {
            (Answer::Sat(model), Answer::Sat(_)) => {
                assert!(model.satisfies(&maker.arena, &question));
            }
            (Answer::Unsat, Answer::Unsat) | (Answer::Unknown(_), _) => {}
            (one, two) => panic!("{one:?} and {two:?}"),
        }
    }
}

/// Checks the example of Trabish et al. (ESEC/FSE 2023), in which a model of the query without quantifiers
/// need not satisfy the query.
#[test]
fn the_cells_below_a_count_are_filled() {
    let mut arena = Arena::new();
    let (s, n, k) = (
        arena.symbol("s", 12),
        arena.symbol("n", 1),
        arena.symbol("k", 1),
    );
    let var = arena.bound_variable(1);
    let cells = arena.symbol_array(s);
    let (n, k, i) = (arena.byte(n, 0), arena.byte(k, 0), arena.bound_value(var));
    let cell = |arena: &mut Arena, number: ExprId, back: u128| {
        let number = arena.zext(number, 64);
        let back = arena.int(64, back);
        let at = arena.sub(number, back);
        arena.read(cells, at)
    };
    let (zero, eight) = (arena.int(8, 0), arena.int(8, 8));
    let (one, ten) = (arena.int(8, 1), arena.int(8, 10));
    let end = cell(&mut arena, n, 0);
    let last = cell(&mut arena, k, 1);
    let each = cell(&mut arena, i, 1);
    let body = arena.ne(each, zero);
    let question = [
        arena.eq(end, zero),
        arena.ule(one, k),
        arena.ule(k, ten),
        arena.eq(last, eight),
        arena.for_all(var, 10, k, body),
    ];
    let Answer::Sat(model) = Chain::new(SolverConfig::default()).model(&mut arena, &question)
    else {
        panic!("there is a model");
    };
    assert!(model.satisfies(&arena, &question));
    let five = arena.int(8, 5);
    let within = arena.ult(five, k);
    let before = arena.ult(n, five);
    let mut impossible = question.to_vec();
    impossible.extend([within, before]);
    let answer = Chain::new(SolverConfig::default()).model(&mut arena, &impossible);
    assert_eq!(answer, Answer::Unsat);
}

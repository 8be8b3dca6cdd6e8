//! Tests of the link that replaces values by ranks (positions in the order of the values). The tests check that
//! answers do not depend on the link, and that models satisfy the query.
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_solver::{Answer, Chain, SolverConfig, SolverStats};

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

fn chain(ranks: bool) -> Chain {
    Chain::new(SolverConfig {
        // The links that answer most queries before the link for ranks runs are disabled.
        links: match ranks {
            true => "only:independence,ranks,incremental,oneshot",
            false => "only:independence,incremental,oneshot",
        }
        .parse()
        .expect("links"),
        ..SolverConfig::default()
    })
}

fn link(stats: &SolverStats, name: &str) -> u64 {
    let found = stats.links.iter().find(|(own, _)| *own == name);
    found.map_or(0, |(_, link)| link.hits)
}

/// Returns the bytes `at .. at + n` of an input as one number.
fn word(arena: &mut Arena, input: SymArray, at: u32, n: u32) -> ExprId {
    let mut whole = arena.byte(input, at);
    for index in at + 1..at + n {
        let byte = arena.byte(input, index);
        whole = arena.concat(byte, whole);
    }
    whole
}

/// A generator of random queries, which compare words (input numbers) and select between them by `ite`. They
/// rarely contain other operators on words.
struct Generator {
    rng: Rng,
    arena: Arena,
    input: SymArray,
    /// The terms generated so far, all of one width.
    terms: Vec<ExprId>,
    signed: bool,
    width: u32,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9) + 1);
        let mut arena = Arena::new();
        let input = arena.symbol("data", 24);
        let bytes = rng.one_of(&[1, 2, 4]);
        let width = 8 * bytes;
        let signed = rng.below(2) == 0;
        let mut maker = Generator {
            rng,
            arena,
            input,
            terms: Vec::new(),
            signed,
            width,
        };
        for i in 0..3 + maker.rng.below(3) as u32 {
            let word = maker.leaf(bytes, i);
            maker.terms.push(word);
        }
        for _ in 0..maker.rng.below(3) {
            let constant = maker.edge();
            maker.terms.push(constant);
        }
        maker
    }

    /// Returns a word. Most words share no bytes with other words. Some are an extended byte, or overlap
    /// another word.
    fn leaf(&mut self, bytes: u32, i: u32) -> ExprId {
        match self.rng.below(12) {
            0 if bytes > 1 => {
                let byte = self.arena.byte(self.input, i * bytes);
                self.arena.sext(byte, 8 * bytes)
            }
            1 if bytes > 1 => {
                let byte = self.arena.byte(self.input, i * bytes);
                self.arena.zext(byte, 8 * bytes)
            }
            2 if bytes > 1 => word(&mut self.arena, self.input, i * bytes + 1, bytes),
            3 if bytes == 2 => {
                let byte = self.arena.byte(self.input, i * bytes);
                self.arena.concat(byte, byte)
            }
            _ => word(&mut self.arena, self.input, i * bytes, bytes),
        }
    }

    /// Returns a random constant, often near the least or the greatest value.
    fn edge(&mut self) -> ExprId {
        let top = (1_u128 << self.width) - 1;
        let near = u128::from(self.rng.below(3));
        let value = match self.rng.below(4) {
            0 => near,
            1 => top - near,
            2 => (top >> 1) + near,
            _ => u128::from(self.rng.below(1 << 30)) & top,
        };
        self.arena.int(self.width, value)
    }

    fn term(&mut self) -> ExprId {
        let list = self.terms.clone();
        self.rng.one_of(&list)
    }

    fn condition(&mut self) -> ExprId {
        let (a, b) = (self.term(), self.term());
        let other_order = self.rng.below(40) == 0;
        match self.rng.below(6) {
            0 => self.arena.eq(a, b),
            1 => {
                let (c, d) = (self.condition(), self.condition());
                self.arena.or(c, d)
            }
            _ if self.signed != other_order => self.arena.slt(a, b),
            _ => self.arena.ult(a, b),
        }
    }

    /// Adds an `ite` of existing terms, or, rarely, a sum.
    fn grow(&mut self) {
        let (cond, a, b) = (self.condition(), self.term(), self.term());
        let new = match self.rng.below(60) {
            0 => self.arena.add(a, b),
            _ => self.arena.ite(cond, a, b),
        };
        self.terms.push(new);
    }

    fn query(&mut self) -> Vec<ExprId> {
        for _ in 0..self.rng.below(10) {
            self.grow();
        }
        (0..3 + self.rng.below(6))
            .map(|_| self.condition())
            .collect()
    }
}

#[test]
fn random_queries_have_the_same_answers_on_ranks() {
    let (mut sat, mut unsat, mut ranked) = (0, 0, 0);
    for seed in 0..200 {
        let mut maker = Generator::new(seed);
        let mut with = chain(true);
        let mut without = chain(false);
        for _ in 0..3 {
            let query = maker.query();
            let answers = (
                with.model(&mut maker.arena, &query),
                without.model(&mut maker.arena, &query),
            );
            let arena = &maker.arena;
            let text = || {
                let lines: Vec<String> = query.iter().map(|&c| arena.text(c).to_string()).collect();
                format!("seed {seed}: {}", lines.join("\n"))
            };
            match answers {
                (Answer::Sat(model), Answer::Sat(_)) => {
                    assert!(model.satisfies(arena, &query), "{}", text());
                    sat += 1;
                }
                (Answer::Unsat, Answer::Unsat) => unsat += 1,
                (a, b) => panic!("{a:?} with, {b:?} without ranks: {}", text()),
            }
        }
        ranked += link(&with.stats(), "ranks");
        assert_eq!(with.stats().bad_models, 0, "seed {seed}");
        assert_eq!(link(&without.stats(), "ranks"), 0);
    }
    assert!(
        sat > 100 && unsat > 100 && ranked > 150,
        "{sat} {unsat} {ranked}"
    );
}

/// Checks that the outputs of a sorting network are ordered for all inputs, and that two outputs may be
/// equal.
#[test]
fn a_sorting_network_sorts() {
    let mut arena = Arena::new();
    let input = arena.symbol("data", 24);
    let mut data: Vec<ExprId> = (0..6).map(|i| word(&mut arena, input, 4 * i, 4)).collect();
    for round in 0..6 {
        for i in (round % 2..5).step_by(2) {
            let (a, b) = (data[i], data[i + 1]);
            let swap = arena.slt(b, a);
            data[i] = arena.ite(swap, b, a);
            data[i + 1] = arena.ite(swap, a, b);
        }
    }
    let mut chain = chain(true);
    for i in 0..5 {
        let bad = arena.slt(data[i + 1], data[i]);
        assert_eq!(chain.model(&mut arena, &[bad]), Answer::Unsat);
        let equal = arena.eq(data[i + 1], data[i]);
        let Answer::Sat(model) = chain.model(&mut arena, &[equal]) else {
            panic!("equal values may come out");
        };
        assert!(model.satisfies(&arena, &[equal]));
    }
    assert_eq!(link(&chain.stats(), "ranks"), 10);
}

//! Local search for queries with float operators.
//!
//! Z3 translates float arithmetic to circuits, which are hard to solve. For example, Z3 needs minutes to find three
//! numbers for which `(a + b) + c` and `a + (b + c)` are rounded to different results. Almost any three numbers have
//! this property, so a search that evaluates the query under some candidates finds such numbers quickly.
//!
//! The search evaluates the query under candidate values for each *word* (input number: several adjacent bytes). The
//! candidates are constants of the query, their neighbors, values between two constants, zeros, infinities and NaNs.
//! The search never answers *unsat*. The number of its steps depends only on the query, so that runs are reproducible.
use super::words::{Word, words};
use crate::budget::Budget;
use crate::model::Model;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use symtool_expr::{Arena, Evaluator, ExprId};
use symtool_ir::random::SplitMix;

/// The maximum number of assignments that are evaluated for one query.
const MAX_CANDIDATES: usize = 12_000;
/// The search restarts at random values after this number of consecutive assignments that do not increase the number of
/// constraints that hold.
const RESTART: usize = 300;

/// Numbers that are candidate values in every query.
const COMMON: [f64; 16] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    0.5,
    3.0,
    10.0,
    0.1,
    1e3,
    1e10,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN_POSITIVE,
];

/// The maximum number of times that the length of a search is halved. After n consecutive searches without a model, the
/// next search may evaluate only 1/2^n of the usual number of assignments; n is at most this constant. So no search is
/// omitted, but a series of unsatisfiable queries takes little time.
const MAX_HALVINGS: u32 = 4;

/// The link (solving technique of the solver chain) that searches for a model of a query with float operators.
#[derive(Debug, Default)]
pub(crate) struct FloatSearch {
    /// The number of consecutive searches without a model, at most [`MAX_HALVINGS`].
    failures: u32,
    /// The number of nodes that all searches have evaluated. An evaluation takes about as long as one instruction in
    /// the symbolic interpreter.
    work: u64,
}

impl Technique for FloatSearch {
    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        let mut search = Search::new(query.arena(), query.constraints, context.budget);
        search.candidates >>= self.failures;
        let model = search.run();
        self.work += search.evaluated;
        self.failures = match model {
            Some(_) => 0,
            None => (self.failures + 1).min(MAX_HALVINGS),
        };
        model.into()
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// The state of the search for a model of one query.
struct Search<'a> {
    arena: &'a Arena,
    constraints: &'a [ExprId],
    words: Vec<Word>,
    /// The bits of the constants in the query that are at least 32 bits wide, the width of a `float`.
    constants: Vec<u64>,
    /// The maximum number of assignments that are evaluated.
    candidates: usize,
    /// The number of nodes of the query.
    nodes: usize,
    /// The number of nodes that were evaluated.
    evaluated: u64,
    random: SplitMix,
}

impl<'a> Search<'a> {
    fn new(arena: &'a Arena, constraints: &'a [ExprId], budget: Budget) -> Self {
        let nodes = arena.postorder(constraints);
        let mut constants = Vec::new();
        for &e in &nodes {
            if let Some(bits) = arena.as_const(e)
                && bits.width() >= 32
            {
                constants.push(bits.low_u64());
            }
        }
        Search {
            arena,
            constraints,
            words: words(arena, &nodes).into_iter().map(|(_, w)| w).collect(),
            constants,
            candidates: (budget.steps / nodes.len().max(1)).min(MAX_CANDIDATES),
            nodes: nodes.len(),
            evaluated: 0,
            random: SplitMix::default(),
        }
    }

    /// Returns a model that is found by hill climbing; `None` if none of the assignments evaluated within the budget is
    /// a model. The search starts at a random assignment, and rejects changes after which fewer constraints hold. It
    /// restarts if the number of constraints that hold has not increased for [`RESTART`] assignments.
    fn run(&mut self) -> Option<Model> {
        if self.words.is_empty() {
            return None;
        }
        let mut values = vec![0; self.words.len()];
        let mut best = 0;
        let mut idle = RESTART;
        for _ in 0..self.candidates {
            let before = values.clone();
            if idle >= RESTART {
                for (index, value) in values.iter_mut().enumerate() {
                    *value = self.fresh(index);
                }
            } else {
                for _ in 0..=self.random.index(2) {
                    let index = self.random.index(values.len());
                    values[index] = self.changed(&values, index);
                }
            }
            let model = self.filled(&values);
            self.evaluated += self.nodes as u64;
            let score = self.score(&model);
            if score == self.constraints.len() {
                return Some(model);
            }
            if idle >= RESTART || score > best {
                (best, idle) = (score, 0);
            } else {
                idle += 1;
                if score < best {
                    values = before;
                }
            }
        }
        None
    }

    /// Returns the number of constraints that hold under a model.
    fn score(&self, model: &Model) -> usize {
        let mut evaluator = Evaluator::new(self.arena, model);
        let holds = |&&c: &&ExprId| evaluator.eval(c).is_true();
        self.constraints.iter().filter(holds).count()
    }

    fn filled(&self, values: &[u64]) -> Model {
        let mut model = Model::new();
        for (word, value) in self.words.iter().zip(values) {
            for (byte, index) in value.to_le_bytes().iter().zip(0..word.len) {
                model.set(word.array, word.first + index, *byte);
            }
        }
        model
    }

    /// Returns a random candidate value for the word (input number) with the index `index`, independent of its
    /// current value.
    fn fresh(&mut self, index: usize) -> u64 {
        let len = self.words[index].len;
        match self.random.index(6) {
            0 => self.random.draw(),
            1 => self.random.draw() % 512,
            2 => {
                let whole = self.random.index(401) as f64 - 200.0;
                let part = [1.0, 2.0, 4.0, 10.0][self.random.index(4)];
                bits_of(whole / part, len)
            }
            3 => self.known(len),
            _ => {
                let (a, b) = (self.known(len), self.known(len));
                let (a, b) = (number(a, len), number(b, len));
                let part = (self.random.draw() >> 11) as f64 / (1u64 << 53) as f64;
                bits_of(a + (b - a) * part, len)
            }
        }
    }

    /// Returns a random number of `len` bytes: a constant of the query or a number in [`COMMON`].
    fn known(&mut self, len: u32) -> u64 {
        let index = self.random.index(self.constants.len() + COMMON.len());
        match self.constants.get(index) {
            Some(&bits) => bits,
            None => bits_of(COMMON[index - self.constants.len()], len),
        }
    }

    /// Returns a random new value for a word (input number). The value is near the current value, is the current
    /// value with some bits flipped, is the value of another word, or is a candidate value.
    fn changed(&mut self, values: &[u64], index: usize) -> u64 {
        let (word, old) = (self.words[index], values[index]);
        match self.random.index(7) {
            0 => old.wrapping_add(1 + self.random.draw() % 4),
            1 => old.wrapping_sub(1 + self.random.draw() % 4),
            2 => old ^ (self.random.draw() >> (12 + self.random.index(52))),
            3 => old ^ (1 << self.random.index(8 * word.len as usize)),
            4 => values[self.random.index(values.len())],
            _ => self.fresh(index),
        }
    }
}

/// Returns the number that the bits of a word (an input number) represent: a `float` if the word has four bytes,
/// otherwise a `double`.
fn number(bits: u64, len: u32) -> f64 {
    if len == 4 {
        f64::from(f32::from_bits(bits as u32))
    } else {
        f64::from_bits(bits)
    }
}

fn bits_of(number: f64, len: u32) -> u64 {
    if len == 4 {
        u64::from((number as f32).to_bits())
    } else {
        number.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::{Bits, Op};

    fn found(arena: &Arena, constraints: &[ExprId]) -> Option<Model> {
        Search::new(arena, constraints, Budget::steps(600_000)).run()
    }

    /// Checks that the search finds doubles a, b and c above 10 with `(a + b) + c != a + (b + c)`.
    #[test]
    fn sums_that_round_are_found() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 24);
        let mut doubles = Vec::new();
        for start in [0, 8, 16] {
            let mut word = arena.byte(input, start);
            for index in start + 1..start + 8 {
                let byte = arena.byte(input, index);
                word = arena.concat(byte, word);
            }
            doubles.push(word);
        }
        let ten = arena.constant(Bits::new(64, u128::from(10f64.to_bits())));
        let mut constraints: Vec<ExprId> = doubles
            .iter()
            .map(|&x| arena.op(Op::FLt, 1, &[ten, x]))
            .collect();
        let ab = arena.op(Op::FAdd, 64, &[doubles[0], doubles[1]]);
        let bc = arena.op(Op::FAdd, 64, &[doubles[1], doubles[2]]);
        let left = arena.op(Op::FAdd, 64, &[ab, doubles[2]]);
        let right = arena.op(Op::FAdd, 64, &[doubles[0], bc]);
        constraints.push(arena.op(Op::FNe, 1, &[left, right]));
        let model = found(&arena, &constraints).expect("most sums round");
        assert!(model.satisfies(&arena, &constraints));
        assert_eq!(found(&arena, &constraints), Some(model), "searches repeat");
    }

    #[test]
    fn an_unsatisfiable_query_has_no_model() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 4);
        let bytes: Vec<ExprId> = (0..4).map(|i| arena.byte(input, i)).collect();
        let word = bytes[1..].iter().fold(bytes[0], |w, &b| arena.concat(b, w));
        let less = arena.op(Op::FLt, 1, &[word, word]);
        assert_eq!(found(&arena, &[less]), None);
    }
}

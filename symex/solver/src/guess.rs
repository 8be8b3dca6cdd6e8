//! Inputs found by trial, for queries with float operators.
//!
//! Z3 turns float arithmetic into circuits, and finding a sum that rounds takes it minutes where almost any three
//! numbers will do. So some values are tried first: those that a query names, their neighbours, what lies between
//! two of them, zeros, infinities and NaNs. What is found has been evaluated, so it is right; finding nothing says
//! nothing. The number of trials depends on the query alone, so that runs repeat.
use super::stats::timed;
use super::words::{Word, words};
use super::{LinkStats, Model, SolverStats};
use symtool_expr::{Arena, Evaluator, ExprId};
use symtool_ir::random::SplitMix;

/// Node evaluations that one query may cost.
const EFFORT: usize = 600_000;
/// Most trials of one query.
const MAX_TRIALS: usize = 12_000;
/// Trials without progress before the search starts anew.
const PATIENCE: usize = 300;

/// Numbers that are tried in every query.
const USUAL: [f64; 16] = [
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

/// The search by trial.
#[derive(Debug, Default)]
pub struct Guess {
    stats: LinkStats,
}

impl Guess {
    /// Values that satisfy all constraints, if trials find some.
    pub fn model(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<Model> {
        let (found, time) = timed(|| Trials::new(arena, constraints).search());
        self.stats.count(found.is_some(), time);
        found
    }

    pub(super) fn collect(&self, stats: &mut SolverStats) {
        stats.links.push(("guess", self.stats.clone()));
    }
}

/// One query's search.
struct Trials<'a> {
    arena: &'a Arena,
    constraints: &'a [ExprId],
    words: Vec<Word>,
    /// What the query compares and computes with.
    constants: Vec<u64>,
    trials: usize,
    random: SplitMix,
}

impl<'a> Trials<'a> {
    fn new(arena: &'a Arena, constraints: &'a [ExprId]) -> Self {
        let nodes = arena.postorder(constraints);
        let mut constants = Vec::new();
        for &e in &nodes {
            if let Some(bits) = arena.as_const(e)
                && bits.width() >= 32
            {
                constants.push(bits.low_u64());
            }
        }
        Trials {
            arena,
            constraints,
            words: words(arena, &nodes).into_iter().map(|(_, w)| w).collect(),
            constants,
            trials: (EFFORT / nodes.len().max(1)).min(MAX_TRIALS),
            random: SplitMix::default(),
        }
    }

    /// Climbs from a random start to more satisfied constraints, again and again.
    fn search(mut self) -> Option<Model> {
        if self.words.is_empty() {
            return None;
        }
        let mut values = vec![0; self.words.len()];
        let mut best = 0;
        let mut idle = PATIENCE;
        for _ in 0..self.trials {
            let before = values.clone();
            if idle >= PATIENCE {
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
            let score = self.score(&model);
            if score == self.constraints.len() {
                return Some(model);
            }
            if idle >= PATIENCE || score > best {
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

    /// How many constraints hold.
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

    /// A value from nothing.
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

    /// A constant of the query, or a usual one.
    fn known(&mut self, len: u32) -> u64 {
        let index = self.random.index(self.constants.len() + USUAL.len());
        match self.constants.get(index) {
            Some(&bits) => bits,
            None => bits_of(USUAL[index - self.constants.len()], len),
        }
    }

    /// Another value in the place of one.
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

/// The number that a word's bits are: of `float` for four bytes, else of `double`.
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

    /// `low <= a, b, c <= high` and `(a + b) + c != a + (b + c)`.
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
        let model = Guess::default()
            .model(&arena, &constraints)
            .expect("most sums round");
        assert!(model.satisfies(&arena, &constraints));
        assert_eq!(
            Guess::default().model(&arena, &constraints),
            Some(model),
            "trials repeat"
        );
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 4);
        let bytes: Vec<ExprId> = (0..4).map(|i| arena.byte(input, i)).collect();
        let word = bytes[1..].iter().fold(bytes[0], |w, &b| arena.concat(b, w));
        let less = arena.op(Op::FLt, 1, &[word, word]);
        assert_eq!(Guess::default().model(&arena, &[less]), None);
    }
}

//! Readable models of a path: a byte is 0 if the path allows this, else a small number, else a printable character.
//!
//! The bytes are decided one after another, and decided bytes are fixed by equalities. A preferred range of values
//! is checked by evaluation first, then by a query. The query contains the constraints of one independent group:
//! the constraints that share inputs with the byte. The result is deterministic, and the number of queries is
//! bounded.
use crate::answer::Answer;
use crate::chain::Chain;
use crate::model::Model;
use symtool_expr::{Arena, ExprId, SymArray};

/// Preferred ranges of values, best first. A byte gets the least feasible value of the first feasible range.
const PREFERRED: [(u8, u8); 5] = [(0, 0), (1, 9), (b'0', b'9'), (b' ', b'~'), (10, 255)];

struct Group<'a> {
    /// The constraints of the group, with an equality for each byte decided so far.
    constraints: Vec<ExprId>,
    model: Model,
    budget: &'a mut u32,
    /// Whether the group contains float operators.
    float: bool,
}

impl Chain {
    /// Returns an input that follows a path. Bytes that the path does not determine are 0, small or printable.
    pub fn readable_model(&mut self, arena: &mut Arena, path: &[ExprId]) -> Answer {
        readable_model(self, arena, path)
    }
}

fn readable_model(chain: &mut Chain, arena: &mut Arena, path: &[ExprId]) -> Answer {
    let mut whole = Model::new();
    let mut budget = chain.config.readable_queries;
    for constraints in chain.groups(arena, path) {
        let float = constraints.iter().any(|&c| arena.has_float(c));
        let mut bytes = bytes_of(arena, &constraints);
        if float {
            bytes.sort_unstable();
        }
        let model = match chain.check(arena, constraints.clone()) {
            Answer::Sat(model) => model,
            other => return other,
        };
        let original = constraints.clone();
        let mut group = Group {
            constraints,
            model,
            budget: &mut budget,
            float,
        };
        for (array, index) in bytes {
            group.decide(chain, arena, array, index);
        }
        whole.copy_support(arena, &group.model, &original);
    }
    if whole.satisfies(arena, path) {
        Answer::Sat(whole)
    } else {
        chain.model(arena, path)
    }
}

/// Returns the input bytes on which a group of constraints depends. Bytes with higher indexes come first, so that
/// the high bytes of numbers are decided first and become 0 if possible.
fn bytes_of(arena: &Arena, constraints: &[ExprId]) -> Vec<(SymArray, u32)> {
    let mut bytes = Vec::new();
    for &c in constraints {
        for &symbol in arena.support(c) {
            match arena.symbol_place(symbol) {
                (array, Some(index)) => bytes.push((array, index)),
                (array, None) => bytes.extend((0..arena.symbol_len(array)).map(|i| (array, i))),
            }
        }
    }
    bytes.sort_unstable_by_key(|&(array, index)| (array, std::cmp::Reverse(index)));
    bytes.dedup();
    bytes
}

/// An input byte whose readable value is searched.
#[derive(Copy, Clone)]
struct FreeByte {
    array: SymArray,
    index: u32,
    byte: ExprId,
}

impl Group<'_> {
    /// Gives one byte its best feasible value, and fixes the byte by an equality.
    fn decide(&mut self, chain: &mut Chain, arena: &mut Arena, array: SymArray, index: u32) {
        let at = FreeByte {
            array,
            index,
            byte: arena.byte(array, index),
        };
        if !self.becomes(arena, at, 0) && !self.is_pinned(chain, arena, at) {
            for (low, high) in PREFERRED {
                if self.try_range(chain, arena, at, low, high) {
                    self.lower(chain, arena, at, low);
                    break;
                }
            }
        }
        let value = arena.int(8, u128::from(self.current(at)));
        let fixed = arena.eq(at.byte, value);
        self.constraints.push(fixed);
    }

    fn current(&self, at: FreeByte) -> u8 {
        self.model.get(at.array, at.index)
    }

    /// Sets a byte of the model to `value` if the constraints still hold. Returns whether the byte of the model now
    /// has this value.
    fn becomes(&mut self, arena: &mut Arena, at: FreeByte, value: u8) -> bool {
        if self.current(at) == value {
            return true;
        }
        let mut changed = self.model.clone();
        changed.set(at.array, at.index, value);
        let possible = changed.satisfies(arena, &self.constraints);
        if possible {
            self.model = changed;
        }
        possible
    }

    /// Returns whether the constraints allow only the present value of the byte. If another value is feasible,
    /// changes the model to one with another value.
    fn is_pinned(&mut self, chain: &mut Chain, arena: &mut Arena, at: FreeByte) -> bool {
        let value = arena.int(8, u128::from(self.current(at)));
        let other = arena.ne(at.byte, value);
        !self.query(chain, arena, other)
    }

    /// Lowers a byte of the model to its least feasible value that is at least `low`, by bisection.
    fn lower(&mut self, chain: &mut Chain, arena: &mut Arena, at: FreeByte, mut low: u8) {
        while low < self.current(at) {
            let middle = low + (self.current(at) - low) / 2;
            if !self.try_range(chain, arena, at, low, middle) {
                low = middle + 1;
            }
        }
    }

    /// Changes the model to one with the byte in `low ..= high`, if such a model exists. Returns whether the byte
    /// of the model is now in the range.
    fn try_range(
        &mut self,
        chain: &mut Chain,
        arena: &mut Arena,
        at: FreeByte,
        low: u8,
        high: u8,
    ) -> bool {
        if (low..=high).contains(&self.current(at)) || self.becomes(arena, at, low) {
            return true;
        }
        let (low, high) = (arena.int(8, low.into()), arena.int(8, high.into()));
        let (above, below) = (arena.ule(low, at.byte), arena.ule(at.byte, high));
        let cond = arena.and(above, below);
        self.query(chain, arena, cond)
    }

    /// Changes the model to one that also satisfies `cond`, if a query finds such a model. Returns whether it does.
    fn query(&mut self, chain: &mut Chain, arena: &mut Arena, cond: ExprId) -> bool {
        if arena.is_false(cond) || chain.decide(arena, &self.constraints, cond) == Some(false) {
            return false;
        }
        if *self.budget == 0 || self.float {
            return false;
        }
        *self.budget -= 1;
        let mut set = self.constraints.clone();
        set.push(cond);
        match chain.check(arena, set) {
            Answer::Sat(model) => {
                self.model = model;
                true
            }
            _ => false,
        }
    }
}

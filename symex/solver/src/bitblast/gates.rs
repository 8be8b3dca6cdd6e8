//! Gates: logical connectives of one-bit values. Gates of one kind with equal operands are shared, and constants are
//! folded.
use rustc_hash::FxHashMap;

/// A literal: a gate or the complement of a gate.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    /// Returns the literal of a gate, without complement.
    pub fn positive(gate: usize) -> Lit {
        Lit((gate as u32) << 1)
    }

    /// Returns the number of the literal's gate. The operands of a gate have smaller numbers than the gate.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether the literal is the complement of a gate.
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    pub fn as_const(self) -> Option<bool> {
        (self.0 <= 1).then_some(self.0 == 1)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The operation of a gate.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Gate {
    /// The constant 0. The constant 1 is the complement of this gate.
    False,
    /// A bit of a symbolic input.
    Input,
    And(Lit, Lit),
    /// Exclusive or. Both operands are uncomplemented gates.
    Xor(Lit, Lit),
    /// A multiplexer: the second operand if the first operand is true, otherwise the third operand.
    Mux(Lit, Lit, Lit),
}

/// All gates of the expressions of one arena.
#[derive(Debug)]
pub(super) struct Gates {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Lit>,
}

impl Default for Gates {
    fn default() -> Gates {
        Gates {
            gates: vec![Gate::False],
            known: FxHashMap::default(),
        }
    }
}

impl Gates {
    /// Returns the number of gates.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn get(&self, number: usize) -> Gate {
        self.gates[number]
    }

    /// Adds a gate for one bit of a symbolic input.
    pub fn input(&mut self) -> Lit {
        self.gates.push(Gate::Input);
        Lit((self.gates.len() as u32 - 1) << 1)
    }

    fn make(&mut self, gate: Gate) -> Lit {
        let next = Lit((self.gates.len() as u32) << 1);
        let lit = *self.known.entry(gate).or_insert(next);
        if lit == next {
            self.gates.push(gate);
        }
        lit
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (a, b) {
            (Lit::FALSE, _) => Lit::FALSE,
            (Lit::TRUE, b) => b,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => self.make(Gate::And(a, b)),
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let is_negative = a.is_negative() != b.is_negative();
        let (a, b) = (Lit(a.0 & !1), Lit(b.0 & !1));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let lit = match (a, b) {
            (Lit::FALSE, b) => b,
            _ if a == b => Lit::FALSE,
            _ => self.make(Gate::Xor(a, b)),
        };
        if is_negative { !lit } else { lit }
    }

    /// Returns `then` if `cond` holds, else `other`.
    pub fn mux(&mut self, cond: Lit, then: Lit, other: Lit) -> Lit {
        if cond.is_negative() {
            return self.mux(!cond, other, then);
        }
        match (cond.as_const(), then.as_const(), other.as_const()) {
            (Some(_), ..) => other,
            _ if then == other => then,
            _ if then == !other => self.xor(cond, other),
            (_, Some(true), _) => self.or(cond, other),
            (_, Some(false), _) => self.and(!cond, other),
            (_, _, Some(true)) => self.or(!cond, then),
            (_, _, Some(false)) => self.and(cond, then),
            _ if then == cond => self.or(cond, other),
            _ if then == !cond => self.and(!cond, other),
            _ if other == cond => self.and(cond, then),
            _ if other == !cond => self.or(!cond, then),
            // The complement of `c ? x : y` is `c ? not x : not y`. Only the form with an uncomplemented x is
            // stored.
            _ if then.is_negative() => {
                let lit = self.make(Gate::Mux(cond, !then, !other));
                !lit
            }
            _ => self.make(Gate::Mux(cond, then, other)),
        }
    }
}

//! Random expressions (terms) over two variables. A term can be evaluated directly, and be built in the expression
//! arena, so that tests compare both results.
use std::sync::LazyLock;
use symtool_expr::{Arena, ExprId};
use symtool_ir::ops::OPS;
use symtool_ir::{Bits, Op, OpClass};

/// A term, which is never simplified.
#[derive(Clone, Debug)]
pub enum Term {
    /// A variable: its number (0 or 1) and its width in bits.
    Var(u32, u32),
    /// A constant.
    Const(Bits),
    /// An operation: the operator of the IR, the width of its result in bits, and its operands.
    Op(Op, u32, Vec<Term>),
    /// A range of bits of a term: the number of the first bit, and the number of bits.
    Extract(Box<Term>, u32, u32),
    /// A concatenation: the high bits, then the low bits.
    Concat(Box<Term>, Box<Term>),
    /// A read from a table of constants. The components are the table, the store (index and value) before the read, if
    /// there is one, and the index to read.
    Read(Vec<u8>, Option<(Box<Term>, Box<Term>)>, Box<Term>),
}

/// All IR operators with two integer operands whose result has the width of the operands.
pub static BINARY: LazyLock<Vec<Op>> = LazyLock::new(|| of_class(OpClass::IntBinary));
/// All IR operators that compare two integers.
pub static COMPARE: LazyLock<Vec<Op>> = LazyLock::new(|| of_class(OpClass::IntCompare));

/// Returns the IR operators of the class `class`, in the order of the operator table.
fn of_class(class: OpClass) -> Vec<Op> {
    let rows = OPS.iter().filter(|row| row.class == class);
    rows.map(|row| row.op).collect()
}

/// A small deterministic pseudorandom generator (xorshift64*).
pub struct Rng(pub u64);

impl Rng {
    /// Returns the next 64 random bits.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
    /// Returns a random number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        (self.draw() >> 33) % n
    }
    /// Returns one of the values in `from`.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// A generator of random terms.
pub struct Generator {
    /// The source of random numbers.
    pub rng: Rng,
    /// The width of the variables in bits.
    pub var: u32,
    /// The widths, in bits, that subterms may have. The generator chooses one of them for each subterm.
    pub widths: Vec<u32>,
}

impl Generator {
    fn constant(&mut self, width: u32) -> Term {
        let value = match self.rng.below(8) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => 1 << self.rng.below(u64::from(width)),
            _ => u128::from(self.rng.draw()) | (u128::from(self.rng.draw()) << 64),
        };
        Term::Const(Bits::new(width, value))
    }

    /// Returns a random term of the width `width` bits. Its nesting depth is at most `depth`.
    pub fn term(&mut self, width: u32, depth: u32) -> Term {
        if depth == 0 {
            let var = Term::Var(self.rng.below(2) as u32, self.var);
            return if self.rng.below(3) == 0 {
                self.constant(width)
            } else {
                self.resized(width, var)
            };
        }
        let d = depth - 1;
        match self.rng.below(16) {
            0 if width == 1 || self.rng.below(2) == 0 => {
                let op = self.rng.pick(&[Op::Not, Op::Neg]);
                Term::Op(op, width, vec![self.term(width, d)])
            }
            0..=5 => {
                let op = self.rng.pick(&BINARY);
                let rhs = if self.rng.below(2) == 0 {
                    self.constant(width)
                } else {
                    self.term(width, d)
                };
                let lhs = self.term(width, d);
                let args = if self.rng.below(4) == 0 {
                    vec![rhs, lhs]
                } else {
                    vec![lhs, rhs]
                };
                Term::Op(op, width, args)
            }
            6..=8 => {
                let c = self.term(1, d);
                Term::Op(
                    Op::Select,
                    width,
                    vec![c, self.term(width, d), self.term(width, d)],
                )
            }
            9 | 10 if width == 1 => self.compare(d),
            9 if width == 8 => self.read(d),
            10..=12 => {
                let from = self.rng.pick(&self.widths.clone());
                let inner = self.term(from, d);
                self.resized(width, inner)
            }
            13 if width > 1 => {
                let split = 1 + self.rng.below(u64::from(width - 1)) as u32;
                Term::Concat(
                    Box::new(self.term(width - split, d)),
                    Box::new(self.term(split, d)),
                )
            }
            14 => {
                let from = self.rng.pick(&self.widths.clone()).max(width);
                let low = self.rng.below(u64::from(from - width + 1)) as u32;
                Term::Extract(Box::new(self.term(from, d)), low, width)
            }
            _ if width == 1 => self.compare(d),
            _ => self.term(width, d),
        }
    }

    fn compare(&mut self, depth: u32) -> Term {
        let width = self.rng.pick(&self.widths.clone());
        let op = self.rng.pick(&COMPARE);
        let rhs = if self.rng.below(2) == 0 {
            self.constant(width)
        } else {
            self.term(width, depth)
        };
        let lhs = self.term(width, depth);
        Term::Op(
            op,
            1,
            if self.rng.below(3) == 0 {
                vec![rhs, lhs]
            } else {
                vec![lhs, rhs]
            },
        )
    }

    fn read(&mut self, depth: u32) -> Term {
        let len = 1 + self.rng.below(6) as usize;
        let bytes = (0..len).map(|_| self.rng.below(3) as u8).collect();
        let index = self.index(depth);
        let store = (self.rng.below(2) == 0)
            .then(|| (Box::new(self.index(depth)), Box::new(self.term(8, depth))));
        Term::Read(bytes, store, Box::new(index))
    }

    fn index(&mut self, depth: u32) -> Term {
        if self.rng.below(3) == 0 {
            return Term::Const(Bits::new(64, u128::from(self.rng.below(5))));
        }
        let inner = self.term(3, depth);
        Term::Op(Op::Zext, 64, vec![inner])
    }

    fn resized(&mut self, width: u32, term: Term) -> Term {
        let from = width_of(&term);
        match from.cmp(&width) {
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => Term::Op(Op::Trunc, width, vec![term]),
            std::cmp::Ordering::Less => {
                let op = self.rng.pick(&[Op::Zext, Op::Sext]);
                Term::Op(op, width, vec![term])
            }
        }
    }
}

/// Returns the width of a term in bits.
pub fn width_of(term: &Term) -> u32 {
    match term {
        Term::Var(_, width) | Term::Op(_, width, _) | Term::Extract(_, _, width) => *width,
        Term::Const(bits) => bits.width(),
        Term::Concat(a, b) => width_of(a) + width_of(b),
        Term::Read(..) => 8,
    }
}

/// Returns the value of a term for the values `vars` of the two variables, computed without the expression arena.
pub fn value_of(term: &Term, vars: &[u64; 2]) -> Bits {
    match term {
        Term::Var(i, width) => Bits::new(*width, u128::from(vars[*i as usize])),
        Term::Const(bits) => *bits,
        Term::Op(op, width, args) => {
            let args: Vec<Bits> = args.iter().map(|a| value_of(a, vars)).collect();
            symtool_ir::eval(*op, *width, &args)
        }
        Term::Extract(a, low, width) => Bits::new(*width, value_of(a, vars).unsigned() >> low),
        Term::Concat(a, b) => {
            let (a, b) = (value_of(a, vars), value_of(b, vars));
            Bits::new(
                a.width() + b.width(),
                (a.unsigned() << b.width()) | b.unsigned(),
            )
        }
        Term::Read(bytes, store, index) => {
            let mut bytes = bytes.clone();
            if let Some((at, value)) = store {
                let at = value_of(at, vars).unsigned() as usize;
                if at < bytes.len() {
                    bytes[at] = value_of(value, vars).unsigned() as u8;
                }
            }
            let at = value_of(index, vars).unsigned() as usize;
            Bits::new(8, u128::from(bytes.get(at).copied().unwrap_or(0)))
        }
    }
}

/// Builds the expression of a term in the expression arena, which simplifies the expression. `vars` are the
/// expressions of the two variables.
pub fn build(arena: &mut Arena, vars: [ExprId; 2], term: &Term) -> ExprId {
    match term {
        Term::Var(i, _) => vars[*i as usize],
        Term::Const(bits) => arena.constant(*bits),
        Term::Op(op, width, args) => {
            let args: Vec<ExprId> = args.iter().map(|a| build(arena, vars, a)).collect();
            arena.op(*op, *width, &args)
        }
        Term::Extract(a, low, width) => {
            let a = build(arena, vars, a);
            arena.extract(a, *low, *width)
        }
        Term::Concat(a, b) => {
            let (a, b) = (build(arena, vars, a), build(arena, vars, b));
            arena.concat(a, b)
        }
        Term::Read(bytes, store, index) => {
            let mut array = arena.const_array(bytes);
            if let Some((at, value)) = store {
                let (at, value) = (build(arena, vars, at), build(arena, vars, value));
                array = arena.store(array, at, value);
            }
            let index = build(arena, vars, index);
            arena.read(array, index)
        }
    }
}

/// Returns all pairs of values of the two variables, if each of them has `width` bits.
pub fn all_pairs(width: u32) -> Vec<[u64; 2]> {
    (0..1 << width)
        .flat_map(|a| (0..1 << width).map(move |b| [a, b]))
        .collect()
}

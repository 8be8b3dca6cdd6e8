//! Translates SMT-LIB 2 scripts over bit-vectors to expressions, so that the links of the solver chain can answer them.
//!
//! Booleans are bit-vectors of width 1. The constant `|b2.7|` of a query log becomes byte 7 of the input with
//! the number 2. Arrays, floats, quantifiers and functions with parameters are not supported.
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::{Bits, Op};

/// The constraints of a script, as expressions of a separate arena.
#[derive(Debug, Default)]
pub(super) struct Terms {
    pub arena: Arena,
    pub constraints: Vec<ExprId>,
    /// The declared constants of the script (its inputs), in the order of their declarations.
    pub constants: Vec<(String, ExprId)>,
}

/// An S-expression.
#[derive(Debug)]
enum Sexp<'t> {
    Atom(&'t str),
    List(Vec<Sexp<'t>>),
}

/// The widest supported bit-vector.
const MAX_WIDTH: u32 = 128;

/// Translates a script to expressions. The error names the first construct that is not supported.
pub(super) fn terms(text: &str) -> Result<Terms, String> {
    let commands = parse(text)?;
    let mut reader = Reader::default();
    reader.declare_inputs(&commands);
    for command in &commands {
        if let Some(theory) = other_theory(command) {
            return Err(format!("{theory} are not supported"));
        }
        reader.command(command)?;
    }
    Ok(reader.terms)
}

/// Returns the theory, such as arrays or floats, of the first operator or sort that does not belong to
/// bit-vectors. Returns `None` if all belong to bit-vectors.
fn other_theory(sexp: &Sexp<'_>) -> Option<&'static str> {
    match sexp {
        Sexp::Atom("forall" | "exists") => Some("quantifiers"),
        Sexp::Atom("Array" | "select" | "store") => Some("arrays"),
        Sexp::Atom("FloatingPoint" | "Float16" | "Float32" | "Float64" | "Float128" | "to_fp") => {
            Some("floating-point numbers")
        }
        Sexp::Atom(atom) if atom.starts_with("fp.") => Some("floating-point numbers"),
        Sexp::Atom(_) => None,
        Sexp::List(items) => items.iter().find_map(other_theory),
    }
}

fn parse(text: &str) -> Result<Vec<Sexp<'_>>, String> {
    let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            break;
        };
        let mut len = 1;
        match first {
            ';' => len = rest.find('\n').unwrap_or(rest.len()),
            '(' => open.push(Vec::new()),
            ')' => {
                let list = open.pop().filter(|_| !open.is_empty());
                let list = list.ok_or("unbalanced parentheses")?;
                if let Some(outer) = open.last_mut() {
                    outer.push(Sexp::List(list));
                }
            }
            _ => {
                len = match first {
                    '|' | '"' => rest[1..].find(first).ok_or("missing closing quote")? + 2,
                    _ => rest
                        .find(|c: char| c.is_whitespace() || "();".contains(c))
                        .unwrap_or(rest.len()),
                };
                if let Some(list) = open.last_mut() {
                    list.push(Sexp::Atom(&rest[..len]));
                }
            }
        }
        rest = &rest[len..];
    }
    match <[Vec<Sexp>; 1]>::try_from(open) {
        Ok([commands]) => Ok(commands),
        Err(_) => Err("unbalanced parentheses".to_owned()),
    }
}

#[derive(Default)]
struct Reader<'t> {
    terms: Terms,
    names: FxHashMap<&'t str, ExprId>,
    /// The inputs of a query log, by number. For the constant `|b2.7|`, the number of the input is 2.
    inputs: FxHashMap<u32, SymArray>,
}

impl<'t> Reader<'t> {
    /// Creates the inputs of a query log. The size of each input follows from the largest byte index in the
    /// script.
    fn declare_inputs(&mut self, commands: &[Sexp<'t>]) {
        let mut lengths: std::collections::BTreeMap<u32, u32> = Default::default();
        for command in commands {
            if let Sexp::List(items) = command
                && let [Sexp::Atom("declare-const"), Sexp::Atom(name), sort] = items.as_slice()
                && let (Some((array, index)), Ok(8)) = (input_byte(name), width(sort))
            {
                let len = lengths.entry(array).or_default();
                *len = (*len).max(index + 1);
            }
        }
        for (array, len) in lengths {
            let symbol = self.terms.arena.symbol(&format!("b{array}"), len);
            self.inputs.insert(array, symbol);
        }
    }

    fn command(&mut self, command: &Sexp<'t>) -> Result<(), String> {
        let Sexp::List(items) = command else {
            return Err(format!("expected a command, found {}", text(command)));
        };
        match items.as_slice() {
            [Sexp::Atom("declare-const"), Sexp::Atom(name), sort] => self.declare(name, sort),
            [
                Sexp::Atom("declare-fun"),
                Sexp::Atom(name),
                Sexp::List(none),
                sort,
            ] if none.is_empty() => self.declare(name, sort),
            [
                Sexp::Atom("define-fun"),
                Sexp::Atom(name),
                Sexp::List(none),
                _,
                term,
            ] if none.is_empty() => self.define(name, term),
            [Sexp::Atom("define-const"), Sexp::Atom(name), _, term] => self.define(name, term),
            [Sexp::Atom("assert"), term] => {
                let term = self.term(term)?;
                self.terms.constraints.push(term);
                Ok(())
            }
            _ => Err(format!("{} is not supported", text(command))),
        }
    }

    fn declare(&mut self, name: &'t str, sort: &Sexp<'t>) -> Result<(), String> {
        let width = width(sort)?;
        let arena = &mut self.terms.arena;
        let input = input_byte(name).filter(|_| width == 8);
        let input = input.and_then(|(array, index)| Some((*self.inputs.get(&array)?, index)));
        let term = match input {
            Some((input, index)) => arena.byte(input, index),
            None => {
                let input = arena.symbol(name, width.div_ceil(8));
                arena.scalar(input, width)
            }
        };
        self.terms.constants.push((name.to_owned(), term));
        self.names.insert(name, term);
        Ok(())
    }

    fn define(&mut self, name: &'t str, term: &Sexp<'t>) -> Result<(), String> {
        let term = self.term(term)?;
        self.names.insert(name, term);
        Ok(())
    }

    fn term(&mut self, term: &Sexp<'t>) -> Result<ExprId, String> {
        let items = match term {
            Sexp::Atom(atom) => return self.atom(atom),
            Sexp::List(items) => items.as_slice(),
        };
        match items {
            [Sexp::Atom("let"), Sexp::List(bindings), body] => self.with_bindings(bindings, body),
            [Sexp::Atom("ite"), ..] => self.ite(term),
            [Sexp::Atom("_"), Sexp::Atom(value), Sexp::Atom(width)] => {
                let value = value
                    .strip_prefix("bv")
                    .and_then(|v| v.parse::<u128>().ok());
                let width = width
                    .parse::<u32>()
                    .ok()
                    .filter(|w| (1..=MAX_WIDTH).contains(w));
                match (value, width) {
                    (Some(value), Some(width)) => {
                        Ok(self.terms.arena.constant(Bits::new(width, value)))
                    }
                    _ => Err(format!("{} is not supported", text(term))),
                }
            }
            [Sexp::List(indexed), arg] => {
                let arg = self.term(arg)?;
                self.indexed(indexed, arg)
            }
            [Sexp::Atom(op), args @ ..] if !args.is_empty() => {
                let args: Result<Vec<ExprId>, String> =
                    args.iter().map(|arg| self.term(arg)).collect();
                self.operator(op, &args?)
            }
            _ => Err(format!("{} is not supported", text(term))),
        }
    }

    fn atom(&mut self, atom: &str) -> Result<ExprId, String> {
        let arena = &mut self.terms.arena;
        let radix = |digits: &str, radix, bits: u32| {
            let width = digits.len() as u32 * bits;
            let value = u128::from_str_radix(digits, radix).ok();
            value
                .filter(|_| width <= MAX_WIDTH)
                .map(|v| Bits::new(width, v))
        };
        let bits = match (atom.strip_prefix("#x"), atom.strip_prefix("#b")) {
            (Some(digits), _) => radix(digits, 16, 4),
            (_, Some(digits)) => radix(digits, 2, 1),
            _ => match atom {
                "true" => Some(Bits::bool(true)),
                "false" => Some(Bits::bool(false)),
                _ => None,
            },
        };
        if let Some(bits) = bits {
            return Ok(arena.constant(bits));
        }
        let known = self.names.get(atom).copied();
        known.ok_or_else(|| format!("`{atom}` is not declared"))
    }

    fn with_bindings(&mut self, bindings: &[Sexp<'t>], body: &Sexp<'t>) -> Result<ExprId, String> {
        let mut bound = Vec::new();
        for binding in bindings {
            match binding {
                Sexp::List(pair) => match pair.as_slice() {
                    [Sexp::Atom(name), term] => bound.push((*name, self.term(term)?)),
                    _ => return Err(format!("{} is not supported", text(binding))),
                },
                Sexp::Atom(_) => return Err(format!("{} is not supported", text(binding))),
            }
        }
        let outer: Vec<_> = (bound.into_iter())
            .map(|(name, term)| (name, self.names.insert(name, term)))
            .collect();
        let result = self.term(body);
        for (name, term) in outer.into_iter().rev() {
            match term {
                Some(term) => self.names.insert(name, term),
                None => self.names.remove(name),
            };
        }
        result
    }

    /// Translates nested `ite`s. The last operand is translated without recursion, because a logged array read can be
    /// a chain of thousands of nested `ite`s.
    fn ite(&mut self, mut term: &Sexp<'t>) -> Result<ExprId, String> {
        let mut arms = Vec::new();
        while let Sexp::List(items) = term
            && let [Sexp::Atom("ite"), cond, then, other] = items.as_slice()
        {
            arms.push((self.term(cond)?, self.term(then)?));
            term = other;
        }
        let mut value = self.term(term)?;
        for (cond, then) in arms.into_iter().rev() {
            self.same_width(&[then, value])?;
            value = self.terms.arena.ite(cond, then, value);
        }
        Ok(value)
    }

    fn same_width(&self, args: &[ExprId]) -> Result<u32, String> {
        let width = |e: ExprId| self.terms.arena.width(e);
        match args.first() {
            Some(&first) if args.iter().all(|&e| width(e) == width(first)) => Ok(width(first)),
            _ => Err("operands have different widths".to_owned()),
        }
    }

    fn indexed(&mut self, indexed: &[Sexp<'t>], arg: ExprId) -> Result<ExprId, String> {
        let atoms: Vec<&str> = (indexed.iter())
            .filter_map(|item| match item {
                Sexp::Atom(atom) => Some(*atom),
                Sexp::List(_) => None,
            })
            .collect();
        let arena = &mut self.terms.arena;
        let from = arena.width(arg);
        let number = |text: &str| {
            text.parse::<u32>()
                .map_err(|_| format!("expected a number, found {text}"))
        };
        match atoms.as_slice() {
            ["_", "extract", high, low] => {
                let (high, low) = (number(high)?, number(low)?);
                if low > high || high >= from {
                    return Err("extract is out of range".to_owned());
                }
                Ok(arena.extract(arg, low, high - low + 1))
            }
            ["_", op @ ("zero_extend" | "sign_extend"), by] => {
                let width = from + number(by)?.min(MAX_WIDTH);
                if width > MAX_WIDTH {
                    return Err(format!("bit-vectors of {width} bits are not supported"));
                }
                Ok(match *op {
                    "zero_extend" => arena.zext(arg, width),
                    _ => arena.sext(arg, width),
                })
            }
            _ => Err(format!("operator {} is not supported", atoms.join(" "))),
        }
    }

    fn operator(&mut self, op: &str, args: &[ExprId]) -> Result<ExprId, String> {
        if op == "concat" {
            return self.concat(args);
        }
        let width = self.same_width(args)?;
        let arena = &mut self.terms.arena;
        let fold = |arena: &mut Arena, op: Op| {
            (args[1..].iter()).fold(args[0], |all, &e| arena.op(op, width, &[all, e]))
        };
        let binary = |arena: &mut Arena, op: Op, width: u32| match args {
            [a, b] => Ok(arena.op(op, width, &[*a, *b])),
            _ => Err("expected two operands".to_owned()),
        };
        Ok(match op {
            "not" | "bvnot" if args.len() == 1 => arena.not(args[0]),
            "bvneg" if args.len() == 1 => {
                let zero = arena.int(width, 0);
                arena.sub(zero, args[0])
            }
            "and" | "bvand" => fold(arena, Op::And),
            "or" | "bvor" => fold(arena, Op::Or),
            "xor" | "bvxor" => fold(arena, Op::Xor),
            "bvadd" => fold(arena, Op::Add),
            "bvmul" => fold(arena, Op::Mul),
            "bvsub" => binary(arena, Op::Sub, width)?,
            "bvudiv" => binary(arena, Op::UDiv, width)?,
            "bvsdiv" => binary(arena, Op::SDiv, width)?,
            "bvurem" => binary(arena, Op::URem, width)?,
            "bvsrem" => binary(arena, Op::SRem, width)?,
            "bvshl" => binary(arena, Op::Shl, width)?,
            "bvlshr" => binary(arena, Op::LShr, width)?,
            "bvashr" => binary(arena, Op::AShr, width)?,
            "bvult" => binary(arena, Op::Ult, 1)?,
            "bvule" => binary(arena, Op::Ule, 1)?,
            "bvugt" => binary(arena, Op::Ugt, 1)?,
            "bvuge" => binary(arena, Op::Uge, 1)?,
            "bvslt" => binary(arena, Op::Slt, 1)?,
            "bvsle" => binary(arena, Op::Sle, 1)?,
            "bvsgt" => binary(arena, Op::Sgt, 1)?,
            "bvsge" => binary(arena, Op::Sge, 1)?,
            "=" => {
                let pairs = args.windows(2).map(|pair| (pair[0], pair[1]));
                let mut all = Arena::TRUE;
                for (a, b) in pairs {
                    let equal = arena.eq(a, b);
                    all = arena.and(all, equal);
                }
                all
            }
            "distinct" => {
                let mut all = Arena::TRUE;
                for (i, &a) in args.iter().enumerate() {
                    for &b in &args[i + 1..] {
                        let differ = arena.ne(a, b);
                        all = arena.and(all, differ);
                    }
                }
                all
            }
            "=>" if width == 1 => {
                let mut args = args.iter().rev();
                let last = args.next().copied().unwrap_or(Arena::TRUE);
                args.fold(last, |then, &cond| arena.implies(cond, then))
            }
            _ => return Err(format!("operator {op} is not supported")),
        })
    }

    fn concat(&mut self, args: &[ExprId]) -> Result<ExprId, String> {
        let arena = &mut self.terms.arena;
        let width: u32 = args.iter().map(|&e| arena.width(e)).sum();
        if width > MAX_WIDTH {
            return Err(format!("bit-vectors of {width} bits are not supported"));
        }
        Ok((args[1..].iter()).fold(args[0], |high, &low| arena.concat(high, low)))
    }
}

/// Parses the name of an input byte in a query log: for `|b2.7|`, returns the numbers 2 and 7.
fn input_byte(name: &str) -> Option<(u32, u32)> {
    let (array, index) = name.trim_matches('|').strip_prefix('b')?.split_once('.')?;
    Some((array.parse().ok()?, index.parse().ok()?))
}

fn width(sort: &Sexp<'_>) -> Result<u32, String> {
    match sort {
        Sexp::Atom("Bool") => Ok(1),
        Sexp::List(items) => match items.as_slice() {
            [Sexp::Atom("_"), Sexp::Atom("BitVec"), Sexp::Atom(width)] => {
                let width = width.parse().ok().filter(|w| (1..=MAX_WIDTH).contains(w));
                width.ok_or_else(|| format!("sort {} is not supported", text(sort)))
            }
            _ => Err(format!("sort {} is not supported", text(sort))),
        },
        Sexp::Atom(_) => Err(format!("sort {} is not supported", text(sort))),
    }
}

/// Returns the text of an S-expression, shortened for messages.
fn text(sexp: &Sexp<'_>) -> String {
    match sexp {
        Sexp::Atom(atom) => (*atom).to_owned(),
        Sexp::List(items) => {
            let first: Vec<String> = items.iter().take(3).map(text).collect();
            let more = if items.len() > 3 { " …" } else { "" };
            format!("({}{more})", first.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::backend::{Backend, Solver};
    use crate::config::SolverConfig;

    fn answer(script: &str) -> Answer {
        let terms = terms(script).expect("a script over bit-vectors");
        Backend::new(&SolverConfig::default()).check(&terms.arena, &terms.constraints)
    }

    #[test]
    fn scripts_over_bit_vectors_are_translated() {
        let script = "(declare-const x (_ BitVec 16)) (declare-fun p () Bool)
            (define-fun y () (_ BitVec 16) (bvadd x #x0001)) ; a comment
            (assert (let ((z (bvmul y (_ bv3 16)))) (= z #x0009)))
            (assert (=> p (distinct x #x0002))) (assert (or p (bvslt x ((_ sign_extend 8) #xff))))";
        assert_eq!(answer(script), Answer::Unsat);
        assert!(matches!(
            answer(&script.replace("#x0009", "#x000c")),
            Answer::Sat(_)
        ));
    }

    #[test]
    fn the_query_log_is_translated_back() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 4);
        let bytes = [2, 3].map(|index| arena.byte(input, index));
        let word = arena.concat(bytes[1], bytes[0]);
        let k = arena.int(16, 0x1234);
        let equal = arena.eq(word, k);
        let text = arena.smtlib_assertions(&[equal]);
        let terms = terms(&text).expect("our own text");
        let answer = Backend::new(&SolverConfig::default()).check(&terms.arena, &terms.constraints);
        let Answer::Sat(model) = answer else {
            panic!("{answer:?}")
        };
        let values: Vec<u64> = (terms.constants.iter())
            .map(|&(_, e)| model.eval(&terms.arena, e).low_u64())
            .collect();
        assert!(
            values == [0x34, 0x12] || values == [0x12, 0x34],
            "{values:x?}"
        );
    }

    #[test]
    fn unsupported_constructs_are_named() {
        for (script, named) in [
            ("(declare-const a (Array Int Int))", "arrays are not"),
            ("(declare-const a Int)", "sort Int is not supported"),
            ("(assert (fp.add x y))", "floating-point numbers are not"),
            ("(assert (forall ((x Bool)) x))", "quantifiers are not"),
            ("(assert true", "unbalanced"),
        ] {
            let error = terms(script).expect_err(script);
            assert!(error.contains(named), "{error}");
        }
    }
}

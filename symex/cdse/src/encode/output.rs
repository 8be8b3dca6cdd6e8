//! Formatted output. What it writes has no effect on checks; but its arguments are read, and its result is a number.
//!
//! Texts are read byte by byte as a run does, as long as that needs no input to decide what is read. A length that depends on
//! inputs is any number: it is no input of the path, and the replay of a failure computes it.
use super::{Run, Stepped, Wrong, unsupported};
use crate::graph::Trouble;
use crate::unroll::World;
use symtool_engine::exec::decode::IntrinsicStep;
use symtool_expr::{Arena, ExprId};
use symtool_ir::interp::printf::{self, Argument, Arguments};
use symtool_ir::{Bits, Type};

/// Longer texts are not followed.
const MOST_BYTES: usize = 4096;

impl World<'_> {
    /// `printf`: a format and what is printed.
    pub(super) fn print(
        &mut self,
        run: &mut Run,
        step: &IntrinsicStep,
        args: &[ExprId],
    ) -> Stepped {
        let Some(format) = self.arena.as_const(args[0]).map(Bits::low_u64) else {
            return Err(unsupported("a format that depends on the path"));
        };
        let mut wrong = Vec::new();
        let Some(format) = self.text(run, (Arena::TRUE, format), None, &mut wrong)? else {
            return Err(unsupported("a format that depends on inputs"));
        };
        let types = step.args.iter().map(|&(_, ty)| ty);
        let rest = types.zip(args.iter().copied()).skip(1).collect();
        let mut given = Given {
            world: self,
            run,
            rest,
            wrong,
        };
        let printed = printf::format(&format, &mut given)?;
        let wrong = given.wrong;
        if let Some(problem) = printed.problems.into_iter().next() {
            return Err(unsupported(problem));
        }
        if let Some((_, ty)) = step.dst {
            let value = if printed.exact {
                self.arena.int(ty.bits(), printed.bytes.len() as u128)
            } else {
                let name = "length of printed text";
                let symbol = self.arena.symbol(name, ty.bytes() as u32);
                self.arena.scalar(symbol, ty.bits())
            };
            Self::set(run, step.dst, value);
        }
        Ok(self.unless(run, wrong))
    }

    /// A C string without its end, at most so many bytes of it, under a condition; nothing if it depends on inputs or the path. Notes
    /// what is wrong for some of them only.
    fn text(
        &mut self,
        run: &Run,
        (mut cond, address): (ExprId, u64),
        most: Option<u64>,
        wrong: &mut Vec<(ExprId, Trouble)>,
    ) -> Result<Option<Vec<u8>>, Wrong> {
        let mut bytes = Vec::new();
        let mut exact = true;
        while most.is_none_or(|most| (bytes.len() as u64) < most) && !self.arena.is_false(cond) {
            if bytes.len() >= MOST_BYTES {
                return Err(unsupported("a long text"));
            }
            let at = address.wrapping_add(bytes.len() as u64);
            let at = self.arena.int(64, u128::from(at));
            let span = match self.span(run, at, 1, false) {
                Err(Wrong(trouble)) if !self.arena.is_true(cond) => {
                    wrong.push((cond, trouble));
                    return Ok(None);
                }
                span => span?,
            };
            let byte = self.read(run, span);
            match self.arena.as_const(byte).map(Bits::low_u64) {
                Some(0) => break,
                Some(byte) => bytes.push(byte as u8),
                None => {
                    exact = false;
                    bytes.push(b'?');
                    let goes_on = self.arena.nonzero(byte);
                    cond = self.arena.and(cond, goes_on);
                }
            }
        }
        Ok(exact.then_some(bytes))
    }

    /// Reads all texts that an address may be one of.
    fn texts(
        &mut self,
        run: &Run,
        address: ExprId,
        wrong: &mut Vec<(ExprId, Trouble)>,
    ) -> Result<(), Wrong> {
        let mut leaves = Vec::new();
        let few = self.leaves(Arena::TRUE, address, &mut leaves);
        for (cond, leaf) in leaves {
            match self.arena.as_const(leaf).map(Bits::low_u64) {
                Some(0) => {} // printed as `(null)`
                Some(at) if few => {
                    self.text(run, (cond, at), None, wrong)?;
                }
                _ => return Err(unsupported("a text at an address that depends on the path")),
            }
        }
        Ok(())
    }
}

/// What is printed.
struct Given<'w, 'a, 'r> {
    world: &'w mut World<'a>,
    run: &'r Run,
    rest: Vec<(Type, ExprId)>,
    /// What is wrong, and when.
    wrong: Vec<(ExprId, Trouble)>,
}

impl Arguments for Given<'_, '_, '_> {
    type Error = Wrong;

    fn get(&mut self, index: usize, _: usize) -> Result<Argument, Wrong> {
        let Some(&(ty, value)) = self.rest.get(index) else {
            return Ok(Argument::Missing);
        };
        match self.world.arena.as_const(value) {
            Some(bits) => Ok(Argument::Known(bits)),
            None if ty == Type::Ptr => {
                self.world.texts(self.run, value, &mut self.wrong)?;
                Ok(Argument::Unknown)
            }
            None => Ok(Argument::Unknown),
        }
    }

    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Wrong> {
        let at = (Arena::TRUE, address);
        self.world.text(self.run, at, most, &mut self.wrong)
    }

    fn store(&mut self, _: u64, _: usize, _: u64) -> Result<(), Wrong> {
        Err(unsupported("a count of what was printed (`%n`)"))
    }
}

/// The conversions of a format, if each takes the next argument and none writes to memory or reads wide text.
pub fn conversions(format: &[u8]) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        let mut is_long = false;
        let conversion = loop {
            match rest.next()? {
                b'l' => is_long = true,
                b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'.' | b'h' | b'z' | b'j' | b't' => {}
                other => break other,
            }
        };
        match conversion {
            b'%' => {}
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b'p' => all.push(conversion),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => all.push(conversion),
            b's' if !is_long => all.push(conversion),
            _ => return None,
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn conversions_are_those_that_only_read_what_they_print() {
        for (format, expected) in [
            ("none", Some("")),
            ("100%% of %d, %-5.2lf and %s\n", Some("dfs")),
            ("%lu %hhx %c", Some("uxc")),
            ("%n", None),
            ("%*d", None),
            ("%1$d", None),
            ("%ls", None),
            ("%", None),
        ] {
            let found = conversions(format.as_bytes());
            assert_eq!(found, expected.map(|e| e.as_bytes().to_vec()), "{format}");
        }
    }
}

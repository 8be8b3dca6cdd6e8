//! A source of choices for random programs.
//!
//! The choices come from a list of bytes, so a property test can shrink a failing program by shrinking the list.
use symtool_ir::source::SourceLoc;
use symtool_ir::{LocSet, Module, Type};

/// A source of choices that a list of bytes determines. When all bytes are used, every further choice is the first
/// alternative.
#[derive(Debug)]
pub struct Choices<'b> {
    bytes: &'b [u8],
    next: usize,
}

impl<'b> Choices<'b> {
    /// Returns a source of choices that `bytes` determine.
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes, next: 0 }
    }

    /// Returns the next byte; after the last byte, returns 0.
    pub fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        byte
    }

    /// Returns whether all bytes are used.
    pub fn is_exhausted(&self) -> bool {
        self.next >= self.bytes.len()
    }

    /// Returns a choice among the numbers below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    /// Returns true with probability 1 / `one_in`.
    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }

    /// Returns one of the values in `from`.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns a random number, made in one of three ways: from one byte, from 16 bytes, or as a number that differs by
    /// at most 1 from a boundary such as a power of two.
    pub fn number(&mut self) -> u128 {
        const BORDERS: [u128; 8] = [0, 1, 2, 0x7f, 0x8000_0000, 1 << 63, 1 << 127, u128::MAX];
        match self.below(3) {
            0 => u128::from(self.byte()),
            1 => self
                .pick(&BORDERS)
                .wrapping_add(u128::from(self.byte() % 3))
                .wrapping_sub(1),
            _ => (0..16).fold(0, |n, _| n << 8 | u128::from(self.byte())),
        }
    }

    /// Returns a name or message, which sometimes contains unusual characters.
    pub fn text(&mut self) -> String {
        const PARTS: &[&str] = &[
            "x",
            "i",
            "tmp",
            ".1",
            "_",
            "$",
            "7",
            "block3",
            " ",
            "\"",
            "\\",
            "\n",
            "\t",
            "\0",
            "%",
            "@",
            "é",
            "⇒",
            "\u{202e}",
            "\u{7f}",
            ";",
            ":",
            "(",
            "call_indirect",
            "i32",
            "-",
            "",
            "default",
        ];
        let common = PARTS[..6].to_vec();
        let count = 1 + self.below(3);
        let odd = self.chance(4);
        let parts = (0..count).map(|_| self.pick(if odd { PARTS } else { &common }));
        parts.collect()
    }

    /// Returns a random type.
    pub fn ty(&mut self) -> Type {
        self.pick(&Type::ALL)
    }

    /// Returns a set of up to three source locations.
    pub fn locs(&mut self, module: &mut Module) -> LocSet {
        let count = self.below(4);
        let files: Vec<_> = module.source.files().map(|(id, _)| id).collect();
        if files.is_empty() {
            return LocSet::none();
        }
        (0..count)
            .map(|_| {
                let loc = SourceLoc {
                    file: self.pick(&files),
                    line: 1 + u32::from(self.byte()),
                    column: 1 + u32::from(self.byte() % 80),
                };
                module.source.loc(loc)
            })
            .collect()
    }
}

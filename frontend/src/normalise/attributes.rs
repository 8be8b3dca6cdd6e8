//! Attributes: those that change what a program means stay, at a place where the parser reads them rightly.
use super::Rewriter;
use super::words::is_attribute;

/// Attributes that lowering looks at or has to refuse. All others are dropped.
const KEPT: &[&str] = &[
    "packed",
    "aligned",
    "noreturn",
    "constructor",
    "destructor",
    "mode",
    "vector_size",
    "cleanup",
    "weak",
    "alias",
    "transparent_union",
    "scalar_storage_order",
];

impl Rewriter<'_> {
    /// Skips the attributes that begin here, and gives the index of the first token behind them.
    pub(super) fn behind_attributes(&self, mut index: usize) -> usize {
        while is_attribute(self.word(index)) {
            index = self.behind(index + 1);
        }
        index
    }

    /// Drops the attributes that begin at the next token.
    pub(super) fn drop_attributes(&mut self) {
        self.pos = self.behind_attributes(self.pos);
    }

    /// Writes what matters of the attributes from token `begin` on to the next token, which is behind them.
    pub(super) fn write_attributes(&mut self, begin: usize) {
        let end = self.pos;
        let mut index = begin;
        while index < end && is_attribute(self.word(index)) {
            let next = self.behind(index + 1);
            self.write_attribute_list(index + 1, next.saturating_sub(1));
            index = next;
        }
        self.pos = end;
    }

    /// The next token is `__attribute__`: writes what matters of it.
    pub(super) fn attributes(&mut self) {
        let begin = self.pos;
        self.drop_attributes();
        self.write_attributes(begin);
    }

    /// Tokens `open..=close` are `((a, b(x), …))`.
    fn write_attribute_list(&mut self, open: usize, close: usize) {
        let (mut index, end) = (open + 2, close.saturating_sub(1));
        while index < end {
            let name = self.word(index);
            let has_arguments = self.word(index + 1) == "(";
            let next = if has_arguments {
                self.behind(index + 1)
            } else {
                index + 1
            };
            let plain = name
                .strip_prefix("__")
                .and_then(|name| name.strip_suffix("__"));
            let plain = plain.unwrap_or(name);
            if KEPT.contains(&plain) {
                self.pos = index;
                self.invent("__attribute__((");
                self.replace(plain);
                while self.pos < next {
                    self.token();
                }
                self.invent("))");
            }
            index = next.max(index + 1);
        }
        self.after_operand = true;
    }
}

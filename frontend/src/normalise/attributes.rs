//! Rewrites attributes. An attribute with an effect is moved to a position where the parser reads it correctly;
//! all other attributes are dropped.
use super::Rewriter;
use super::words::is_attribute;
use crate::attribute::{Attribute, plain};

impl Rewriter<'_> {
    /// Returns the index of the first token after the attributes that begin at the token `index`.
    pub(super) fn after_attributes(&self, mut index: usize) -> usize {
        while is_attribute(self.word(index)) {
            index = self.after_attribute(index);
        }
        index
    }

    /// Returns whether an attribute `[[…]]` begins at the token `index`. No other C syntax has two consecutive
    /// opening brackets.
    pub(super) fn is_bracket_attribute(&self, index: usize) -> bool {
        let opens = |index: usize| {
            (self.tokens.get(index))
                .is_some_and(|token| matches!(token.text(self.source), "[" | "<:"))
        };
        opens(index)
            && opens(index + 1)
            && self.after_group(index + 1) + 1 == self.after_group(index)
    }

    /// Returns the index of the first token after the attribute that begins at the token `index`.
    fn after_attribute(&self, index: usize) -> usize {
        if self.is_bracket_attribute(index) {
            self.after_group(index)
        } else {
            self.after_group(index + 1)
        }
    }

    /// Skips the attributes that begin at the next token of the input; the output does not contain them.
    pub(super) fn drop_attributes(&mut self) {
        self.pos = self.after_attributes(self.pos);
    }

    /// Writes the attributes from the token index `begin` up to `self.pos`. Attributes without an effect on the program
    /// are omitted.
    pub(super) fn write_attributes(&mut self, begin: usize) {
        let end = self.pos;
        let mut index = begin;
        while index < end && is_attribute(self.word(index)) {
            let next = self.after_attribute(index);
            let open = index + usize::from(!self.is_bracket_attribute(index));
            self.write_attribute_list(open, next.saturating_sub(1));
            index = next;
        }
        self.pos = end;
    }

    /// Rewrites the attributes that begin at the next token, which is `__attribute__`.
    pub(super) fn attributes(&mut self) {
        let begin = self.pos;
        self.drop_attributes();
        self.write_attributes(begin);
    }

    /// Writes the attributes of a list that have an effect, each as `__attribute__((…))` of its own. `open` and `close`
    /// are the indices of the first and last token of the list, which is `((a, b(x), …))` or `[[a, gnu::b(x), …]]`.
    fn write_attribute_list(&mut self, open: usize, close: usize) {
        let (mut index, end) = (open + 2, close.saturating_sub(1));
        while index < end {
            let name = self.word(index);
            let has_arguments = self.word(index + 1) == "(";
            let next = if has_arguments {
                self.after_group(index + 1)
            } else {
                index + 1
            };
            if Attribute::named(name).is_some() {
                self.pos = index;
                self.insert("__attribute__((");
                self.replace(plain(name));
                while self.pos < next {
                    self.token();
                }
                self.insert("))");
            }
            index = next.max(index + 1);
        }
        self.after_operand = true;
    }
}

//! Rewrites statements: labels, computed `goto`, blocks and their scopes.
use super::words::{is_asm, is_attribute};
use super::{LOCAL_LABELS, Rewriter};

impl Rewriter<'_> {
    /// Rewrites the whole translation unit.
    pub(super) fn unit(&mut self) {
        while self.pos < self.tokens.len() {
            let before = self.pos;
            match self.word(self.pos) {
                ";" => self.pos += 1, // the parser rejects an empty declaration
                word if is_asm(word) => self.file_assembly(),
                _ => self.declaration(true),
            }
            self.pos = self.pos.max(before + 1);
        }
    }

    /// Rewrites an assembly statement at file scope. A statement with empty text is dropped; any other assembly
    /// statement is an error.
    fn file_assembly(&mut self) {
        let end = self.after_group(self.pos + 1);
        let is_blank = (self.pos + 2..end.saturating_sub(1))
            .all(|index| self.word(index).trim_matches('"').trim().is_empty());
        if !is_blank {
            let message = "assembly at file scope is not supported";
            self.problem(self.pos, message, None);
        }
        self.pos = end;
    }

    /// Copies the block that begins at the next token. The names declared in the block have a scope of their
    /// own.
    pub(super) fn block(&mut self) {
        let end = self.after_group(self.pos) - 1;
        self.copy();
        self.scopes.enter();
        self.statements(end);
        self.scopes.leave();
        self.pos = end;
        self.copy();
        self.after_operand = false;
    }

    /// Rewrites the statements up to the token index `end`.
    fn statements(&mut self, end: usize) {
        while self.pos < end {
            let before = self.pos;
            self.after_operand = false;
            self.statement(end);
            self.pos = self.pos.max(before + 1);
        }
    }

    /// Rewrites one statement. For a statement that contains another statement (such as `if (…) …`, a loop or a label
    /// with its statement), only the part before the inner statement is rewritten. The next call rewrites the inner
    /// statement.
    fn statement(&mut self, end: usize) {
        let word = self.word(self.pos);
        match word {
            "{" => self.block(),
            ";" | "else" | "do" => self.copy(),
            "case" => {
                self.copy();
                self.tokens_before(end, &[":"]);
                self.copy();
                self.after_label(end);
            }
            "default" => {
                self.copy();
                self.copy();
                self.after_label(end);
            }
            "if" | "while" | "switch" => {
                self.copy();
                if self.word(self.pos) == "(" {
                    self.token();
                }
            }
            "for" => self.for_header(),
            "goto" if self.word(self.pos + 1) == "*" => {
                self.pos += 2;
                self.insert("__symtool_goto(");
                self.tokens_before(end, &[";"]);
                self.insert(")");
            }
            "__label__" => {
                self.replace("extern struct");
                self.insert(LOCAL_LABELS);
                self.tokens_before(end, &[";"]);
                if self.pos < end {
                    self.copy();
                }
            }
            _ if is_asm(word) => self.assembly(end),
            _ if is_attribute(word) => self.attribute_statement(),
            _ if self.is_name(self.pos) && self.word(self.pos + 1) == ":" => {
                self.copy();
                self.copy();
                self.after_label(end);
            }
            _ if self.begins_declaration(self.pos) => self.declaration(false),
            _ => {
                self.tokens_before(end, &[";"]);
                if self.pos < end {
                    self.copy();
                }
            }
        }
    }

    /// Rewrites a statement that begins with `__attribute__`: `__attribute__((fallthrough));` or a declaration.
    fn attribute_statement(&mut self) {
        let after = self.after_attributes(self.pos);
        if self.begins_declaration(after) {
            self.declaration(false);
        } else {
            self.pos = after;
        }
    }

    /// Rewrites the tokens after a label. C permits no label before a declaration or `}`, so `;` is inserted
    /// there. Attributes after a label, which GNU C permits, are dropped unless they belong to a declaration.
    fn after_label(&mut self, end: usize) {
        self.drop_extensions();
        let after = self.after_attributes(self.pos);
        let is_declaration =
            self.begins_declaration(after) && !(self.is_name(after) && self.word(after + 1) == ":");
        if !is_declaration {
            self.pos = after;
        }
        if after >= end || is_declaration {
            self.insert(";");
        }
    }

    fn for_header(&mut self) {
        self.copy();
        if self.word(self.pos) != "(" {
            return;
        }
        let end = self.after_group(self.pos) - 1;
        self.copy();
        self.drop_extensions();
        if self.begins_declaration(self.pos) {
            // The parser takes the declaration `T *p;` in the header of a loop for a product.
            if self.is_name(self.pos) && matches!(self.word(self.pos + 1), "*" | "(") {
                self.insert("auto");
            }
            self.declaration(false);
        }
        while self.pos < end {
            self.token();
        }
        self.copy();
    }

    fn assembly(&mut self, end: usize) {
        let begin = self.pos;
        self.copy();
        while matches!(self.word(self.pos), "inline" | "__inline" | "__inline__") {
            self.pos += 1;
        }
        if self.word(self.pos) == "goto" || self.word(self.pos + 1) == "goto" {
            self.problem(begin, "`asm goto` is not supported", None);
        }
        self.tokens_before(end, &[";"]);
    }
}

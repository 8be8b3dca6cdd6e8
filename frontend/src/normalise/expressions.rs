//! Rewrites single tokens and bracket groups that can occur in expressions, types and initializers.
use super::scopes::Meaning;
use super::words::{is_alignof, is_attribute, is_tag_keyword, is_typeof};
use super::{Rewriter, TokenKind, literals};

impl Rewriter<'_> {
    /// Rewrites tokens and bracket groups, up to the first token that is in `stop` and not inside brackets, or up to
    /// the token index `end`.
    pub(super) fn tokens_before(&mut self, end: usize, stop: &[&str]) {
        while self.pos < end && !stop.contains(&self.word(self.pos)) {
            self.token();
        }
    }

    /// Rewrites one token, or a whole bracket group.
    pub(super) fn token(&mut self) {
        let word = self.word(self.pos);
        let Some(token) = self.tokens.get(self.pos) else {
            return;
        };
        match token.kind {
            TokenKind::String | TokenKind::Char => self.literal(),
            TokenKind::Word => self.word_token(word),
            _ => match word {
                "(" => self.parenthesis(),
                "[" | "{" => self.group(),
                _ if is_attribute(word) => self.attributes(),
                "?" => self.conditional(),
                "&&" if !self.after_operand && self.is_name(self.pos + 1) => {
                    self.pos += 1;
                    self.insert("__symtool_label_address(");
                    self.copy();
                    self.insert(")");
                }
                _ => self.copy(),
            },
        }
    }

    fn word_token(&mut self, word: &str) {
        match word {
            "__extension__" => self.pos += 1,
            "__thread" => self.replace("_Thread_local"),
            "__float128" => self.replace("_Float128"),
            "__auto_type" => self.replace("__symtool_auto"),
            "__int128" | "__int128_t" | "__uint128_t" | "signed" | "unsigned" | "__signed__" => {
                self.wide_integer();
            }
            "_Static_assert" | "static_assert" if self.word(self.pos + 1) == "(" => {
                self.static_assert();
            }
            "__builtin_types_compatible_p" if self.word(self.pos + 1) == "(" => {
                self.types_compatible();
            }
            "__builtin_convertvector" if self.word(self.pos + 1) == "(" => self.convert_vector(),
            "sizeof" => self.size_of(),
            "__real__" | "__real" => self.part_of_complex("__symtool_real("),
            "__imag__" | "__imag" => self.part_of_complex("__symtool_imag("),
            _ if is_typeof(word) => self.type_of(),
            _ if is_alignof(word) => self.align_of(),
            _ if is_attribute(word) => self.attributes(),
            _ if is_tag_keyword(word) => self.tagged(),
            _ => self.copy(),
        }
    }

    /// Rewrites `__int128`, with `signed` or `unsigned` before or after it, to one name. Other words of integer
    /// types are copied.
    fn wide_integer(&mut self) {
        let is_sign = |word| matches!(word, "signed" | "unsigned" | "__signed__");
        let (first, second) = (self.word(self.pos), self.word(self.pos + 1));
        let unsigned = match (first, second) {
            ("__uint128_t", _) => true,
            ("__int128_t", _) => false,
            ("__int128", sign) if is_sign(sign) => {
                self.pos += 1;
                sign == "unsigned"
            }
            ("__int128", _) => false,
            (sign, "__int128") => {
                self.pos += 1;
                sign == "unsigned"
            }
            _ => return self.copy(),
        };
        self.replace(if unsigned {
            "__symtool_uint128"
        } else {
            "__symtool_int128"
        });
    }

    fn literal(&mut self) {
        let token = self.tokens[self.pos];
        match literals::portable(token.text(self.source)) {
            Some(text) => self.replace(&text),
            None => self.copy(),
        }
        self.after_operand = true;
    }

    /// Rewrites `a ? b : c` up to the colon. `a ?: b` gets the middle operand `__symtool_same`.
    fn conditional(&mut self) {
        self.copy();
        if self.word(self.pos) == ":" {
            self.insert("__symtool_same");
        } else {
            let end = self.tokens.len();
            self.tokens_before(end, &[":", ";", ")", "]", "}"]);
        }
        if self.word(self.pos) == ":" {
            self.copy();
        }
    }

    /// Copies a bracket group, and rewrites the tokens in it.
    pub(super) fn group(&mut self) {
        let end = self.after_group(self.pos) - 1;
        self.copy();
        while self.pos < end {
            self.token();
        }
        self.copy();
    }

    fn parenthesis(&mut self) {
        let inner = self.pos + 1;
        let after = self.after_group(self.pos);
        if self.word(inner) == "{" {
            // Braces in parentheses are a statement expression.
            self.copy();
            self.block();
            self.copy();
            return;
        }
        let is_hidden_type =
            after == inner + 2 && self.scopes.meaning(self.word(inner)) == Some(Meaning::Parameter);
        if is_hidden_type {
            self.pos = inner;
            self.copy();
            self.pos = after;
            return;
        }
        if self.word(inner) == "..." && after == inner + 2 {
            self.copy();
            self.pos += 1; // C23's `(...)` without named parameters is equivalent to no prototype
            self.copy();
            return;
        }
        let is_type = self.begins_type(inner) && !self.after_operand;
        self.group();
        if !is_type {
            return;
        }
        if self.word(self.pos) == "{" && self.word(self.pos + 1) == "}" {
            self.copy();
            self.insert("0"); // the compound literal is empty
            self.copy();
            return;
        }
        self.after_operand = self.word(self.pos) == "{";
    }

    /// Rewrites `sizeof`. A compound literal as operand is put in parentheses, because the parser would read
    /// `sizeof (T){…}` as `sizeof (T)` and then fail at the brace.
    fn size_of(&mut self) {
        self.copy();
        if self.is_literal() {
            self.insert("(");
            self.after_operand = false;
            self.operand();
            self.insert(")");
            self.after_operand = true;
        } else if self.word(self.pos) == "(" {
            self.token();
            self.after_operand = true;
        }
    }

    /// Returns whether a compound literal begins at the next token.
    fn is_literal(&self) -> bool {
        self.word(self.pos) == "("
            && self.word(self.after_group(self.pos)) == "{"
            && self.begins_type(self.pos + 1)
    }

    /// Rewrites `typeof` to `__typeof`, the only spelling that the parser never reads as the name of a
    /// function.
    pub(super) fn type_of(&mut self) {
        self.replace("__typeof");
    }

    /// Rewrites `_Alignof`. The parser accepts only a type as the operand, so an expression `e` is replaced by
    /// `__typeof(e)`.
    fn align_of(&mut self) {
        self.replace("_Alignof");
        if self.word(self.pos) == "(" && self.begins_type(self.pos + 1) && !self.is_literal() {
            self.token();
        } else {
            self.insert("(__typeof(");
            self.operand();
            self.insert("))");
        }
        self.after_operand = true;
    }

    /// Rewrites `__real__ e` or `__imag__ e` to a call of a built-in function. `call` is the name of the function
    /// with the opening parenthesis, such as `__symtool_real(`.
    fn part_of_complex(&mut self, call: &str) {
        self.insert(call);
        self.pos += 1;
        self.after_operand = false;
        self.operand();
        self.insert(")");
        self.after_operand = true;
    }

    /// Rewrites a unary expression: prefix operators and casts, a primary expression, and postfix operators.
    fn operand(&mut self) {
        loop {
            self.drop_extensions();
            let word = self.word(self.pos);
            if matches!(word, "*" | "&" | "-" | "+" | "~" | "!" | "++" | "--") {
                self.copy();
                continue;
            }
            let is_type = word == "(" && self.begins_type(self.pos + 1);
            let is_literal = self.is_literal();
            self.token();
            if !is_type || is_literal {
                break;
            }
            self.after_operand = false;
        }
        loop {
            match self.word(self.pos) {
                "[" | "(" | "{" | "++" | "--" => self.token(),
                "." | "->" => {
                    self.copy();
                    self.copy();
                }
                _ => return,
            }
        }
    }

    fn static_assert(&mut self) {
        self.replace("_Static_assert");
        let end = self.after_group(self.pos) - 1;
        self.copy();
        self.tokens_before(end, &[","]);
        if self.pos >= end {
            self.insert(", \"\"");
        }
        while self.pos < end {
            self.token();
        }
        self.copy();
    }

    /// Rewrites `__builtin_types_compatible_p(S, T)`. The parser accepts only expressions as arguments, so each
    /// type is replaced by a null pointer to the type.
    fn types_compatible(&mut self) {
        self.copy();
        let end = self.after_group(self.pos) - 1;
        self.copy();
        while self.pos < end {
            self.insert("(__typeof(");
            self.tokens_before(end, &[","]);
            self.insert(") *)0");
            if self.pos < end {
                self.copy();
            }
        }
        self.copy();
    }

    /// Rewrites `__builtin_convertvector(e, T)`: the type is replaced by a null pointer to it.
    fn convert_vector(&mut self) {
        self.copy();
        let end = self.after_group(self.pos) - 1;
        self.copy();
        self.tokens_before(end, &[","]);
        if self.pos < end {
            self.copy();
            self.insert("(__typeof(");
            self.tokens_before(end, &[]);
            self.insert(") *)0");
        }
        self.copy();
    }

    pub(super) fn drop_extensions(&mut self) {
        while self.word(self.pos) == "__extension__" {
            self.pos += 1;
        }
    }
}

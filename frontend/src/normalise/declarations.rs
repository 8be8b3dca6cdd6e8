//! Rewrites declarations: implicit `int`, attributes of structs, and the scopes of typedef names.
use super::Rewriter;
use super::scopes::Meaning;
use super::words::{
    is_asm, is_attribute, is_qualifier, is_storage, is_tag_keyword, is_type_keyword, is_typeof,
};

/// A summary of the specifiers of a declaration.
#[derive(Copy, Clone, Debug, Default)]
struct Specifiers {
    is_typedef: bool,
    /// Whether the specifiers contain a type.
    has_type: bool,
    /// Whether the declaration has any specifier, such as `static` or `int`.
    any: bool,
}

impl<'a> Rewriter<'a> {
    /// Returns whether a type name begins at the token `index`.
    pub(super) fn begins_type(&self, index: usize) -> bool {
        let word = self.word(index);
        is_type_keyword(word)
            || is_qualifier(word)
            || is_attribute(word) && self.begins_type(self.after_attributes(index))
            || word == "__extension__" && self.begins_type(index + 1)
            || self.is_name(index) && self.scopes.is_type(word)
    }

    /// Returns whether a declaration begins at the token `index`.
    pub(super) fn begins_declaration(&self, index: usize) -> bool {
        let word = self.word(index);
        is_storage(word)
            || matches!(word, "_Alignas" | "_Static_assert")
            || word == "__extension__" && self.begins_declaration(index + 1)
            || is_attribute(word) && self.begins_declaration(self.after_attributes(index))
            || self.begins_type(index)
    }

    /// Rewrites one declaration or function definition, including its semicolon or body. `at_file_scope` is set
    /// outside of functions, where a declaration without specifiers is permitted.
    pub(super) fn declaration(&mut self, at_file_scope: bool) {
        self.drop_extensions();
        if self.word(self.pos) == "_Static_assert" {
            self.token();
            if self.word(self.pos) == ";" {
                self.copy();
            }
            return;
        }
        let specifiers = self.specifiers();
        if !specifiers.has_type && self.is_implicit_int(specifiers, at_file_scope) {
            self.implicit_ints.extend(self.tokens.get(self.pos));
            self.insert("int");
        }
        self.declarators(specifiers, at_file_scope);
    }

    fn specifiers(&mut self) -> Specifiers {
        let mut found = Specifiers::default();
        loop {
            let word = self.word(self.pos);
            if is_typeof(word) || word == "_Atomic" && self.word(self.pos + 1) == "(" {
                found.has_type = true;
                self.token();
                self.token();
            } else if is_type_keyword(word) {
                found.has_type = true;
                self.token();
            } else if is_storage(word) || is_qualifier(word) {
                found.is_typedef |= word == "typedef";
                self.token();
            } else if is_attribute(word) || word == "__extension__" {
                self.token();
                continue; // this token is neither a type nor a storage class
            } else if word == "_Alignas" {
                self.copy();
                self.token();
            } else if !found.has_type && self.is_name(self.pos) && self.scopes.is_type(word) {
                found.has_type = true;
                self.copy();
            } else {
                return found;
            }
            found.any = true;
        }
    }

    /// Returns whether the declaration at the next token has no type, as in `static x;`, which C permitted before C99.
    /// `at_file_scope` is set outside of functions. A declaration without any specifier (`x;`) is permitted only
    /// outside of functions. If an unknown name precedes another name, the result is false, because the unknown name is
    /// probably a misspelled type.
    fn is_implicit_int(&self, specifiers: Specifiers, at_file_scope: bool) -> bool {
        let next = self.word(self.pos + 1);
        let is_declarator_end = matches!(next, "=" | ";" | "," | "(" | "[") || is_attribute(next);
        match self.word(self.pos) {
            "*" | "(" => specifiers.any,
            _ if !self.is_name(self.pos) => false,
            _ if specifiers.any => is_declarator_end,
            _ => at_file_scope && is_declarator_end,
        }
    }

    /// Rewrites declarators with initializers, up to the semicolon or, if `at_file_scope` is set, a function's
    /// body.
    fn declarators(&mut self, specifiers: Specifiers, at_file_scope: bool) {
        let end = self.tokens.len();
        let mut begin = self.pos;
        self.declare_name(specifiers);
        self.after_operand = false;
        while self.pos < end {
            let word = self.word(self.pos);
            match word {
                ";" => return self.copy(),
                "}" | ")" | "]" => return, // this is a syntax error, which the parser reports
                "," => {
                    self.copy();
                    begin = self.pos;
                    self.declare_name(specifiers);
                }
                "=" => {
                    self.copy();
                    self.tokens_before(end, &[",", ";", "}", ")"]);
                }
                "{" if at_file_scope => return self.function_body(begin),
                "{" if self.follows(")") => {
                    self.insert("= (");
                    self.function_body(begin);
                    self.insert(");");
                    return;
                }
                _ if is_attribute(word) => {
                    if self.word(self.after_attributes(self.pos)) == "{" {
                        self.drop_attributes();
                    } else {
                        self.attributes();
                    }
                }
                _ if at_file_scope
                    && !specifiers.is_typedef
                    && self.pos > begin
                    && self.follows(")")
                    && self.is_old_style() =>
                {
                    self.old_style_parameters();
                }
                _ => self.token(),
            }
        }
    }

    fn follows(&self, word: &str) -> bool {
        self.pos > 0 && self.word(self.pos - 1) == word
    }

    /// Returns whether declarations of the parameters follow the parameter list, as in the old style
    /// `f(a) int a; { … }`.
    fn is_old_style(&self) -> bool {
        !is_asm(self.word(self.pos)) && self.begins_declaration(self.pos)
    }

    fn old_style_parameters(&mut self) {
        while self.pos < self.tokens.len() && self.begins_declaration(self.pos) {
            let before = self.pos;
            let specifiers = self.specifiers();
            if !specifiers.has_type && self.is_implicit_int(specifiers, false) {
                self.insert("int");
            }
            while self.pos < self.tokens.len() && !matches!(self.word(self.pos), ";" | "{" | "}") {
                self.token();
            }
            if self.word(self.pos) == ";" {
                self.copy();
            }
            self.pos = self.pos.max(before + 1);
        }
    }

    /// Records the name that the declarator at the next token declares.
    fn declare_name(&mut self, specifiers: Specifiers) {
        if let Some(index) = self.declared_name(self.pos) {
            let meaning = if specifiers.is_typedef {
                Meaning::Type
            } else {
                Meaning::Ordinary
            };
            self.scopes.declare(self.word(index), meaning);
        }
    }

    /// Returns the token index of the name of the declarator at `index`: its first identifier. Returns `None`
    /// if the declarator has no name.
    fn declared_name(&self, mut index: usize) -> Option<usize> {
        loop {
            let word = self.word(index);
            if is_attribute(word) {
                index = self.after_attributes(index);
            } else if matches!(word, "*" | "(") || is_qualifier(word) {
                index += 1;
            } else {
                return self.is_name(index).then_some(index);
            }
        }
    }

    /// Rewrites the function body at the next token. The declarator of the function begins at `begin`.
    fn function_body(&mut self, begin: usize) {
        self.scopes.enter();
        for index in begin..self.pos {
            let hides = self.is_name(index)
                && self.scopes.is_type(self.word(index))
                && self.is_parameter_name(index);
            if hides {
                self.scopes.declare(self.word(index), Meaning::Parameter);
            }
        }
        self.block();
        self.scopes.leave();
    }

    /// Returns whether a typedef name in a parameter list is the name of the parameter. This is so if a type precedes
    /// the name.
    fn is_parameter_name(&self, index: usize) -> bool {
        let next = self.word(index + 1);
        if !matches!(next, "," | ")" | "[" | ";") && !is_attribute(next) {
            return false;
        }
        let Some(mut before) = index.checked_sub(1) else {
            return false;
        };
        while before > 0 && (self.word(before) == "*" || is_qualifier(self.word(before))) {
            before -= 1;
        }
        let word = self.word(before);
        is_type_keyword(word) && !is_tag_keyword(word)
            || self.is_name(before)
                && (self.scopes.is_type(word)
                    || before > 0 && is_tag_keyword(self.word(before - 1)))
    }

    /// Rewrites `struct`, `union` or `enum` with its tag and braces. Attributes before the tag move after the braces,
    /// because the parser would take the tag for the name of a function.
    pub(super) fn tagged(&mut self) {
        let is_enum = self.word(self.pos) == "enum";
        self.copy();
        let begin = self.pos;
        self.drop_attributes();
        let has_attributes = self.pos > begin;
        if self.is_name(self.pos) {
            self.copy();
        }
        if self.word(self.pos) != "{" {
            return;
        }
        if is_enum {
            self.group();
        } else {
            self.members();
        }
        if has_attributes {
            self.write_attributes(begin);
        }
        self.after_operand = true;
    }

    /// Rewrites the members of a struct or union, in their braces.
    fn members(&mut self) {
        let end = self.after_group(self.pos) - 1;
        self.copy();
        while self.pos < end {
            match self.word(self.pos) {
                ";" if self.follows(";") || self.follows("{") => self.pos += 1,
                "_Alignas" if self.word(self.pos + 1) == "(" => self.member_alignment(),
                _ => self.token(),
            }
        }
        self.copy();
    }

    /// Rewrites `_Alignas(n)` or `_Alignas(type)` of a member to an attribute.
    fn member_alignment(&mut self) {
        let end = self.after_group(self.pos + 1) - 1;
        self.insert("__attribute__((aligned(");
        self.pos += 2;
        let is_type = self.begins_type(self.pos);
        if is_type {
            self.insert("_Alignof(");
        }
        while self.pos < end {
            self.token();
        }
        self.pos += 1;
        self.insert(if is_type { "))))" } else { ")))" });
    }
}

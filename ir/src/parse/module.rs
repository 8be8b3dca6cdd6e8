//! Parses a module: files, globals, declarations and functions.
use super::ast::FunctionText;
use super::cursor::Cursor;
use super::lexer::{Token, tokens};
use super::{Result1, build, fail, literal};
use crate::entities::{FileId, Func, Global};
use crate::module::{GlobalData, Module, RelocTarget, Relocation, SignatureData};
use crate::source::{LocSet, SourceLoc};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// The maximum number of bytes in the initializer of a global, so that a short text such as `zero 99999999999` cannot
/// exhaust the memory.
const MAX_BYTES: usize = 1 << 28;

/// The state of the parser for one module.
pub(super) struct Parser {
    pub(super) cursor: Cursor,
    pub(super) module: Module,
    pub(super) funcs: FxHashMap<String, Func>,
    pub(super) globals: FxHashMap<String, Global>,
    files: FxHashMap<String, FileId>,
    functions: Vec<FunctionText>,
}

/// Parses a module.
pub(super) fn parse(text: &str) -> Result1<Module> {
    let mut parser = Parser {
        cursor: Cursor::new(tokens(text)?),
        module: Module::new(),
        funcs: FxHashMap::default(),
        globals: FxHashMap::default(),
        files: FxHashMap::default(),
        functions: Vec::new(),
    };
    parser.collect_names()?;
    parser.cursor.skip_lines();
    while *parser.cursor.peek() != Token::End {
        parser.item()?;
    }
    let Parser {
        mut module,
        functions,
        ..
    } = parser;
    build::functions(&mut module, functions)?;
    module.renumber_locs();
    Ok(module)
}

impl Parser {
    /// Gives numbers to functions and globals in textual order before any line is parsed, so that a line may refer to a
    /// function or global that is defined later.
    fn collect_names(&mut self) -> Result1<()> {
        let tokens = self.cursor.tokens();
        for (index, (token, _)) in tokens.iter().enumerate() {
            let starts_line = index == 0 || tokens[index - 1].0 == Token::Newline;
            let Token::Word(word) = token else { continue };
            if !starts_line {
                continue;
            }
            let constant = matches!(&tokens[index + 1].0, Token::Word(w) if w == "const");
            let (word, name_at) = match word.as_str() {
                "func" | "declare" => ("function", index + 1),
                "global" if constant => ("global", index + 2),
                "global" => ("global", index + 1),
                _ => continue,
            };
            let Some((Token::Global(name), at)) = tokens.get(name_at) else {
                continue;
            };
            let first = if word == "global" {
                let id = Global::new(self.globals.len());
                self.globals.insert(name.clone(), id).is_none()
            } else {
                let id = Func::new(self.funcs.len());
                self.funcs.insert(name.clone(), id).is_none()
            };
            if !first {
                return fail(*at, format!("redefinition of {word} `@{name}`"));
            }
        }
        Ok(())
    }

    fn item(&mut self) -> Result1<()> {
        let at = self.cursor.at();
        let word = self.cursor.word("`file`, `global`, `declare` or `func`")?;
        match word.as_str() {
            "file" => self.file()?,
            "global" => self.global()?,
            "declare" => {
                let name = self.cursor.global("a function name such as `@f`")?;
                let signature = self.signature()?;
                let locs = self.locs()?;
                self.functions.push(FunctionText {
                    name,
                    signature,
                    locs,
                    slots: Vec::new(),
                    slot_names: FxHashMap::default(),
                    blocks: Vec::new(),
                });
            }
            "func" => {
                let function = self.function()?;
                self.functions.push(function);
            }
            _ => {
                return fail(
                    at,
                    format!("expected `file`, `global`, `declare` or `func`, found `{word}`"),
                );
            }
        }
        match self.cursor.peek() {
            Token::Newline | Token::End => {
                self.cursor.skip_lines();
                Ok(())
            }
            _ => self.cursor.unexpected("the end of the line"),
        }
    }

    fn file(&mut self) -> Result1<()> {
        let at = self.cursor.at();
        let alias = self.cursor.global("a short file name such as `@x.c`")?;
        let Some(name) = self.cursor.eat_text()? else {
            return self.cursor.unexpected("the file's name as a string");
        };
        let known = self.module.source.files().count();
        let id = self.module.source.file(&name);
        if self.files.insert(alias, id).is_some() || id.index() < known {
            return fail(at, "duplicate declaration of the file");
        }
        Ok(())
    }

    fn global(&mut self) -> Result1<()> {
        let constant = self.cursor.eat_word("const");
        let mut data = GlobalData {
            name: self.cursor.global("a global's name such as `@g`")?,
            size: 0,
            align: 1,
            bytes: Vec::new(),
            relocs: Vec::new(),
            constant,
            locs: LocSet::none(),
        };
        let mut size = None;
        while self.cursor.eat(",") {
            let at = self.cursor.at();
            let wanted = "`size`, `align`, `bytes` or `reloc`";
            match self.cursor.word(wanted)?.as_str() {
                "size" => size = Some(self.cursor.number("a size in bytes")?),
                "align" => data.align = self.cursor.number("an alignment in bytes")?,
                "bytes" => self.pieces(&mut data.bytes)?,
                "reloc" => data.relocs.push(self.reloc()?),
                other => return fail(at, format!("expected {wanted}, found `{other}`")),
            }
        }
        data.size = size.unwrap_or(data.bytes.len() as u64);
        data.locs = self.locs()?;
        self.module.globals.push(data);
        Ok(())
    }

    fn pieces(&mut self, bytes: &mut Vec<u8>) -> Result1<()> {
        let mut any = false;
        loop {
            let at = self.cursor.at();
            if let Some(text) = self.cursor.eat_bytes() {
                bytes.extend(text);
            } else if self.cursor.eat_word("zero") {
                let count = self.cursor.number("a number of bytes")?;
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                if bytes.len().saturating_add(count) > MAX_BYTES {
                    return fail(at, "too many initial bytes");
                }
                bytes.resize(bytes.len() + count, 0);
            } else if self.cursor.eat_word("hex") {
                let digits = self.cursor.eat_bytes().unwrap_or_default();
                match hex(&digits) {
                    Some(more) if !digits.is_empty() => bytes.extend(more),
                    _ => return fail(at, "`hex` needs a string of pairs of hexadecimal digits"),
                }
            } else if let Some(ty) = self.cursor.eat_type() {
                self.typed_piece(ty, bytes)?;
            } else if any {
                return Ok(());
            } else {
                return self.cursor.unexpected("a string, `hex`, `zero` or a type");
            }
            any = true;
        }
    }

    /// Parses bytes given as typed literals: `i32 1, 2, 3`.
    fn typed_piece(&mut self, ty: crate::types::Type, bytes: &mut Vec<u8>) -> Result1<()> {
        loop {
            let at = self.cursor.at();
            let Some(text) = self.cursor.eat_literal() else {
                return self.cursor.unexpected("a constant");
            };
            let value = literal::parse(ty, &text).or_else(|message| fail(at, message))?;
            bytes.extend(&value.unsigned().to_le_bytes()[..ty.bytes() as usize]);
            let more = *self.cursor.peek() == Token::Punct(",")
                && matches!(self.cursor.look(1), Token::Number(_));
            if !more {
                return Ok(());
            }
            self.cursor.advance();
        }
    }

    fn reloc(&mut self) -> Result1<Relocation> {
        let offset = self.cursor.number("an offset in bytes")?;
        self.cursor.expect(":")?;
        let target = if self.cursor.eat_word("func") {
            RelocTarget::Func(self.func_ref()?)
        } else {
            RelocTarget::Global(self.global_ref()?)
        };
        let at = self.cursor.at();
        let minus = match self.cursor.peek() {
            Token::Number(text) => text.starts_with('-'),
            _ => false,
        };
        let text = if minus {
            self.cursor.eat_literal()
        } else if self.cursor.eat("+") {
            Some(self.cursor.number("a number of bytes")?.to_string())
        } else if self.cursor.eat("-") {
            Some(format!("-{}", self.cursor.number("a number of bytes")?))
        } else {
            None
        };
        let addend = match text {
            None => 0,
            Some(text) => match text.parse() {
                Ok(addend) => addend,
                Err(_) => return fail(at, format!("{text} is out of range for 64 bits")),
            },
        };
        Ok(Relocation {
            offset,
            target,
            addend,
        })
    }

    /// Parses the name of a function and looks it up.
    pub(super) fn func_ref(&mut self) -> Result1<Func> {
        let at = self.cursor.at();
        let name = self.cursor.global("a function name such as `@f`")?;
        match self.funcs.get(&name) {
            Some(&id) => Ok(id),
            None => fail(at, format!("undefined function `@{name}`")),
        }
    }

    /// Parses the name of a global and looks it up.
    pub(super) fn global_ref(&mut self) -> Result1<Global> {
        let at = self.cursor.at();
        let name = self.cursor.global("a global's name such as `@g`")?;
        match self.globals.get(&name) {
            Some(&id) => Ok(id),
            None => fail(at, format!("undefined global `@{name}`")),
        }
    }

    /// Parses a function type `(types) -> type`.
    pub(super) fn signature(&mut self) -> Result1<SignatureData> {
        self.cursor.expect("(")?;
        let mut params = Vec::new();
        let mut variadic = false;
        while !self.cursor.eat(")") {
            if !params.is_empty() {
                self.cursor.expect(",")?;
            }
            if self.cursor.eat("...") {
                variadic = true;
                self.cursor.expect(")")?;
                break;
            }
            params.push(self.cursor.ty()?);
        }
        let result = self.result_type()?;
        Ok(SignatureData {
            params,
            result,
            variadic,
        })
    }

    /// Parses a result type `-> type`, if present.
    pub(super) fn result_type(&mut self) -> Result1<Option<crate::types::Type>> {
        if self.cursor.eat("->") {
            Ok(Some(self.cursor.ty()?))
        } else {
            Ok(None)
        }
    }

    /// Parses all source locations `@file:line:column` that follow.
    pub(super) fn locs(&mut self) -> Result1<LocSet> {
        let mut locs = LocSet::none();
        while let Token::Global(alias) = self.cursor.peek() {
            let alias = alias.clone();
            self.cursor.advance();
            let file = match self.files.get(&alias) {
                Some(&file) => file,
                None => {
                    let file = self.module.source.file(&alias);
                    self.files.insert(alias, file);
                    file
                }
            };
            self.cursor.expect(":")?;
            let line = self.coordinate("a line")?;
            self.cursor.expect(":")?;
            let column = self.coordinate("a column")?;
            locs.insert(self.module.source.loc(SourceLoc { file, line, column }));
        }
        Ok(locs)
    }

    fn coordinate(&mut self, wanted: &str) -> Result1<u32> {
        let at = self.cursor.at();
        let value = self.cursor.number(wanted)?;
        u32::try_from(value).or_else(|_| fail(at, "the number is too large"))
    }
}

fn hex(digits: &[u8]) -> Option<Vec<u8>> {
    let digits: Vec<u32> = digits
        .iter()
        .filter(|b| **b != b' ')
        .map(|&b| char::from(b).to_digit(16))
        .collect::<Option<_>>()?;
    let pairs = digits.chunks(2);
    pairs
        .map(|pair| match *pair {
            [high, low] => Some((high * 16 + low) as u8),
            _ => None,
        })
        .collect()
}

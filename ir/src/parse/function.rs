//! Parses a function: its header, stack slots and blocks.
use super::ast::{BlockText, FunctionText, ParamText};
use super::lexer::{Name, Token};
use super::module::Parser;
use super::{Position, Result1, fail};
use crate::entities::StackSlot;
use crate::function::StackSlotData;
use crate::module::SignatureData;
use crate::print::literal::block_number;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

impl Parser {
    /// Parses a function; the keyword `func` or `declare` is already consumed.
    pub(super) fn function(&mut self) -> Result1<FunctionText> {
        let name = self.cursor.global("a function name such as `@f`")?;
        let named = matches!(self.cursor.look(1), Token::Local(_));
        let (signature, params) = if named {
            self.named_signature()?
        } else {
            (self.signature()?, Vec::new())
        };
        let locs = self.locs()?;
        let mut function = FunctionText {
            name,
            signature,
            locs,
            slots: Vec::new(),
            slot_names: FxHashMap::default(),
            blocks: Vec::new(),
        };
        self.cursor.expect("{")?;
        self.cursor.skip_lines();
        while matches!(self.cursor.peek(), Token::Word(w) if w == "slot")
            && matches!(self.cursor.look(1), Token::Slot(_))
        {
            self.slot(&mut function)?;
        }
        self.body(&mut function, params)?;
        Ok(function)
    }

    fn named_signature(&mut self) -> Result1<(SignatureData, Vec<ParamText>)> {
        self.cursor.expect("(")?;
        let (params, variadic) = self.params(true)?;
        let result = self.result_type()?;
        let signature = SignatureData {
            params: params.iter().map(|p| p.ty).collect(),
            result,
            variadic,
        };
        Ok((signature, params))
    }

    /// Parses parameters `%x: type` up to the closing parenthesis; returns the parameters, and whether the list ends
    /// in `...`, as for a variadic function.
    fn params(&mut self, may_be_variadic: bool) -> Result1<(Vec<ParamText>, bool)> {
        let mut params = Vec::new();
        loop {
            if may_be_variadic && self.cursor.eat("...") {
                self.cursor.expect(")")?;
                return Ok((params, true));
            }
            let at = self.cursor.at();
            let name = self.cursor.local()?;
            self.cursor.expect(":")?;
            let ty = self.cursor.ty()?;
            params.push(ParamText { name, at, ty });
            if self.cursor.eat(")") {
                return Ok((params, false));
            }
            self.cursor.expect(",")?;
        }
    }

    /// Parses a stack slot: `slot $name "C name", size N, align N`.
    fn slot(&mut self, function: &mut FunctionText) -> Result1<()> {
        self.cursor.advance();
        let at = self.cursor.at();
        let Token::Slot(name) = self.cursor.peek().clone() else {
            return self.cursor.unexpected("a slot name such as `$x`");
        };
        self.cursor.advance();
        let text = match (self.cursor.eat_text()?, &name) {
            (Some(text), _) => text,
            (None, Name::Text(text)) => text.clone(),
            (None, Name::Number(_)) => String::new(),
        };
        self.cursor.expect(",")?;
        self.cursor.expect_word("size")?;
        let size = self.cursor.number("a size in bytes")?;
        let mut align = 1;
        if self.cursor.eat(",") {
            self.cursor.expect_word("align")?;
            align = self.cursor.number("an alignment in bytes")?;
        }
        self.cursor.end_line()?;
        let id = StackSlot::new(function.slots.len());
        function.slots.push(StackSlotData {
            name: text,
            size,
            align,
        });
        if function.slot_names.insert(name, id).is_some() {
            return fail(at, "duplicate slot name");
        }
        Ok(())
    }

    fn body(&mut self, function: &mut FunctionText, params: Vec<ParamText>) -> Result1<()> {
        let mut header = Some(params);
        loop {
            let at = self.cursor.at();
            if self.cursor.eat("}") {
                return match function.blocks.is_empty() {
                    true => fail(
                        at,
                        "a function needs at least one block; use `declare` for a declaration",
                    ),
                    false => Ok(()),
                };
            }
            if let Some(mut block) = self.label()? {
                block.params = match header.take() {
                    Some(params) if !params.is_empty() => {
                        if !block.params.is_empty() {
                            return fail(
                                block.at,
                                "the function header already names the parameters of the first block",
                            );
                        }
                        params
                    }
                    _ => block.params,
                };
                function.blocks.push(block);
                continue;
            }
            if function.blocks.is_empty() {
                function.blocks.push(BlockText {
                    label: None,
                    at,
                    params: header.take().unwrap_or_default(),
                    insts: Vec::new(),
                });
            }
            let inst = self.inst(function)?;
            self.cursor.end_line()?;
            if let Some(block) = function.blocks.last_mut() {
                block.insts.push(inst);
            }
        }
    }

    /// Parses a block header, `label:` or `label(%x: type):`, if the line starts with one.
    fn label(&mut self) -> Result1<Option<BlockText>> {
        let named = match self.cursor.peek() {
            Token::Word(word) => word != "call_indirect",
            other => matches!(other, Token::Text(_)),
        };
        if !named || !matches!(self.cursor.look(1), Token::Punct(":" | "(")) {
            return Ok(None);
        }
        let (label, at) = self.label_name()?;
        let params = if self.cursor.eat("(") {
            self.params(false)?.0
        } else {
            Vec::new()
        };
        self.cursor.expect(":")?;
        self.cursor.skip_lines();
        Ok(Some(BlockText {
            label: Some(label),
            at,
            params,
            insts: Vec::new(),
        }))
    }

    /// Parses a block label.
    pub(super) fn label_name(&mut self) -> Result1<(Name, Position)> {
        let at = self.cursor.at();
        if let Some(text) = self.cursor.eat_text()? {
            return Ok((Name::Text(text), at));
        }
        let word = self.cursor.word("a block label")?;
        let number = block_number(&word).and_then(|digits| digits.parse().ok());
        Ok((number.map_or(Name::Text(word), Name::Number), at))
    }
}

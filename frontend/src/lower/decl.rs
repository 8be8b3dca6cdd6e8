//! Lowers declarations of local variables and their initializers to IR.
use super::{Lowerer, Storage};
use crate::ctypes::Ty;
use crate::init::{item_beyond_limit, static_bytes};
use crate::symbol_map::constant_global;
use crate::typed::{ExprKind, Init, InitItem, LocalId, Size};
use lang_c::span::Span;
use symtool_ir::{Intrinsic, Type, Value};

/// The maximum number of initializer items that are stored one by one. A constant initializer with more items
/// is copied from a constant global.
const MAX_STORES: usize = 8;

impl Lowerer<'_, '_> {
    pub(super) fn declare(&mut self, id: LocalId, init: Option<&Init>, span: Span) {
        let local = &self.locals[id.0 as usize];
        let ty = local.qty.ty;
        match (self.storage_of(id), init) {
            (Storage::Ssa(_), None) => {
                let ir = self.ir(ty);
                self.at(span);
                let value = self
                    .b
                    .intrinsic(Intrinsic::Uninit, &[], Some(ir), Some(&local.name));
                if let Some(value) = value {
                    self.set_local(id, value);
                }
            }
            (Storage::Ssa(_), Some(init)) => {
                let value = match init.items.last() {
                    Some(item) => self.value(&item.value),
                    None => {
                        let ir = self.ir(ty);
                        self.b.iconst(ir, 0)
                    }
                };
                self.at(span);
                self.set_local(id, value);
            }
            (Storage::Memory(address), Some(init)) => {
                self.at(span);
                self.initialise(address, init, ty, span);
            }
            _ => {}
        }
    }

    pub(super) fn declare_vla(&mut self, id: LocalId, size: &Size, span: Span) {
        let local = &self.locals[id.0 as usize];
        let size = match size {
            Size::Fixed(size) => self.bytes(*size),
            Size::Dynamic(size) => self.value(size),
        };
        self.at(span);
        let align = self
            .types()
            .align_of(local.qty)
            .max(local.align.unwrap_or(1));
        let align = self.bytes(align);
        let address = self
            .b
            .intrinsic(Intrinsic::Alloca, &[size, align], None, Some(&local.name));
        if let (Some(address), Storage::Dynamic(var)) = (address, self.storage_of(id)) {
            self.b.name(address, &local.name);
            self.write(var, address);
        }
    }

    /// Emits the stores of the items of the initializer `init` to the object at `address`. Bytes of the object for
    /// which there is no item become zero.
    pub(super) fn initialise(&mut self, address: Value, init: &Init, ty: Ty, span: Span) {
        if init.whole || self.types().is_scalar(ty) {
            match init.items.last() {
                Some(item) => self.store_item(address, item, span),
                None => self.zero(address, init.size),
            }
            return;
        }
        if init.items.len() > MAX_STORES
            && item_beyond_limit(self.cx.program, init).is_none()
            && let Some(contents) = static_bytes(self.cx.program, init)
            && !contents.rounded
        {
            let name = format!("{}.init", self.name);
            let global = constant_global(
                self.cx.program,
                self.cx.module,
                self.cx.symbol_map,
                &name,
                init.size,
                &contents,
            );
            if let Some(global) = global {
                let from = self.b.global_addr(global);
                self.copy(address, from, init.size);
                return;
            }
        }
        if !self.covers(init) {
            self.at(span);
            self.zero(address, init.size);
        }
        for item in &init.items {
            self.store_item(address, item, span);
        }
    }

    /// Returns whether the items of `init` write every byte of the object.
    fn covers(&self, init: &Init) -> bool {
        let mut ranges: Vec<(u64, u64)> = init
            .items
            .iter()
            .filter(|item| item.bits.is_none())
            .map(|item| (item.offset, self.size_of_item(item)))
            .collect();
        ranges.sort_unstable();
        let mut covered = 0;
        for (offset, size) in ranges {
            if offset > covered {
                return false;
            }
            covered = covered.max(offset + size);
        }
        covered >= init.size
    }

    fn size_of_item(&self, item: &InitItem) -> u64 {
        match self.types().kind(item.value.ty()) {
            // A `long double` has 16 bytes. 10 bytes are written, and 6 bytes are padding.
            crate::ctypes::Kind::LongDouble => 10,
            _ => self.size(item.value.ty()),
        }
    }

    fn store_item(&mut self, base: Value, item: &InitItem, span: Span) {
        let ty = item.value.ty();
        if self.types().is_array(ty) {
            return self.store_string(base, item, span);
        }
        if self.types().as_record(ty).is_some() {
            let from = self.aggregate(&item.value);
            self.at(span);
            let to = self.b.offset(base, item.offset as i64);
            let size = self.size(ty);
            self.copy(to, from, size);
            return;
        }
        let value = self.value(&item.value);
        self.at(span);
        match item.bits {
            Some(place) => {
                let holder = self.b.offset(base, place.holder_offset as i64);
                self.store_bits(holder, place, value, ty, false);
            }
            None => {
                let to = self.b.offset(base, item.offset as i64);
                self.store_scalar(ty, value, to, false);
            }
        }
    }

    /// Initializes a character array from a string literal. A literal of up to 4 bytes is stored byte by byte; a
    /// longer one is copied from a constant global.
    fn store_string(&mut self, base: Value, item: &InitItem, span: Span) {
        let ExprKind::String(id) = item.value.kind else {
            return;
        };
        let size = self.size(item.value.ty());
        let text = &self.cx.program.strings[id.0 as usize].bytes;
        let used = (text.len() as u64).min(size);
        self.at(span);
        let to = self.b.offset(base, item.offset as i64);
        if used <= 4 {
            for (index, &byte) in text[..used as usize].iter().enumerate() {
                let at = self.b.offset(to, index as i64);
                let byte = self.b.iconst(Type::I8, i128::from(byte));
                self.b.store(byte, at);
            }
        } else {
            let from = self.string(id);
            self.copy(to, from, used);
        }
        let rest = self.b.offset(to, used as i64);
        self.zero(rest, size - used);
    }
}

//! Compiles loads, stores and address computations.
//!
//! The *object table* lists the live objects that machine code may access. The *root* of an address is the value from
//! which the address is computed by adding offsets. An object that may have uninitialized bytes has *marks*, one for
//! each byte, which show whether the byte is initialized.
//!
//! An access reads the entry of its root in the object table. The entry contains one limit for each access size. The
//! access is allowed if its offset in the object is below the limit for its size. If the object has marks, a read first
//! checks the marks, and a write sets them.
//!
//! If the entry or the marks do not allow an access, a callback (a Rust function of the interpreter) performs the
//! access or fails. The callback also adds the object to the table, for later accesses.
use super::compile::clif_type;
use super::function::{Translator, own};
use super::roots::strip;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, BlockArg, InstBuilder, MemFlagsData, types};
use cranelift_entity::EntityRef;
use symtool_ir::interp::table::{Entry, MARKED, READS, WIDTHS, WRITES};
use symtool_ir::layout::{REGION_BITS, Region, function_address};
use symtool_ir::{Inst, InstData, Type, Value};

/// The byte offsets of three fields in an entry of the object table (the table of the live objects): the address of the
/// object, the pointer to its bytes, and the pointer to its initialization marks.
const BASE: i32 = 0;
const BYTES: i32 = 8;
const MARKS: i32 = 16;

/// Returns Cranelift's flags for loads and stores of the memory of the program. An access that the object table (the
/// table of the live objects) allows cannot trap, but may be unaligned.
fn program() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

/// A memory access that is being compiled.
struct Access {
    /// The register with the accessed address.
    address: clif::Value,
    /// The register with the address of the object's entry in the object table.
    entry: clif::Value,
    /// The register with the offset of the access in the object, in bytes.
    offset: clif::Value,
    /// The type of the loaded or stored value.
    ty: Type,
}

impl Access {
    /// Returns the position of the limit for accesses of this size: its offset in bytes within an object's entry in the
    /// object table (the table of the live objects). An access is allowed if its offset in the object is below the
    /// limit. `row` selects the limits for loads, for stores, or for accesses that check or set initialization marks.
    fn limit(&self, row: u32) -> i32 {
        let width = self.ty.bytes();
        let index = WIDTHS.iter().position(|&w| w == width).unwrap_or(0);
        (row + 4 * index as u32) as i32
    }

    /// Returns the integer type that is as wide as the marks of the accessed bytes. Each mark takes one byte.
    fn marks_type(&self) -> clif::Type {
        match self.ty.bytes() {
            1 => types::I8,
            2 => types::I16,
            4 => types::I32,
            8 => types::I64,
            _ => types::I128,
        }
    }
}

impl Translator<'_, '_> {
    /// Emits an instruction that computes the address of a stack slot, global or function.
    pub fn address(&mut self, inst: Inst) {
        let value = match self.function.data(inst) {
            InstData::StackAddr { slot } => {
                let offset = self.word((slot.index() as u64) << REGION_BITS);
                let first = self.slots.unwrap_or(offset);
                self.b.ins().iadd(first, offset)
            }
            InstData::GlobalAddr { global } => self.word(Region::of_global(*global).base()),
            InstData::FuncAddr { func } => self.word(function_address(*func)),
            _ => return,
        };
        self.set(inst, value);
    }

    /// Emits the lookup of the object at `value` in the object table (the table of the live objects), if `value` is the
    /// root of an access: the value from which its address is computed by adding offsets.
    pub fn look_up_root(&mut self, value: Value) {
        if self.roots.is_used(value) {
            let entry = self.look_up(value);
            self.entries.insert(value, entry);
        }
    }

    /// Emits the lookup of the object that contains the address `root` in the object table (the table of the live
    /// objects); returns the register with the address of the object's entry.
    fn look_up(&mut self, root: Value) -> clif::Value {
        let places = self.plan.places;
        if let Some(InstData::GlobalAddr { global }) = self.function.def_data(root) {
            // Globals are the first objects and live until the end of the run, so the addresses of their entries in the
            // table are constants.
            let entry = (global.index() as u64 + 1) * size_of::<Entry>() as u64;
            return self.word(places.entries + entry);
        }
        let address = self.get(root);
        let bits = self.word(u64::from(REGION_BITS));
        let region = self.b.ins().ushr(address, bits);
        let two = self.word(2);
        let at = self.b.ins().ishl(region, two);
        let index = self.word(places.index);
        let at = self.b.ins().iadd(index, at);
        let at = self.b.ins().uload32(own(), at, 0);
        let entries = self.word(places.entries);
        self.b.ins().iadd(entries, at)
    }

    fn access(&mut self, addr: Value, ty: Type) -> Access {
        let root = self.roots.of(addr);
        let entry = match self.entries.get(&root) {
            Some(&entry) => entry,
            None => self.look_up(root),
        };
        let address = self.get(addr);
        let offset = match self.offset_in_own_object(addr, root) {
            Some(offset) => offset,
            None => {
                let base = self.b.ins().load(types::I64, own(), entry, BASE);
                self.b.ins().isub(address, base)
            }
        };
        Access {
            address,
            entry,
            offset,
            ty,
        }
    }

    /// Returns the offset of an address in its object, if the address is computed from a global or from a stack slot of
    /// this call; otherwise `None`. The offset is the sum of the offsets that were added to the start of the object. A
    /// global, or a slot of this call, is live, so the entry in the object table is certainly that of the object. For
    /// other addresses, the caller must compute the offset from the start address in the table entry.
    fn offset_in_own_object(&mut self, addr: Value, root: Value) -> Option<clif::Value> {
        let (start, offsets) = strip(self.function, addr);
        let own = matches!(
            self.function.def_data(start),
            Some(InstData::GlobalAddr { .. } | InstData::StackAddr { .. })
        );
        if !own || start != root {
            return None;
        }
        let mut sum = None;
        for offset in offsets {
            let offset = self.get(offset);
            sum = Some(match sum {
                Some(sum) => self.b.ins().iadd(sum, offset),
                None => offset,
            });
        }
        Some(sum.unwrap_or_else(|| self.word(0)))
    }

    /// Emits `offset < limit` for an access: the condition that the access is allowed. The limit comes from the
    /// object's entry in the object table. `row` selects the limits for loads, for stores, or for accesses that check
    /// or set the initialization marks.
    fn below(&mut self, access: &Access, row: u32) -> clif::Value {
        let at = access.limit(row);
        let limit = self.b.ins().uload32(own(), access.entry, at);
        self.b
            .ins()
            .icmp(IntCC::UnsignedLessThan, access.offset, limit)
    }

    fn in_object(&mut self, access: &Access, field: i32) -> clif::Value {
        let start = self.b.ins().load(types::I64, own(), access.entry, field);
        self.b.ins().iadd(start, access.offset)
    }

    /// Emits code that performs a load or store in one of three ways. The *table entry* of the accessed object contains
    /// limits for the offset of an access. An object that may have uninitialized bytes has *marks*, which show the
    /// initialized bytes.
    ///
    /// 1. If the offset is below the limit for this kind of access, `fast` performs the access, given the address of
    ///    the bytes. `row` is the offset of these limits in the entry (`READS` or `WRITES`).
    /// 2. Otherwise, if the object has marks for this offset, `marked` gets the address of the marks and may return a
    ///    condition. If `marked` returns no condition, or if the condition holds, `fast` performs the access.
    /// 3. Otherwise `slow` performs the access by a callback (a Rust function).
    fn guarded_by_table(
        &mut self,
        access: &Access,
        row: u32,
        fast: impl FnOnce(&mut Self, clif::Value),
        marked: impl FnOnce(&mut Self, clif::Value) -> Option<clif::Value>,
        slow: impl FnOnce(&mut Self),
    ) {
        let [direct, lookup, look, other] = [(); 4].map(|()| self.b.create_block());
        for block in [lookup, look, other] {
            self.b.set_cold_block(block);
        }
        let legal = self.below(access, row);
        self.b.ins().brif(legal, direct, &[], lookup, &[]);
        self.b.switch_to_block(lookup);
        let legal = self.below(access, MARKED);
        self.b.ins().brif(legal, look, &[], other, &[]);
        self.b.switch_to_block(look);
        let marks = self.in_object(access, MARKS);
        match marked(self, marks) {
            Some(legal) => self.b.ins().brif(legal, direct, &[], other, &[]),
            None => self.b.ins().jump(direct, &[]),
        };
        self.b.switch_to_block(other);
        slow(self);
        self.b.switch_to_block(direct);
        let bytes = self.in_object(access, BYTES);
        fast(self, bytes);
    }

    /// Emits a load.
    pub fn load(&mut self, inst: Inst, addr: Value, guard: Option<Value>) {
        let Some(result) = self.function.result(inst) else {
            return;
        };
        let ty = self.function.ty(result);
        let done = self.b.create_block();
        let loaded = self.b.append_block_param(done, clif_type(ty));
        self.guard(guard, done, ty);
        let access = self.access(addr, ty);
        let bytes = access.marks_type();
        self.guarded_by_table(
            &access,
            READS,
            |t, place| {
                let mut value = t.b.ins().load(clif_type(ty), program(), place, 0);
                if ty == Type::I1 {
                    let one = t.constant(Type::I1, 1);
                    value = t.b.ins().band(value, one);
                }
                t.b.ins().jump(done, &[BlockArg::Value(value)]);
            },
            |t, place| {
                let marks = t.b.ins().load(bytes, program(), place, 0);
                let all = t.all_ones(bytes);
                Some(t.b.ins().icmp(IntCC::Equal, marks, all))
            },
            |t| {
                let len = t.word(ty.bytes());
                let load = t.plan.places.callbacks.load;
                t.callback_or_stop(load, &[access.address, len]);
                let mut value = t.load_value(ty);
                if ty == Type::I1 {
                    let one = t.constant(Type::I1, 1);
                    value = t.b.ins().band(value, one);
                }
                t.b.ins().jump(done, &[BlockArg::Value(value)]);
            },
        );
        self.b.switch_to_block(done);
        self.set(inst, loaded);
    }

    /// Emits a store.
    pub fn store(&mut self, value: Value, addr: Value, guard: Option<Value>) {
        let ty = self.function.ty(value);
        let done = self.b.create_block();
        if let Some(guard) = guard {
            let guard = self.get(guard);
            let next = self.b.create_block();
            self.b.ins().brif(guard, next, &[], done, &[]);
            self.b.switch_to_block(next);
        }
        let access = self.access(addr, ty);
        let bytes = access.marks_type();
        let value = self.get(value);
        self.guarded_by_table(
            &access,
            WRITES,
            |t, place| {
                t.b.ins().store(program(), value, place, 0);
                t.b.ins().jump(done, &[]);
            },
            |t, place| {
                let all = t.all_ones(bytes);
                t.b.ins().store(program(), all, place, 0);
                None
            },
            |t| {
                t.store_value(ty, value);
                let len = t.word(ty.bytes());
                let store = t.plan.places.callbacks.store;
                t.callback_or_stop(store, &[access.address, len]);
                t.b.ins().jump(done, &[]);
            },
        );
        self.b.switch_to_block(done);
    }

    /// If the load has a guard, emits a branch: if the guard is 0, the branch jumps to `done` with the result 0.
    fn guard(&mut self, guard: Option<Value>, done: clif::Block, ty: Type) {
        let Some(guard) = guard else { return };
        let guard = self.get(guard);
        let next = self.b.create_block();
        let zero = BlockArg::Value(self.zero(ty));
        self.b.ins().brif(guard, next, &[], done, &[zero]);
        self.b.switch_to_block(next);
    }

    fn all_ones(&mut self, ty: clif::Type) -> clif::Value {
        match ty {
            types::I128 => self.constant(Type::I128, u128::MAX),
            types::I64 => self.word(u64::MAX),
            ty => {
                let ones = (1i64 << ty.bits()) - 1;
                self.b.ins().iconst(ty, ones)
            }
        }
    }
}

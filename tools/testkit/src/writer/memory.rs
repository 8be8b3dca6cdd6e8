//! Writes statements that access memory: array elements, single bytes of variables, memory behind pointers and heap
//! blocks. Also writes ends of the lifetimes of variables.
use super::{SLOTS, Writer};

impl Writer {
    pub(super) fn store_element(&mut self) {
        let guard = (self.random.below(2) == 0).then(|| self.condition(1));
        let (value, addr) = (self.value(1), self.element(1));
        let byte = self.define(&format!("trunc {value} to i8"));
        match guard {
            Some(guard) => self.line(&format!("store.if {guard}, {byte}, {addr}")),
            None => self.line(&format!("store {byte}, {addr}")),
        }
    }

    /// Writes a store to one byte of a variable.
    pub(super) fn store_part(&mut self) {
        let (cell, value) = (self.cell(), self.value(0));
        let byte = self.define(&format!("trunc {value} to i8"));
        let at = self.random.below(4);
        let part = self.define(&format!("ptr_add {cell}, {at}"));
        self.line(&format!("store {byte}, {part}"));
    }

    /// Writes an access through a pointer that points to one of two variables, depending on a condition.
    pub(super) fn through_pointer(&mut self) {
        let (cond, a, b) = (self.condition(1), self.cell(), self.cell());
        let pointer = self.define(&format!("select {cond}, {a}, {b}"));
        self.access(&pointer);
    }

    /// Writes an access to an element of the global array `@row`, at an index that may be out of bounds.
    pub(super) fn row_element(&mut self) {
        let index = self.value(0);
        let most = if self.random.below(6) == 0 { 7 } else { 3 };
        let index = self.define(&format!("and {index}, {most}"));
        let index = self.define(&format!("zext {index} to i64"));
        let offset = self.define(&format!("mul {index}, 4"));
        let row = self.define("global_addr @row");
        let pointer = self.define(&format!("ptr_add {row}, {offset}"));
        self.access(&pointer);
    }

    /// Writes a store or load of four bytes through the pointer `pointer`, sometimes with a guard.
    pub(super) fn access(&mut self, pointer: &str) {
        let guard = self.condition(1);
        let value = self.value(1);
        match self.random.below(5) {
            0 => self.line(&format!("store.if {guard}, {value}, {pointer}")),
            1 => self.line(&format!("store {value}, {pointer}")),
            2 if self.options.calls && !self.in_helper => {
                self.line(&format!("call @put({pointer}, {value})"));
            }
            kind => {
                let read = match kind {
                    3 => self.define(&format!("load.if {guard}, i32 {pointer}")),
                    _ => self.define(&format!("load i32 {pointer}")),
                };
                let to = self.cell();
                self.line(&format!("store {read}, {to}"));
            }
        }
    }

    /// Writes the allocation of a heap block of input-dependent size, then a store and a load that may be out
    /// of bounds. Sometimes the block is freed, and freed again under a condition.
    pub(super) fn heap_block(&mut self) {
        self.silent_forks = true;
        let value = self.value(1);
        let size = self.define(&format!("and {value}, 7"));
        let size = self.define(&format!("zext {size} to i64"));
        let block = self.define(&format!("intrinsic malloc({size})"));
        let at = self.random.below(8);
        let addr = self.define(&format!("ptr_add {block}, {at}"));
        let byte = self.random.below(256);
        self.line(&format!("store i8 {byte}, {addr}"));
        let back = self.define(&format!("load i8 {addr}"));
        let wide = self.define(&format!("zext {back} to i32"));
        let cell = self.define("stack_addr $v2");
        self.line(&format!("store {wide}, {cell}"));
        if self.random.below(2) == 0 {
            self.line(&format!("intrinsic free({block})"));
            let cond = self.condition(0);
            let (again, end) = (self.label(), self.label());
            self.line(&format!("branch {cond}, {again}, {end}"));
            self.open(&again);
            self.line(&format!("intrinsic free({block})"));
            self.line(&format!("jump {end}"));
            self.open(&end);
            if self.random.below(4) == 0 {
                let mapped = self.define(&format!("intrinsic is_mapped({block}, 8)"));
                let cell = self.define("stack_addr $v1");
                self.line(&format!("store {mapped}, {cell}"));
            }
        }
    }

    /// Writes the end of a variable's lifetime, usually followed by a new lifetime.
    pub(super) fn scope(&mut self) {
        let slot = self.random.below(SLOTS as u64);
        let addr = self.define(&format!("stack_addr $v{slot}"));
        self.line(&format!("intrinsic scope_leave({addr})"));
        if self.random.below(4) == 0 {
            return;
        }
        if self.random.below(2) == 0 {
            self.assign();
        }
        self.line(&format!("intrinsic scope_enter({addr})"));
        let value = self.random.below(256);
        self.line(&format!("store i32 {value}, {addr}"));
    }
}

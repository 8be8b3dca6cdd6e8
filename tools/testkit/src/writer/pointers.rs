//! Writes accesses through pointers whose value depends on the path. Such a pointer is a block parameter of a join
//! block, a variable in memory, or the address of a heap block that only some paths free.
use super::Writer;
use std::fmt::Write;

/// The text of a function that returns the sum of its variable arguments. The first argument is the number of the
/// variable arguments. If this number is too large, the function reads beyond the variable arguments.
pub(super) const VARIADIC: &str = "\
func @sumv(%n: i32, ...) -> i32 {
entry:
  %area = intrinsic va_area() @t:1041:1
  jump head(0, 0) @t:1042:1
head(%i: i32, %sum: i32):
  %more = slt i32 %i, %n @t:1043:1
  branch %more, body, out @t:1044:1
body:
  %wide = zext i32 %i to i64 @t:1045:1
  %offset = mul i64 %wide, 16 @t:1046:1
  %at = ptr_add %area, %offset @t:1047:1
  %value = load i32 %at @t:1048:1
  %new = add i32 %sum, %value @t:1049:1
  %next = add i32 %i, 1 @t:1050:1
  jump head(%next, %new) @t:1051:1
out:
  return %sum @t:1052:1
}
";

impl Writer {
    /// Writes a statement with a pointer that depends on the path.
    pub(super) fn pointer(&mut self) {
        if self.in_helper || self.depth > 4 {
            return self.assign();
        }
        match self.random.below(6) {
            0 => self.joined_pointer(),
            1 => self.store_pointer(),
            2 => self.use_pointer(),
            3 => self.allocate(),
            4 => self.free_on_some_paths(),
            _ => self.call_variadic(),
        }
    }

    /// Writes a branch whose sides pass different pointers to the block at which they meet, and an access through this
    /// pointer.
    fn joined_pointer(&mut self) {
        let cond = self.condition(1);
        let [yes, no, end] = [(); 3].map(|()| self.label());
        self.line(&format!("branch {cond}, {yes}, {no}"));
        for label in [yes, no] {
            self.open(&label);
            let cell = match self.random.below(10) {
                0 => "null".to_owned(),
                _ => self.cell(),
            };
            if self.random.below(3) == 0 {
                self.assign();
            }
            self.line(&format!("jump {end}({cell})"));
        }
        let pointer = self.name("%p");
        let _ = writeln!(self.text, "{end}({pointer}: ptr):");
        self.access(&pointer);
        if self.random.below(2) == 0 {
            let kept = self.define("stack_addr $q");
            self.line(&format!("store {pointer}, {kept}"));
        }
    }

    /// Writes a store that sets `$q`, the pointer variable, to the address of a variable of four bytes.
    fn store_pointer(&mut self) {
        let (cell, kept) = (self.cell(), self.define("stack_addr $q"));
        self.line(&format!("store {cell}, {kept}"));
    }

    /// Writes an access through the pointer in `$q`, the pointer variable, or in `$h`, the heap variable.
    fn use_pointer(&mut self) {
        let kept = match self.random.below(3) {
            0 => self.define("stack_addr $h"),
            _ => self.define("stack_addr $q"),
        };
        let pointer = self.define(&format!("load ptr {kept}"));
        self.access(&pointer);
    }

    /// Writes an allocation that sets `$h`, the heap variable, to a new block. The size of the block may depend on the
    /// input.
    fn allocate(&mut self) {
        let size = match self.random.below(2) {
            0 => "4".to_owned(),
            _ => {
                let value = self.value(1);
                let low = self.define(&format!("and {value}, 7"));
                self.define(&format!("zext {low} to i64"))
            }
        };
        self.silent_forks = true;
        let zero = self.random.below(2) == 0;
        let block = match zero {
            true => self.define(&format!("intrinsic calloc({size}, 1)")),
            false => self.define(&format!("intrinsic malloc({size})")),
        };
        let value = self.value(0);
        self.line(&format!("store {value}, {block}"));
        let kept = self.define("stack_addr $h");
        self.line(&format!("store {block}, {kept}"));
    }

    /// Writes a branch that frees the block to which `$h`, the heap variable, points, if a condition holds. Afterwards
    /// `$h` may still contain the pointer.
    fn free_on_some_paths(&mut self) {
        let cond = self.condition(1);
        let [yes, end] = [(); 2].map(|()| self.label());
        self.line(&format!("branch {cond}, {yes}, {end}"));
        self.open(&yes);
        let kept = self.define("stack_addr $h");
        let block = self.define(&format!("load ptr {kept}"));
        self.line(&format!("intrinsic free({block})"));
        if self.random.below(2) == 0 {
            self.line(&format!("store ptr null, {kept}"));
        }
        self.line(&format!("jump {end}"));
        self.open(&end);
    }

    fn call_variadic(&mut self) {
        let (a, b, count) = (self.value(0), self.value(0), self.value(0));
        let most = self.random.pick(&["1", "1", "3"]);
        let count = self.define(&format!("and {count}, {most}"));
        let sum = self.define(&format!("call @sumv({count}, i32 {a}, i32 {b})"));
        let cell = self.cell();
        self.line(&format!("store {sum}, {cell}"));
    }

    /// Declares the pointer variables `$q` and `$h`.
    pub(super) fn pointer_slots(&mut self) {
        self.text += "  slot $q \"q\", size 8, align 8\n  slot $h \"h\", size 8, align 8\n";
    }

    /// Writes the stores that set `$q` and `$h` at the beginning of a function.
    pub(super) fn set_pointers(&mut self) {
        let first = self.define("stack_addr $v0");
        let kept = self.define("stack_addr $q");
        self.line(&format!("store {first}, {kept}"));
        let kept = self.define("stack_addr $h");
        self.line(&format!("store ptr null, {kept}"));
    }
}

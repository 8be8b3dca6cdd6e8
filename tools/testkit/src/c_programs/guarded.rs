//! Writes memory accesses under a condition (a guard) that prevents an invalid access, or that is slightly wrong. For
//! such accesses, guarded melding must neither add failures nor hide any.
use super::Writer;

impl Writer {
    /// Writes a random guarded access, such as `if (i < n) a[i] = …` or `if (p && p->f) …`.
    pub(super) fn guarded(&mut self) {
        match self.below(8) {
            6 => self.guarded_counter(),
            7 => self.guarded_null(),
            0 => self.guarded_pointer(),
            1 => self.guarded_both(),
            2 => self.guarded_twice(),
            _ => self.guarded_element(),
        }
    }

    /// Returns the name of a random array of `main` and the number of its elements.
    fn array_of_main(&mut self) -> (&'static str, u64) {
        [("gi", 4), ("gb", 8), ("h", 4), ("gm[1]", 3), ("gu.b", 4)][self.below(5) as usize]
    }

    /// Writes the declaration of an index variable whose value may be out of bounds. The guard and the guarded access
    /// read this variable. Returns its name.
    fn index_variable(&mut self) -> String {
        let name = self.name("i");
        let value = self.random.pick(&[
            "in0",
            "in0 & 7",
            "in1 - 4",
            "(in0 ^ in1) & 15",
            "x0 - x1",
            "(signed char)in0",
        ]);
        self.line(&format!("int {name} = {value};"));
        name
    }

    /// Returns a condition on `index` that guards an access to an array with `len` elements. Usually the condition
    /// holds only if `index` is below `len`; sometimes it also holds if `index` is `len`.
    fn bound(&mut self, index: &str, len: u64) -> String {
        let top = if self.rarely(5) { len + 1 } else { len };
        match self.below(5) {
            0 => format!("{index} < {top}"),
            1 => format!("(unsigned){index} < {top}"),
            2 => format!("!({index} < 0 || {index} >= {top})"),
            3 => format!("{index} >= 0 & {index} < {top}"),
            _ => format!("{index} >= 0 && {index} < {top}"),
        }
    }

    fn guarded_element(&mut self) {
        self.open("{");
        let index = self.index_variable();
        let (array, len) = self.array_of_main();
        let (bound, value) = (self.bound(&index, len), self.value(1));
        self.line(&format!("if ({bound})"));
        match self.below(3) {
            0 => {
                let to = self.random.pick(&["x0", "g0", "y0"]);
                self.line(&format!("  {to} = {array}[{index}];"));
            }
            1 => self.line(&format!("  {array}[{index}] += 1;")),
            _ => self.line(&format!("  {array}[{index}] = {value};")),
        }
        if self.rarely(3) {
            self.line(&format!("else\n  g1 = {value};"));
        }
        self.close("}");
    }

    /// Writes a branch with an array access on each side. Both accesses are to the same array or to different arrays.
    fn guarded_both(&mut self) {
        self.open("{");
        let index = self.index_variable();
        let ((one, len), (other, _)) = (self.array_of_main(), self.array_of_main());
        let (bound, value) = (self.bound(&index, len), self.value(0));
        self.line(&format!("if ({bound})"));
        self.line(&format!("  {one}[{index}] = {value};"));
        self.line(&format!("else\n  {other}[{index} & 3] = {value};"));
        self.close("}");
    }

    /// Writes a loop with a guarded access at the index of the loop counter. In the last iterations, the index is out
    /// of bounds, and the guard is usually false.
    fn guarded_counter(&mut self) {
        let counter = self.name("k");
        let (array, len) = self.array_of_main();
        let (bound, value) = (self.bound(&counter, len), self.value(1));
        let rounds = len + 1 + self.below(2);
        let cond = self.random.pick(&["in0 > 3", "x0 & 1", "in1 != 7"]);
        self.open(&format!(
            "for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{"
        ));
        self.line(&format!("if (({bound}) & ({cond}))"));
        self.line(&format!("  {array}[{counter}] = {value};"));
        self.close("}");
    }

    /// Writes a guarded access through a pointer that is always null.
    fn guarded_null(&mut self) {
        self.open("{");
        let pointer = self.name("p");
        self.line(&format!("struct pair *volatile none{pointer} = NULL;"));
        self.line(&format!("struct pair *{pointer} = none{pointer};"));
        let right = if self.rarely(5) { "" } else { " & (in0 > 15)" };
        self.line(&format!("if ((in1 > 2){right})"));
        self.line(&format!("  {pointer}->i = x0;"));
        self.close("}");
    }

    fn guarded_twice(&mut self) {
        self.open("{");
        let index = self.index_variable();
        let (array, len) = self.array_of_main();
        let (bound, cond, value) = (self.bound(&index, len), self.condition(1), self.value(1));
        self.open(&format!("if ({bound}) {{"));
        self.line(&format!("if ({cond})"));
        self.line(&format!("  {array}[{index}] = {value};"));
        self.line(&format!("g1 ^= {array}[{index}];"));
        self.close("}");
        self.close("}");
    }

    fn guarded_pointer(&mut self) {
        self.open("{");
        let (pointer, cond) = (self.name("p"), self.condition(1));
        self.line(&format!(
            "struct pair *{pointer} = {cond} ? &gs[in0 & 1] : NULL;"
        ));
        let test = match self.below(6) {
            0 => format!("{pointer} || x0"),
            1 => format!("{pointer} != NULL && {pointer}->h > 0"),
            2 => format!("!(!{pointer})"),
            _ => format!("{pointer} && {pointer}->i"),
        };
        self.line(&format!("if ({test})"));
        let value = self.value(1);
        let what = match self.below(3) {
            0 => format!("{pointer}->c = {value};"),
            1 => format!("x1 = {pointer}->l;"),
            _ => format!("{pointer}->i += {value};"),
        };
        self.line(&format!("  {what}"));
        self.close("}");
    }
}

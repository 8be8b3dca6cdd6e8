//! Writes assignments, assertions and assumptions of the random programs.
use super::Writer;

impl Writer {
    pub(super) fn assign(&mut self) {
        let (value, cell) = (self.value(2), self.cell());
        self.line(&format!("store {value}, {cell}"));
    }

    pub(super) fn assertion(&mut self) {
        let mut cond = self.condition(1);
        if self.options.joins {
            let other = self.condition(0);
            cond = match self.random.below(3) {
                0 => self.define(&format!("or {cond}, {other}")),
                _ => self.condition_by_branches(&cond, &other),
            };
        }
        self.line(&format!("check assert, {cond}, \"random\""));
    }

    pub(super) fn guarded_assertion(&mut self) {
        let (guard, cond) = (self.condition(1), self.condition(0));
        self.line(&format!("check.if {guard}, assert, {cond}, \"random\""));
    }

    pub(super) fn assumption(&mut self) {
        if self.random.below(2) == 0 {
            return self.assign();
        }
        let cond = self.condition(1);
        self.line(&format!("intrinsic assume({cond})"));
    }
}

//! Facts about memory on each side of a branch: for address *expressions*, the values known to be stored there, and
//! the addresses known to be accessible.
//!
//! An address is decomposed into a linear sum: terms with integer factors (the base), and a constant offset. The
//! address `p + 4 * (i + 2)` has the base `p + 4 * i` and the offset 8. If two accesses have the same base, their
//! offsets decide whether they overlap. Two accesses with different bases never overlap if they are known to be in
//! different local or global variables; otherwise they may overlap.
use crate::term::{Dag, TermId};
use symtool_ir::{Op, Type};

/// A linear sum of terms plus a constant, modulo 2^64: the normal form of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The terms of the sum with their factors, ascending by term; no factor is 0.
    pub terms: Vec<(TermId, u64)>,
    /// The constant summand.
    pub offset: u64,
}

/// Returns a 64-bit term as a linear sum.
pub fn linear(dag: &Dag, id: TermId) -> Linear {
    let mut sum = Linear {
        terms: Vec::new(),
        offset: 0,
    };
    add(dag, id, 1, &mut sum, 0);
    sum.terms.sort_unstable();
    let mut joined: Vec<(TermId, u64)> = Vec::new();
    for (term, factor) in sum.terms {
        match joined.last_mut() {
            Some((last, f)) if *last == term => *f = f.wrapping_add(factor),
            _ => joined.push((term, factor)),
        }
    }
    joined.retain(|&(_, f)| f != 0);
    Linear {
        terms: joined,
        offset: sum.offset,
    }
}

fn add(dag: &Dag, id: TermId, factor: u64, sum: &mut Linear, depth: usize) {
    const MAX_DEPTH: usize = 24;
    if let Some(k) = dag.as_const(id) {
        sum.offset = sum.offset.wrapping_add(k.low_u64().wrapping_mul(factor));
        return;
    }
    let term = dag.get(id);
    let scale = |k: TermId| dag.as_const(k).map(symtool_ir::Bits::low_u64);
    if depth < MAX_DEPTH && dag.ty(id).bits() == 64 {
        match (term.head.op(), &term.args[..]) {
            (Some(Op::Add | Op::PtrAdd), &[a, b]) => {
                add(dag, a, factor, sum, depth + 1);
                return add(dag, b, factor, sum, depth + 1);
            }
            (Some(Op::Sub), &[a, b]) => {
                add(dag, a, factor, sum, depth + 1);
                return add(dag, b, factor.wrapping_neg(), sum, depth + 1);
            }
            (Some(Op::Mul), &[a, k]) => {
                if let Some(k) = scale(k) {
                    return add(dag, a, factor.wrapping_mul(k), sum, depth + 1);
                }
            }
            (Some(Op::Shl), &[a, k]) => {
                if let Some(k) = scale(k).filter(|&k| k < 64) {
                    return add(dag, a, factor.wrapping_mul(1 << k), sum, depth + 1);
                }
            }
            (Some(Op::PtrToInt | Op::IntToPtr), &[a]) => {
                return add(dag, a, factor, sum, depth + 1);
            }
            _ => {}
        }
    }
    sum.terms.push((id, factor));
}

/// A memory access: its address and its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The address of the first byte.
    pub at: Linear,
    /// The number of bytes.
    pub bytes: u64,
}

impl Access {
    /// Returns the access to a value of type `ty` at the address `addr`.
    pub fn new(dag: &Dag, addr: TermId, ty: Type) -> Access {
        Access {
            at: linear(dag, addr),
            bytes: ty.bytes(),
        }
    }

    /// Returns whether the accesses `self` and `other` may share a byte. `objects` maps an address term to a number
    /// that identifies the variable that starts there; `None` if no variable is known to start there.
    fn may_overlap(&self, other: &Access, objects: &dyn Fn(TermId) -> Option<u64>) -> bool {
        if self.at.terms == other.at.terms {
            let distance = other.at.offset.wrapping_sub(self.at.offset);
            return distance < self.bytes || distance.wrapping_neg() < other.bytes;
        }
        let object = |access: &Access| {
            access
                .at
                .terms
                .iter()
                .find_map(|&(t, f)| objects(t).filter(|_| f == 1))
        };
        match (object(self), object(other)) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        }
    }
}

/// A known value in memory: an access to the bytes of `access` as the type `ty` yields `value`. With `Some(g)` as
/// `guard`, the value is known only if g is 1.
#[derive(Clone, Debug)]
struct Known {
    access: Access,
    ty: Type,
    value: TermId,
    guard: Option<TermId>,
}

/// Bytes that an unguarded access has reached, so that a further read of them cannot fail. If `written` is true, they
/// were written, so that a further write cannot fail either.
#[derive(Clone, Debug)]
struct Touched {
    access: Access,
    written: bool,
}

/// The facts about memory that hold at one program point, before the branch or in one of its sides.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    known: Vec<Known>,
    accessed: Vec<Touched>,
}

impl Facts {
    /// Forgets all facts; called after an instruction with unknown effects on memory.
    pub fn clear(&mut self) {
        self.known.clear();
        self.accessed.clear();
    }

    /// Returns the value of type `ty` that memory holds at the address of `access`, if the value is
    /// known.
    pub fn value(&self, access: &Access, ty: Type) -> Option<TermId> {
        let found = self.known.iter().rev();
        found
            .filter(|k| k.guard.is_none())
            .find(|k| k.access == *access && k.ty == ty)
            .map(|k| k.value)
    }

    /// Returns whether `access` cannot fail, because an earlier unguarded access to the same bytes succeeded. `write`
    /// is true for a store and false for a load.
    pub fn is_legal(&self, access: &Access, write: bool) -> bool {
        self.accessed
            .iter()
            .any(|t| t.access == *access && (t.written || !write))
    }

    /// Records that a load with the guard `guard` (`None`: unguarded) returned `value`.
    pub fn load(&mut self, access: Access, ty: Type, value: TermId, guard: Option<TermId>) {
        if guard.is_none() {
            self.touch(access.clone(), false);
        }
        self.known.push(Known {
            access,
            ty,
            value,
            guard,
        });
    }

    /// Records a store of `value`, and forgets the known values that the store may overwrite. `objects` maps an address
    /// term to a number that identifies the variable that starts there.
    pub fn store(
        &mut self,
        access: Access,
        ty: Type,
        value: TermId,
        guard: Option<TermId>,
        objects: &dyn Fn(TermId) -> Option<u64>,
    ) {
        self.known
            .retain(|k| !k.access.may_overlap(&access, objects));
        if guard.is_none() {
            self.touch(access.clone(), true);
            self.known.push(Known {
                access,
                ty,
                value,
                guard,
            });
        }
    }

    fn touch(&mut self, access: Access, written: bool) {
        match self.accessed.iter_mut().find(|t| t.access == access) {
            Some(t) => t.written |= written,
            None => self.accessed.push(Touched { access, written }),
        }
    }

    /// Records that the conditions `implied` hold from now on. A value that is known only under a guard in `implied`
    /// becomes known unconditionally.
    pub fn assume(&mut self, implied: &[TermId]) {
        for known in &mut self.known {
            if known.guard.is_some_and(|g| implied.contains(&g)) {
                known.guard = None;
                let access = known.access.clone();
                if !self.accessed.iter().any(|t| t.access == access) {
                    self.accessed.push(Touched {
                        access,
                        written: false,
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_index_arithmetic_does_not_matter() {
        let mut dag = Dag::default();
        let p = dag.leaf(0, Type::Ptr);
        let i = dag.leaf(1, Type::I64);
        let (four, eight) = (dag.int(Type::I64, 4), dag.int(Type::I64, 8));
        let scaled = dag.op(Op::Mul, Type::I64, &[i, four]);
        let first = dag.op(Op::PtrAdd, Type::Ptr, &[p, scaled]);
        let a = dag.op(Op::PtrAdd, Type::Ptr, &[first, eight]);
        let two = dag.int(Type::I64, 2);
        let next = dag.op(Op::Add, Type::I64, &[i, two]);
        let scaled = dag.op(Op::Shl, Type::I64, &[next, two]);
        let b = dag.op(Op::PtrAdd, Type::Ptr, &[p, scaled]);
        assert_eq!(linear(&dag, a).terms.len(), 2);
        let (x, y) = (
            Access::new(&dag, a, Type::I32),
            Access::new(&dag, b, Type::I32),
        );
        assert_eq!(linear(&dag, b).terms[0], (p, 1));
        assert!(x.may_overlap(&y, &|_| None));
        let none = |_| None;
        let z = Access::new(&dag, first, Type::I32);
        assert!(!x.may_overlap(&z, &none), "eight bytes apart");
    }
}

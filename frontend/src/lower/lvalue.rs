//! Lowers lvalues to IR: variables, memory and bit-fields, and the reads and writes of them.
use super::{Lowerer, Storage};
use crate::ctypes::Ty;
use crate::typed::{BitFieldLocation, Expr, ExprKind, MemberLocation};
use symtool_ir::ssa::Variable;
use symtool_ir::{Type, Value};

/// An lvalue whose operands have been evaluated, so that reads and writes do not evaluate them again.
#[derive(Copy, Clone, Debug)]
pub(super) enum Lvalue {
    /// A scalar variable that is represented by SSA values.
    Variable(crate::typed::LocalId, Variable),
    Memory {
        address: Value,
        volatile: bool,
    },
    /// A bit-field.
    Bits {
        /// The address of the record that directly contains the bit-field.
        holder: Value,
        place: BitFieldLocation,
        volatile: bool,
    },
}

impl Lowerer<'_, '_> {
    /// Evaluates the operands of the lvalue `expr`. The lvalue is neither read nor written yet.
    pub(super) fn lvalue(&mut self, expr: &Expr) -> Lvalue {
        let volatile = expr.qty.is_volatile();
        match &expr.kind {
            ExprKind::Local(id) => match self.storage_of(*id) {
                Storage::Ssa(var) => return Lvalue::Variable(*id, var),
                Storage::Memory(address) => return Lvalue::Memory { address, volatile },
                Storage::Dynamic(_) | Storage::None => {}
            },
            ExprKind::Member(base, place) => return self.member(base, *place, volatile),
            _ => {}
        }
        let address = self.address(expr);
        Lvalue::Memory { address, volatile }
    }

    /// Lowers a member of the record `base`, which may be an lvalue or a temporary. If `volatile` is set,
    /// accesses to the member are volatile.
    pub(super) fn member(&mut self, base: &Expr, place: MemberLocation, volatile: bool) -> Lvalue {
        let base_address = if base.is_lvalue() {
            self.address(base)
        } else {
            self.aggregate(base)
        };
        match place.bits {
            Some(bits) => Lvalue::Bits {
                holder: self.b.offset(base_address, bits.holder_offset as i64),
                place: bits,
                volatile,
            },
            None => Lvalue::Memory {
                address: self.b.offset(base_address, place.offset as i64),
                volatile,
            },
        }
    }

    /// Returns the address of an lvalue in memory, or of a function.
    pub(super) fn address(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Local(id) => match self.storage_of(*id) {
                Storage::Memory(address) => address,
                Storage::Dynamic(var) => self.read(var),
                Storage::Ssa(_) | Storage::None => {
                    self.problem(expr.span, "cannot take the address of this variable");
                    self.b.null()
                }
            },
            ExprKind::Symbol(id) => {
                self.at(expr.span);
                self.symbol_address(*id, expr.span)
            }
            ExprKind::String(id) => {
                self.at(expr.span);
                self.string(*id)
            }
            ExprKind::Compound(id, init) => {
                let Storage::Memory(address) = self.storage_of(*id) else {
                    // The program does not take the address of this scalar compound literal, so the literal is not
                    // stored in memory. A temporary gives it an address.
                    return self.scalar_literal(*id, init, expr);
                };
                self.initialise(address, init, expr.ty(), expr.span);
                address
            }
            ExprKind::Deref(pointer) => self.value(pointer),
            ExprKind::Member(base, place) => match self.member(base, *place, false) {
                Lvalue::Memory { address, .. } => address,
                _ => {
                    self.problem(expr.span, "cannot take the address of a bit-field");
                    self.b.null()
                }
            },
            _ => self.aggregate(expr),
        }
    }

    fn scalar_literal(
        &mut self,
        id: crate::typed::LocalId,
        init: &crate::typed::Init,
        expr: &Expr,
    ) -> Value {
        let size = self.size(expr.ty());
        let align = self.types().align_of(expr.qty);
        let address = self.temporary("literal", size, align);
        self.initialise(address, init, expr.ty(), expr.span);
        let _ = id;
        address
    }

    /// Emits the read of a scalar lvalue.
    pub(super) fn load(&mut self, place: Lvalue, ty: Ty) -> Value {
        match place {
            Lvalue::Variable(_, var) => self.read(var),
            Lvalue::Memory { address, volatile } => self.load_scalar(ty, address, volatile),
            Lvalue::Bits {
                holder,
                place,
                volatile,
            } => self.load_bits(holder, place, ty, volatile),
        }
    }

    /// Emits the write of `value` to a scalar lvalue. Returns the lvalue's value after the write, which differs
    /// from `value` if a bit-field truncates it.
    pub(super) fn store(&mut self, place: Lvalue, value: Value, ty: Ty) -> Value {
        match place {
            Lvalue::Variable(id, _) => {
                self.set_local(id, value);
                value
            }
            Lvalue::Memory { address, volatile } => {
                self.store_scalar(ty, value, address, volatile);
                value
            }
            Lvalue::Bits {
                holder,
                place,
                volatile,
            } => self.store_bits(holder, place, value, ty, volatile),
        }
    }

    /// Returns a number of bytes as an `i64` constant.
    pub(super) fn bytes(&mut self, size: u64) -> Value {
        self.b.iconst(Type::I64, i128::from(size))
    }
}

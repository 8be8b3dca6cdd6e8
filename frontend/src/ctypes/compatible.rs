//! Compatible and composite types (C11 §6.2.7).
use super::{FnTy, Kind, Len, QTy, Record, Ty, Types};

impl Types {
    /// Returns whether two types are compatible (C11 §6.2.7), ignoring top-level qualifiers. Records of different
    /// translation units are compatible if their tags and sizes agree.
    pub(crate) fn compatible(&self, a: Ty, b: Ty) -> bool {
        self.compatible_with(a, b, false)
    }

    /// Returns whether two types are compatible and the qualifiers of pointed-to types agree. `_Generic` and
    /// `__builtin_types_compatible_p` need this stricter relation.
    pub(crate) fn strictly_compatible(&self, a: Ty, b: Ty) -> bool {
        self.compatible_with(a, b, true)
    }

    fn compatible_with(&self, a: Ty, b: Ty, strict: bool) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Pointer(x), Kind::Pointer(y)) => {
                let quals = self.effective_quals(*x) == self.effective_quals(*y);
                (quals || !strict) && self.compatible_with(x.ty, y.ty, strict)
            }
            (Kind::Array(x, m), Kind::Array(y, n)) => {
                let lengths = match (m, n) {
                    (Len::Fixed(m), Len::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.compatible_with(x.ty, y.ty, strict)
            }
            (Kind::Enum(_), Kind::Int(k)) => self.int_kind(a) == Some(*k),
            (Kind::Int(k), Kind::Enum(_)) => self.int_kind(b) == Some(*k),
            // The strict relation compares types of one translation unit, in which each definition of a record
            // or enumeration is a distinct type.
            (Kind::Enum(_), Kind::Enum(_)) | (Kind::Record(_), Kind::Record(_)) if strict => false,
            (Kind::Enum(x), Kind::Enum(y)) => {
                let (x, y) = (&self.enums[x.0 as usize], &self.enums[y.0 as usize]);
                x.tag == y.tag && x.repr == y.repr
            }
            (Kind::Record(x), Kind::Record(y)) => {
                let (x, y) = (self.record(*x), self.record(*y));
                // Each complex or vector type has one interned record, so two different records mean two different
                // types.
                let interned =
                    |record: &Record| record.complex.is_some() || record.vector.is_some();
                let streams = is_stream(x.tag.as_deref()) && is_stream(y.tag.as_deref());
                !interned(x)
                    && !interned(y)
                    && (x.tag == y.tag || streams)
                    && x.is_union == y.is_union
                    && (x.fields.is_none() || y.fields.is_none() || x.size == y.size)
            }
            (Kind::Function(f), Kind::Function(g)) => self.compatible_functions(f, g, strict),
            _ => false,
        }
    }

    fn compatible_functions(&self, f: &FnTy, g: &FnTy, strict: bool) -> bool {
        if !self.compatible_with(f.result.ty, g.result.ty, strict) {
            return false;
        }
        if !f.prototype || !g.prototype {
            return true;
        }
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params
                .iter()
                .zip(&g.params)
                .all(|(&x, &y)| self.compatible_with(x, y, strict))
    }

    /// Returns whether two types of functions differ at most in the types to which their parameters and results point. A
    /// call passes the same values with both types.
    pub(crate) fn alike_to_callers(&self, a: Ty, b: Ty) -> bool {
        let (Some(f), Some(g)) = (self.as_function(a), self.as_function(b)) else {
            return false;
        };
        let alike = |x, y| self.compatible(x, y) || (self.is_pointer(x) && self.is_pointer(y));
        let mut params = f.params.iter().zip(&g.params);
        f.prototype
            && g.prototype
            && f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && alike(f.result.ty, g.result.ty)
            && params.all(|(&x, &y)| alike(x, y))
    }

    /// Returns the composite type of two compatible types.
    pub(crate) fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        match (self.kind(a).clone(), self.kind(b).clone()) {
            (Kind::Array(x, m), Kind::Array(y, n)) => {
                let elem = self.composite(x.ty, y.ty);
                let len = match (m, n) {
                    (Len::Fixed(_), _) => m,
                    (_, Len::Fixed(_)) | (Len::Unknown, _) => n,
                    _ => m,
                };
                let elem = QTy { ty: elem, ..x };
                self.array_of(elem, len)
            }
            (Kind::Function(f), Kind::Function(g)) => match (f.prototype, g.prototype) {
                (true, true) => self.composite_functions(&f, &g),
                (true, false) | (false, false) => a,
                (false, true) => b,
            },
            // A record may be incomplete in one translation unit and have members in another unit. The composite type
            // has the members.
            (Kind::Record(x), Kind::Record(y)) => {
                match (&self.record(x).fields, &self.record(y).fields) {
                    (None, Some(_)) => b,
                    _ => a,
                }
            }
            (Kind::Pointer(x), Kind::Pointer(y)) => {
                let to = self.composite(x.ty, y.ty);
                self.pointer_to(QTy { ty: to, ..x })
            }
            _ => a,
        }
    }
}

impl Types {
    fn composite_functions(&mut self, f: &FnTy, g: &FnTy) -> Ty {
        let result = QTy {
            ty: self.composite(f.result.ty, g.result.ty),
            ..f.result
        };
        let params = f.params.iter().zip(&g.params);
        let params = params.map(|(&x, &y)| self.composite(x, y)).collect();
        self.function(FnTy {
            result,
            params,
            ..f.clone()
        })
    }
}

/// Returns whether a structure tag is that of the type `FILE`. symtool's C code for library functions (the library
/// models) defines `FILE` with the layout of glibc. Therefore this definition and that in glibc's headers have the same
/// size, which compatible records need.
fn is_stream(tag: Option<&str>) -> bool {
    tag.is_some_and(|tag| tag == "_IO_FILE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unprototyped_functions_are_compatible_with_all() {
        let mut types = Types::new();
        let int = types.int();
        let open = types.function(FnTy {
            result: int.into(),
            params: vec![],
            variadic: false,
            prototype: false,
        });
        let one = types.function(FnTy {
            result: int.into(),
            params: vec![int],
            variadic: false,
            prototype: true,
        });
        assert!(types.compatible(open, one));
        assert_eq!(types.composite(open, one), one);
        assert!(!types.compatible(one, int));
    }
}

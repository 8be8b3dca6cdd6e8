//! When two declarations may mean one thing (C11 6.2.7), and what they say together.
use super::{FnTy, Kind, Len, QTy, Ty, Types};

impl Types {
    /// C's compatible types (6.2.7), qualifiers aside at the top. Records of different translation units are
    /// compatible when tag and size agree.
    pub(crate) fn compatible(&self, a: Ty, b: Ty) -> bool {
        self.alike(a, b, false)
    }

    /// The same with the qualifiers of what is pointed to counted, for those who choose by type.
    pub(crate) fn strictly_compatible(&self, a: Ty, b: Ty) -> bool {
        self.alike(a, b, true)
    }

    fn alike(&self, a: Ty, b: Ty, strict: bool) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Pointer(x), Kind::Pointer(y)) => {
                let quals = self.effective_quals(*x) == self.effective_quals(*y);
                (quals || !strict) && self.alike(x.ty, y.ty, strict)
            }
            (Kind::Array(x, m), Kind::Array(y, n)) => {
                let lengths = match (m, n) {
                    (Len::Fixed(m), Len::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.alike(x.ty, y.ty, strict)
            }
            (Kind::Enum(_), Kind::Int(k)) => self.int_kind(a) == Some(*k),
            (Kind::Int(k), Kind::Enum(_)) => self.int_kind(b) == Some(*k),
            // Each definition is a type of its own within a unit, and only within a unit is one chosen by type.
            (Kind::Enum(_), Kind::Enum(_)) | (Kind::Record(_), Kind::Record(_)) if strict => false,
            (Kind::Enum(x), Kind::Enum(y)) => {
                let (x, y) = (&self.enums[x.0 as usize], &self.enums[y.0 as usize]);
                x.tag == y.tag && x.repr == y.repr
            }
            (Kind::Record(x), Kind::Record(y)) => {
                let (x, y) = (self.record(*x), self.record(*y));
                // Equal complex types have one record, so these are different.
                let complex = x.complex.is_some() || y.complex.is_some();
                let streams = is_stream(x.tag.as_deref()) && is_stream(y.tag.as_deref());
                !complex
                    && (x.tag == y.tag || streams)
                    && x.is_union == y.is_union
                    && (x.fields.is_none() || y.fields.is_none() || x.size == y.size)
            }
            (Kind::Function(f), Kind::Function(g)) => self.alike_functions(f, g, strict),
            _ => false,
        }
    }

    fn alike_functions(&self, f: &FnTy, g: &FnTy, strict: bool) -> bool {
        if !self.alike(f.result.ty, g.result.ty, strict) {
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
                .all(|(&x, &y)| self.alike(x, y, strict))
    }

    /// The composite of two compatible types: what both declarations together say.
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
            (Kind::Function(f), Kind::Function(g)) => {
                if f.prototype || !g.prototype {
                    a
                } else {
                    b
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

/// The tag of `FILE` in glibc's headers. Units of the program see no more of it than its name: the streams of the
/// library models are laid out in their own way.
pub(crate) const HOST_STREAM: &str = "_IO_FILE";

/// Is this the tag of `FILE`, in our headers or the host's?
fn is_stream(tag: Option<&str>) -> bool {
    tag.is_some_and(|tag| tag == HOST_STREAM || tag == "__symtool_file")
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

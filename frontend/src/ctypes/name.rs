//! Prints C types in C syntax, for messages.
use super::{Kind, Len, QTy, Quals, Types};
use std::fmt::Write as _;

impl Types {
    /// Returns the type in C syntax.
    pub(crate) fn name(&self, qty: impl Into<QTy>) -> String {
        self.declare(qty.into(), String::new())
    }

    fn declare(&self, qty: QTy, inner: String) -> String {
        let spaced = |base: &str, inner: String| {
            if inner.is_empty() || inner.starts_with('[') {
                format!("{base}{inner}")
            } else {
                format!("{base} {inner}")
            }
        };
        match self.kind(qty.ty) {
            Kind::Pointer(to) => {
                let mut text = format!("*{}", qualifiers(qty.quals).trim_end());
                if text.len() > 1 && !inner.is_empty() {
                    text.push(' ');
                }
                text.push_str(&inner);
                if self.is_array(to.ty) || self.is_function(to.ty) {
                    text = format!("({text})");
                }
                self.declare(*to, text)
            }
            Kind::Array(elem, len) => {
                let len = match len {
                    Len::Fixed(n) => n.to_string(),
                    Len::Unknown => String::new(),
                    Len::Vla(_) | Len::Star => "*".to_owned(),
                };
                self.declare(*elem, format!("{inner}[{len}]"))
            }
            Kind::Function(f) => {
                let mut params: Vec<String> = f.params.iter().map(|&p| self.name(p)).collect();
                if f.variadic {
                    params.push("...".to_owned());
                }
                if params.is_empty() && f.prototype {
                    params.push("void".to_owned());
                }
                self.declare(f.result, format!("{inner}({})", params.join(", ")))
            }
            kind => {
                let mut base = qualifiers(qty.quals);
                base.push_str(&self.base_name(kind));
                spaced(&base, inner)
            }
        }
    }

    fn base_name(&self, kind: &Kind) -> String {
        match kind {
            Kind::Void => "void".to_owned(),
            Kind::Bool => "_Bool".to_owned(),
            Kind::Int(kind) => kind.name().to_owned(),
            Kind::Precise(kind, bits) => format!("{}:{bits}", kind.name()),
            Kind::Float => "float".to_owned(),
            Kind::Double => "double".to_owned(),
            Kind::LongDouble => "long double".to_owned(),
            Kind::Record(id) => {
                let record = self.record(*id);
                if let Some(part) = record.complex {
                    return format!("_Complex {}", self.name(part));
                }
                if let Some(vector) = record.vector {
                    return format!("__vector({}) {}", vector.lanes, self.name(vector.elem));
                }
                let mut text = if record.is_union { "union" } else { "struct" }.to_owned();
                let _ = write!(text, " {}", record.tag.as_deref().unwrap_or("<unnamed>"));
                text
            }
            Kind::Enum(id) => {
                let tag = &self.enums[id.0 as usize].tag;
                format!("enum {}", tag.as_deref().unwrap_or("<unnamed>"))
            }
            // [`Types::declare`], which calls this function, prints pointers, arrays and functions itself.
            Kind::Pointer(_) | Kind::Array(..) | Kind::Function(_) => String::new(),
        }
    }
}

fn qualifiers(quals: Quals) -> String {
    let mut text = String::new();
    for (bit, name) in [
        (Quals::CONST, "const "),
        (Quals::VOLATILE, "volatile "),
        (Quals::RESTRICT, "restrict "),
    ] {
        if quals.has(bit) {
            text.push_str(name);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctypes::FnTy;

    #[test]
    fn names_read_as_declarations() {
        let mut types = Types::new();
        let int = types.int();
        let char = types.char();
        let const_char = types.pointer_to(QTy::from(char).with(Quals::CONST));
        assert_eq!(types.name(const_char), "const char *");
        let array = types.array_of(const_char.into(), Len::Fixed(3));
        assert_eq!(types.name(array), "const char *[3]");
        let to_array = types.pointer_to(array);
        assert_eq!(types.name(to_array), "const char *(*)[3]");
        let function = types.function(FnTy {
            result: int.into(),
            params: vec![const_char],
            variadic: true,
            prototype: true,
        });
        let pointer = types.pointer_to(function);
        assert_eq!(types.name(pointer), "int (*)(const char *, ...)");
    }
}

//! Checks calls of fortified library functions (`__builtin___memcpy_chk`). Each call becomes a call of the plain
//! function (`memcpy`). The fortified function would also check the size of the object, but symtool checks every access
//! to memory anyway.
use super::Args;
use crate::check::Checker;
use crate::program::Checked;
use crate::scope::Name;
use crate::typed::{Expr, ExprKind};
use lang_c::span::Span;

/// The fortified functions: the name between `__` and `_chk`, and the indices of the arguments that the plain
/// function does not have.
const CHECKED: &[(&str, &[usize])] = &[
    ("memcpy", &[3]),
    ("memmove", &[3]),
    ("mempcpy", &[3]),
    ("memset", &[3]),
    ("strcpy", &[2]),
    ("stpcpy", &[2]),
    ("strcat", &[2]),
    ("strncpy", &[3]),
    ("stpncpy", &[3]),
    ("strncat", &[3]),
    ("sprintf", &[1, 2]),
    ("snprintf", &[2, 3]),
    ("vsprintf", &[1, 2]),
    ("vsnprintf", &[2, 3]),
    ("printf", &[0]),
    ("vprintf", &[0]),
    ("fprintf", &[1]),
    ("vfprintf", &[1]),
];

impl Checker<'_> {
    /// Checks a call of a fortified function. `name` is given without `__builtin_`. Returns `None` if no
    /// fortified function has this name.
    pub(super) fn fortified_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
        let (plain, extra) = CHECKED.iter().find(|(known, _)| *known == plain)?;
        let (mut kept, mut left_out) = (Vec::new(), Vec::new());
        for (index, node) in args.iter().enumerate() {
            match extra.contains(&index) {
                true => left_out.push(node.clone()),
                false => kept.push(node.clone()),
            }
        }
        let call = self.call_known(plain, &kept, span);
        Some(call.and_then(|call| self.prepend_effects(&left_out, call)))
    }

    /// Checks a call of the library function `name`, which need not be declared if the compiler knows it.
    pub(super) fn call_known(&mut self, name: &str, args: Args<'_>, span: Span) -> Checked<Expr> {
        let id = match self.scopes.find_at_file_level(name) {
            Some(Name::Symbol(id)) => Some(*id),
            _ => self.declare_builtin(name, span),
        };
        let Some(id) = id else {
            let message = format!("`{name}` is not declared as a function");
            return Err(self.error(span, "undeclared", message));
        };
        self.note_use(id, span);
        let ty = self.program.symbol(id).ty;
        let callee = Expr::new(ExprKind::Symbol(id), ty, span);
        let pointer = self.program.types.pointer_to(ty);
        let callee = Expr::new(ExprKind::Decay(Box::new(callee)), pointer, span);
        let mut values = Vec::new();
        for node in args {
            values.push(self.value(node)?);
        }
        let shown = format!("`{name}`");
        self.finish_call(callee, ty, values, args, None, &shown, span)
    }
}

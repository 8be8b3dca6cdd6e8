//! Checks that a call fits the called function, if the engine implements the function.
//!
//! A program may declare such a function with a type that differs from the type of the engine's implementation.
//! Integers and pointers are then converted to each other. A call that passes or expects a value of another class (such
//! as a floating-point number instead of an integer) is an error, which is reported at the call.
use crate::lower::Lowerer;
use crate::lower::classes::Class;
use crate::requests::Request;
use crate::typed::{Call, Expr};
use symtool_ir::Type;
use symtool_ir::intrinsic::ResultType;
use symtool_ir::math::MathFunction;
use symtool_ir::own::FUNCTIONS;

/// The type of one parameter of a function that the engine implements.
#[derive(Copy, Clone, Debug)]
enum Param {
    /// A type of the given class.
    Of(Class),
    /// Any type but a record.
    Scalar,
}

/// The parameter and result types of a function that the engine implements.
struct Shape {
    params: Vec<Param>,
    /// The number of parameters for which a call must pass an argument; further parameters are optional.
    required: usize,
    /// The class of the result; `None` permits any class.
    result: Option<Class>,
}

impl Shape {
    fn new(params: Vec<Param>, result: Class) -> Shape {
        Shape {
            required: params.len(),
            params,
            result: Some(result),
        }
    }
}

impl Lowerer<'_, '_> {
    /// Returns whether the arguments and the result of a call convert to the types of the engine's
    /// implementation; otherwise reports an error.
    pub(super) fn fits_library(&mut self, request: Request, call: &Call, expr: &Expr) -> bool {
        let Some(name) = call.callee.called_symbol() else {
            return false;
        };
        let name = &self.cx.program.symbol(name).name;
        let shape = shape(request, name);
        let Some((place, message)) = self.misfit(&shape, name, call, expr) else {
            return true;
        };
        let declared = self.types().name(call.ty);
        let message = format!("`{name}` is declared as `{declared}`: {message}");
        self.problem_of("type", place, message);
        false
    }

    fn misfit(
        &self,
        shape: &Shape,
        name: &str,
        call: &Call,
        expr: &Expr,
    ) -> Option<(lang_c::span::Span, String)> {
        if call.args.len() < shape.required {
            let (required, given) = (shape.required, call.args.len());
            let message = format!("the library function takes {required} arguments, found {given}");
            return Some((expr.span, message));
        }
        for (index, (arg, &param)) in call.args.iter().zip(&shape.params).enumerate() {
            let found = self.class(arg.ty());
            let wanted = match param {
                Param::Of(class) if class == found => continue,
                Param::Scalar if found != Class::Record => continue,
                Param::Of(class) => class.describe(),
                Param::Scalar => "a scalar",
            };
            let (nth, found) = (index + 1, self.types().name(arg.ty()));
            let message = format!("argument {nth} must be {wanted}, found `{found}`");
            return Some((arg.span, message));
        }
        let declared = self.class(expr.ty());
        let result = shape.result?;
        let returned = (!result.serves(declared))
            .then(|| format!("`{name}` of the library returns {}", result.describe()))?;
        Some((expr.span, returned))
    }
}

/// Returns the parameter and result types of a function that the engine implements.
fn shape(request: Request, name: &str) -> Shape {
    let word = Param::Of(Class::Word);
    match request {
        Request::MakeSymbolic => Shape::new(vec![word; 2], Class::Nothing),
        Request::Assume | Request::AssertFirst => Shape::new(vec![Param::Scalar], Class::Nothing),
        Request::AssertWithText => Shape::new(vec![Param::Scalar, word], Class::Nothing),
        Request::Exit(_) | Request::End(_) => Shape {
            required: 0,
            ..Shape::new(vec![word], Class::Nothing)
        },
        Request::Abort | Request::Fail(..) | Request::Unsupported | Request::Rounded => {
            Shape::new(Vec::new(), Class::Nothing)
        }
        Request::Setjmp => Shape::new(vec![word], Class::Word),
        Request::Longjmp => Shape::new(vec![word; 2], Class::Nothing),
        Request::Plain(intrinsic) => intrinsic_shape(intrinsic),
        Request::Realloc => intrinsic_shape(symtool_ir::Intrinsic::Realloc),
        Request::Alloca => Shape::new(vec![word], Class::Word),
        Request::AlignedAlloc => Shape::new(vec![word; 2], Class::Word),
        Request::PosixMemalign | Request::Memcpy | Request::Memmove | Request::Memset => {
            Shape::new(vec![word; 3], Class::Word)
        }
        Request::Operator(_) => {
            let class = match name.strip_suffix('f') {
                Some(_) => Class::Float,
                None => Class::Double,
            };
            Shape::new(vec![Param::Of(class)], class)
        }
        Request::Math => match MathFunction::named(name) {
            Some(function) => {
                let class = Class::of(function.ty);
                Shape::new(vec![Param::Of(class); function.arity()], class)
            }
            None => Shape::new(Vec::new(), Class::Nothing),
        },
        Request::Own => match FUNCTIONS.find(name) {
            Some(function) => {
                let params = function.params.iter();
                let params = params.map(|&ty| Param::Of(Class::of(ty))).collect();
                Shape::new(params, Class::of(function.result))
            }
            None => Shape::new(Vec::new(), Class::Nothing),
        },
        Request::Nondet => Shape {
            params: Vec::new(),
            required: 0,
            result: None,
        },
    }
}

fn intrinsic_shape(intrinsic: symtool_ir::Intrinsic) -> Shape {
    let info = intrinsic.info();
    let param = |ty: Option<Type>| ty.map_or(Param::Scalar, |ty| Param::Of(Class::of(ty)));
    let params: Vec<Param> = info.params.iter().map(|p| param(p.ty)).collect();
    Shape {
        required: params.len(),
        params,
        result: match info.result {
            ResultType::Nothing => Some(Class::Nothing),
            ResultType::Fixed(ty) => Some(Class::of(ty)),
            ResultType::Any | ResultType::AnyOrNothing | ResultType::FirstArg => None,
        },
    }
}

//! The mathematical functions of C without an exact operator in the IR: sine, logarithm, power and the like.
//!
//! For `double` and `float`, the results are those of the host's C library, bit for bit: a program prints the same text
//! as when it is compiled for the host. Each row of the table `FAMILIES` is a family of functions with up to three C
//! names. The suffix of a name decides the precision: `sin` computes with `f64`, and `sinf` with `f32`. `sinl` also
//! computes with `f64`, because symtool computes `long double` as `double`.
use crate::bits::Bits;
use crate::types::Type;

mod host;

/// The implementation of a family of functions. The variant is the number of operands; it contains the host's function
/// for doubles, followed by the host's function for floats.
#[derive(Copy, Clone)]
enum Compute {
    One(extern "C" fn(f64) -> f64, extern "C" fn(f32) -> f32),
    Two(
        extern "C" fn(f64, f64) -> f64,
        extern "C" fn(f32, f32) -> f32,
    ),
    Three(
        extern "C" fn(f64, f64, f64) -> f64,
        extern "C" fn(f32, f32, f32) -> f32,
    ),
}

macro_rules! families {
    ($($kind:ident $double:ident $single:ident;)*) => {
        /// The families of functions: the C name of the variant for doubles, and the implementations for double and
        /// float.
        static FAMILIES: &[(&str, Compute)] =
            &[$((stringify!($double), Compute::$kind(host::$double, host::$single)),)*];
    };
}

families! {
    One acos acosf;
    One acosh acoshf;
    One asin asinf;
    One asinh asinhf;
    One atan atanf;
    One atanh atanhf;
    One cbrt cbrtf;
    One cos cosf;
    One cosh coshf;
    One erf erff;
    One erfc erfcf;
    One exp expf;
    One exp2 exp2f;
    One exp10 exp10f;
    One expm1 expm1f;
    One lgamma lgammaf;
    One log logf;
    One log10 log10f;
    One log1p log1pf;
    One log2 log2f;
    One sin sinf;
    One sinh sinhf;
    One tan tanf;
    One tanh tanhf;
    One tgamma tgammaf;
    Two atan2 atan2f;
    Two hypot hypotf;
    Two pow powf;
    Three fma fmaf;
}

/// A mathematical function of C, for one floating-point type.
#[derive(Copy, Clone)]
pub struct MathFunction {
    compute: Compute,
    /// The type of the operands and the result: `f32` or `f64`.
    pub ty: Type,
}

impl MathFunction {
    /// Returns the function with the C name `name`, which is a variant for double, float (suffix `f`) or long double
    /// (suffix `l`); `None` if no family has a function of this name.
    pub fn named(name: &str) -> Option<MathFunction> {
        let family = |name: &str| {
            let row = FAMILIES.iter().find(|(known, _)| *known == name);
            row.map(|&(_, compute)| compute)
        };
        let variant = |suffix: char| name.strip_suffix(suffix).and_then(family);
        let (compute, ty) = match family(name).or_else(|| variant('l')) {
            Some(compute) => (compute, Type::F64),
            None => (variant('f')?, Type::F32),
        };
        Some(MathFunction { compute, ty })
    }

    /// Returns the number of operands.
    pub fn arity(self) -> usize {
        match self.compute {
            Compute::One(..) => 1,
            Compute::Two(..) => 2,
            Compute::Three(..) => 3,
        }
    }

    /// Returns the value of the function on `args`; `None` if the number or widths of the arguments are wrong.
    pub fn eval(self, args: &[Bits]) -> Option<Bits> {
        let width = self.ty.bits();
        if args.len() != self.arity() || args.iter().any(|a| a.width() != width) {
            return None;
        }
        let bits = if self.ty == Type::F32 {
            let x = |i: usize| f32::from_bits(args[i].low_u64() as u32);
            let value = match self.compute {
                Compute::One(_, f) => f(x(0)),
                Compute::Two(_, f) => f(x(0), x(1)),
                Compute::Three(_, f) => f(x(0), x(1), x(2)),
            };
            u64::from(value.to_bits())
        } else {
            let x = |i: usize| f64::from_bits(args[i].low_u64());
            let value = match self.compute {
                Compute::One(f, _) => f(x(0)),
                Compute::Two(f, _) => f(x(0), x(1)),
                Compute::Three(f, _) => f(x(0), x(1), x(2)),
            };
            value.to_bits()
        };
        Some(Bits::new(width, u128::from(bits)))
    }
}

/// Returns the C names of the functions for `double`, such as `sin` (not `sinf`), in the order of `FAMILIES`.
pub fn math_functions() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(x: f64) -> Bits {
        Bits::new(64, x.to_bits().into())
    }

    #[test]
    fn each_name_finds_its_own_function() {
        let at = |name: &str, x: f64| MathFunction::named(name)?.eval(&[double(x)]);
        assert_eq!(at("sin", 0.5), Some(double(0.5f64.sin())));
        assert_eq!(at("sinl", 0.5), Some(double(0.5f64.sin())));
        assert_eq!(at("erf", 0.0), Some(double(0.0)));
        assert_eq!(at("erff", 0.0), None, "a double for a float");
        assert!(MathFunction::named("floor").is_none());
        for name in math_functions() {
            for (suffix, ty) in [("", Type::F64), ("f", Type::F32), ("l", Type::F64)] {
                let found = MathFunction::named(&format!("{name}{suffix}"));
                assert_eq!(found.map(|f| f.ty), Some(ty), "{name}{suffix}");
            }
        }
    }

    #[test]
    fn operands_of_another_number_or_width_are_refused() {
        let pow = MathFunction::named("pow").expect("a row");
        assert_eq!(pow.eval(&[double(2.0)]), None);
        assert_eq!(pow.eval(&[double(2.0), Bits::new(32, 0)]), None);
        assert_eq!(pow.eval(&[double(2.0), double(10.0)]), Some(double(1024.0)));
    }
}

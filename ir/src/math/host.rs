//! Declarations of the host's C library. All declared functions take and return plain numbers and can be called with
//! any arguments, so they are declared `safe`. The function `lgamma` also writes a global variable of the library, but
//! symtool never reads this variable.
#![allow(unsafe_code)]

unsafe extern "C" {
    pub(super) safe fn acos(x: f64) -> f64;
    pub(super) safe fn acosf(x: f32) -> f32;
    pub(super) safe fn acosh(x: f64) -> f64;
    pub(super) safe fn acoshf(x: f32) -> f32;
    pub(super) safe fn asin(x: f64) -> f64;
    pub(super) safe fn asinf(x: f32) -> f32;
    pub(super) safe fn asinh(x: f64) -> f64;
    pub(super) safe fn asinhf(x: f32) -> f32;
    pub(super) safe fn atan(x: f64) -> f64;
    pub(super) safe fn atanf(x: f32) -> f32;
    pub(super) safe fn atanh(x: f64) -> f64;
    pub(super) safe fn atanhf(x: f32) -> f32;
    // The linker may resolve the name `cbrt` to Rust's own function, which rounds better than the C library's. The
    // name used here exists in the C library only.
    #[cfg_attr(target_env = "gnu", link_name = "cbrtf64")]
    pub(super) safe fn cbrt(x: f64) -> f64;
    #[cfg_attr(target_env = "gnu", link_name = "cbrtf32")]
    pub(super) safe fn cbrtf(x: f32) -> f32;
    pub(super) safe fn cos(x: f64) -> f64;
    pub(super) safe fn cosf(x: f32) -> f32;
    pub(super) safe fn cosh(x: f64) -> f64;
    pub(super) safe fn coshf(x: f32) -> f32;
    pub(super) safe fn erf(x: f64) -> f64;
    pub(super) safe fn erff(x: f32) -> f32;
    pub(super) safe fn erfc(x: f64) -> f64;
    pub(super) safe fn erfcf(x: f32) -> f32;
    pub(super) safe fn exp(x: f64) -> f64;
    pub(super) safe fn expf(x: f32) -> f32;
    pub(super) safe fn exp2(x: f64) -> f64;
    pub(super) safe fn exp2f(x: f32) -> f32;
    pub(super) safe fn exp10(x: f64) -> f64;
    pub(super) safe fn exp10f(x: f32) -> f32;
    pub(super) safe fn expm1(x: f64) -> f64;
    pub(super) safe fn expm1f(x: f32) -> f32;
    pub(super) safe fn lgamma(x: f64) -> f64;
    pub(super) safe fn lgammaf(x: f32) -> f32;
    pub(super) safe fn log(x: f64) -> f64;
    pub(super) safe fn logf(x: f32) -> f32;
    pub(super) safe fn log10(x: f64) -> f64;
    pub(super) safe fn log10f(x: f32) -> f32;
    pub(super) safe fn log1p(x: f64) -> f64;
    pub(super) safe fn log1pf(x: f32) -> f32;
    pub(super) safe fn log2(x: f64) -> f64;
    pub(super) safe fn log2f(x: f32) -> f32;
    pub(super) safe fn sin(x: f64) -> f64;
    pub(super) safe fn sinf(x: f32) -> f32;
    pub(super) safe fn sinh(x: f64) -> f64;
    pub(super) safe fn sinhf(x: f32) -> f32;
    pub(super) safe fn tan(x: f64) -> f64;
    pub(super) safe fn tanf(x: f32) -> f32;
    pub(super) safe fn tanh(x: f64) -> f64;
    pub(super) safe fn tanhf(x: f32) -> f32;
    pub(super) safe fn tgamma(x: f64) -> f64;
    pub(super) safe fn tgammaf(x: f32) -> f32;
    pub(super) safe fn atan2(x: f64, y: f64) -> f64;
    pub(super) safe fn atan2f(x: f32, y: f32) -> f32;
    pub(super) safe fn hypot(x: f64, y: f64) -> f64;
    pub(super) safe fn hypotf(x: f32, y: f32) -> f32;
    pub(super) safe fn pow(x: f64, y: f64) -> f64;
    pub(super) safe fn powf(x: f32, y: f32) -> f32;
    pub(super) safe fn fma(x: f64, y: f64, z: f64) -> f64;
    pub(super) safe fn fmaf(x: f32, y: f32, z: f32) -> f32;
}

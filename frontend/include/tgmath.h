/* Type-generic mathematics (C11 7.25): functions of math.h for any real type, and the parts of complex numbers. */
#ifndef _SYMTOOL_TGMATH_H
#define _SYMTOOL_TGMATH_H

#include <complex.h>
#include <math.h>

/* Functions of complex numbers are not provided: a call with a complex argument is an error. */
#define __SYMTOOL_NO_COMPLEX float _Complex: (void)0, double _Complex: (void)0, long double _Complex: (void)0
#define __SYMTOOL_REAL(x, name)                                                                    \
    _Generic((x), float: name##f, long double: name##l, __SYMTOOL_NO_COMPLEX, default: name)
#define __SYMTOOL_REAL1(name, x) __SYMTOOL_REAL(x, name)(x)
/* An integer argument selects the double function. */
#define __SYMTOOL_FLOAT(x, name) _Generic((x), float: name##f, default: name)
#define __SYMTOOL_REAL2(name, x, y)                                                                \
    _Generic((x) + (y),                                                                            \
        float: _Generic((x), float: __SYMTOOL_FLOAT(y, name), default: name),                      \
        long double: name##l,                                                                      \
        __SYMTOOL_NO_COMPLEX,                                                                      \
        default: name)(x, y)
#define __SYMTOOL_COMPLEX(name, x)                                                                 \
    _Generic((x),                                                                                  \
        float: name##f,                                                                            \
        float _Complex: name##f,                                                                   \
        long double: name##l,                                                                      \
        long double _Complex: name##l,                                                             \
        default: name)(x)

#define creal(x) __SYMTOOL_COMPLEX(creal, x)
#define cimag(x) __SYMTOOL_COMPLEX(cimag, x)
#define conj(x) __SYMTOOL_COMPLEX(conj, x)
#define acos(x) __SYMTOOL_REAL1(acos, x)
#define asin(x) __SYMTOOL_REAL1(asin, x)
#define atan(x) __SYMTOOL_REAL1(atan, x)
#define acosh(x) __SYMTOOL_REAL1(acosh, x)
#define asinh(x) __SYMTOOL_REAL1(asinh, x)
#define atanh(x) __SYMTOOL_REAL1(atanh, x)
#define cos(x) __SYMTOOL_REAL1(cos, x)
#define sin(x) __SYMTOOL_REAL1(sin, x)
#define tan(x) __SYMTOOL_REAL1(tan, x)
#define cosh(x) __SYMTOOL_REAL1(cosh, x)
#define sinh(x) __SYMTOOL_REAL1(sinh, x)
#define tanh(x) __SYMTOOL_REAL1(tanh, x)
#define exp(x) __SYMTOOL_REAL1(exp, x)
#define exp2(x) __SYMTOOL_REAL1(exp2, x)
#define expm1(x) __SYMTOOL_REAL1(expm1, x)
#define log(x) __SYMTOOL_REAL1(log, x)
#define log10(x) __SYMTOOL_REAL1(log10, x)
#define log1p(x) __SYMTOOL_REAL1(log1p, x)
#define log2(x) __SYMTOOL_REAL1(log2, x)
#define logb(x) __SYMTOOL_REAL1(logb, x)
#define sqrt(x) __SYMTOOL_REAL1(sqrt, x)
#define cbrt(x) __SYMTOOL_REAL1(cbrt, x)
#define fabs(x) __SYMTOOL_REAL1(fabs, x)
#define erf(x) __SYMTOOL_REAL1(erf, x)
#define erfc(x) __SYMTOOL_REAL1(erfc, x)
#define lgamma(x) __SYMTOOL_REAL1(lgamma, x)
#define tgamma(x) __SYMTOOL_REAL1(tgamma, x)
#define ceil(x) __SYMTOOL_REAL1(ceil, x)
#define floor(x) __SYMTOOL_REAL1(floor, x)
#define nearbyint(x) __SYMTOOL_REAL1(nearbyint, x)
#define rint(x) __SYMTOOL_REAL1(rint, x)
#define round(x) __SYMTOOL_REAL1(round, x)
#define trunc(x) __SYMTOOL_REAL1(trunc, x)
#define ilogb(x) __SYMTOOL_REAL1(ilogb, x)
#define lrint(x) __SYMTOOL_REAL1(lrint, x)
#define llrint(x) __SYMTOOL_REAL1(llrint, x)
#define lround(x) __SYMTOOL_REAL1(lround, x)
#define llround(x) __SYMTOOL_REAL1(llround, x)
#define pow(x, y) __SYMTOOL_REAL2(pow, x, y)
#define atan2(x, y) __SYMTOOL_REAL2(atan2, x, y)
#define hypot(x, y) __SYMTOOL_REAL2(hypot, x, y)
#define fmod(x, y) __SYMTOOL_REAL2(fmod, x, y)
#define remainder(x, y) __SYMTOOL_REAL2(remainder, x, y)
#define copysign(x, y) __SYMTOOL_REAL2(copysign, x, y)
#define nextafter(x, y) __SYMTOOL_REAL2(nextafter, x, y)
#define fdim(x, y) __SYMTOOL_REAL2(fdim, x, y)
#define fmax(x, y) __SYMTOOL_REAL2(fmax, x, y)
#define fmin(x, y) __SYMTOOL_REAL2(fmin, x, y)
#define frexp(x, e) __SYMTOOL_REAL(x, frexp)(x, e)
#define ldexp(x, n) __SYMTOOL_REAL(x, ldexp)(x, n)
#define scalbn(x, n) __SYMTOOL_REAL(x, scalbn)(x, n)

#endif

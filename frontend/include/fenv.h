/* The floating-point environment (C11 7.6): the rounding mode is always to nearest. */
#ifndef _SYMTOOL_FENV_H
#define _SYMTOOL_FENV_H

typedef unsigned short fexcept_t;
typedef struct {
    unsigned __words[8];
} fenv_t;

#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_DFL_ENV ((const fenv_t *)-1)

int fegetround(void);
int fesetround(int mode);
int feclearexcept(int which);
int fetestexcept(int which);
int feraiseexcept(int which);
int fegetenv(fenv_t *to);
int fesetenv(const fenv_t *from);
int feholdexcept(fenv_t *to);
int feupdateenv(const fenv_t *from);

#endif

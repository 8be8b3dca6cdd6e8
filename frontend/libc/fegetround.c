/* fegetround, fesetround and the exceptions of fenv.h (C11 7.6): rounds to nearest only; exceptions are not recorded. */
void __symtool_unsupported(const char *what);

int fegetround(void)
{
    return 0;
}

int fesetround(int mode)
{
    if (mode != 0)
        __symtool_unsupported("a rounding mode other than to nearest");
    return mode != 0;
}

int feclearexcept(int which)
{
    (void)which;
    return 0;
}

int fetestexcept(int which)
{
    if (which != 0)
        __symtool_unsupported("the floating-point exceptions that were raised");
    return 0;
}

int feraiseexcept(int which)
{
    (void)which;
    return 0;
}

int fegetenv(void *to)
{
    (void)to;
    return 0;
}

int fesetenv(const void *from)
{
    (void)from;
    return 0;
}

int feholdexcept(void *to)
{
    (void)to;
    return 0;
}

int feupdateenv(const void *from)
{
    (void)from;
    return 0;
}

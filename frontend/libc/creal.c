/* creal, cimag, conj and their relatives (C11 7.3.9): real part, imaginary part and conjugate of a complex number. */
double creal(double _Complex z)
{
    return __real__ z;
}

float crealf(float _Complex z)
{
    return __real__ z;
}

long double creall(long double _Complex z)
{
    return __real__ z;
}

double cimag(double _Complex z)
{
    return __imag__ z;
}

float cimagf(float _Complex z)
{
    return __imag__ z;
}

long double cimagl(long double _Complex z)
{
    return __imag__ z;
}

double _Complex conj(double _Complex z)
{
    return ~z;
}

float _Complex conjf(float _Complex z)
{
    return ~z;
}

long double _Complex conjl(long double _Complex z)
{
    return ~z;
}

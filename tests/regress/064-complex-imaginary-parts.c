// `__real__` and `__imag__` are lvalues.
// gcc: same
#include <stdio.h>
int main(void) {
    double _Complex z = 1.5 + 2.0i;
    __imag__ z += 1;
    printf("%g %g\n", __real__ z, __imag__ z);
    return 0;
}

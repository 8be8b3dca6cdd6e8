/* A comparison of floats. */
#include "klee/klee.h"
int main(void) {
    float x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    int inside = 0;
    if (x * x + y * y < 2.0f * x * y - 0.25f) { /* guilty */
        inside = 1;
    }
    return inside;
}

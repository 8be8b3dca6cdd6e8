/*
 * Classifies SIZE quadratic polynomials a x^2 + b x + c by the number of their real roots.
 *
 * Branches: whether a coefficient is in range, whether the polynomial is linear, and the sign of its discriminant.
 * VERIFY:   a polynomial whose coefficients a and c have different signs has two roots.
 */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 1
#endif

static int in_range(float value)
{
    return value >= -100.0f && value <= 100.0f;
}

static int roots(float a, float b, float c)
{
    if (a == 0.0f)
        return b == 0.0f ? 0 : 1;
    float discriminant = b * b - 4.0f * a * c;
    if (discriminant < 0.0f)
        return 0;
    return discriminant == 0.0f ? 1 : 2;
}

int main(void)
{
    float a[SIZE], c[SIZE];
    signed char b[SIZE];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    klee_make_symbolic(c, sizeof c, "c");

    int sum = 0;
    for (int i = 0; i < SIZE; i++) {
        if (!in_range(a[i]) || !in_range(c[i]))
            return 0;
        int count = roots(a[i], b[i], c[i]);
#ifdef VERIFY
        if (a[i] <= -1.0f && c[i] >= 1.0f)
            klee_assert(count == 2);
#endif
        sum += count;
    }
    return sum;
}

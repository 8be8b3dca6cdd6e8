/* Floating point: arithmetic, conversions in both directions, comparisons. */
#include <stdio.h>
static float half(float x) { return x / 2; }
static double mix(float f, int i, unsigned long l) { return f * i + l; }
int main(void) {
    double d = 1e10, nan = 0.0 / 0.0, inf = 1 / 0.0;
    float f = 0.1f;
    printf("%.10f %.10f %.3e\n", f * 3, f * 3.0, d * d);
    printf("%d %u %ld %d\n", (int)3.99, (unsigned)3e9, (long)-1e15, (signed char)-3.5);
    printf("%.1f %.1f %.1f\n", (double)-7, (double)18446744073709551615ul, (float)16777217);
    printf("%d %d %d %d\n", nan == nan, nan != nan, inf > d, -inf < f);
    printf("%f %f\n", half(7), mix(1.5f, -2, 1ul << 40));
    d += 1;
    f -= 0.5;
    f++;
    int i = 10;
    i *= 1.25;
    printf("%.2f %.4f %d %d\n", d, f, i, !0.0);
    printf("%g %g %g\n", 0x1.8p3, 1e-320, 123456789.0);
    if (f && !(d < 0)) printf("yes\n");
    double table[] = {1, 2.5f, 'a', -1u};
    for (int k = 0; k < 4; k++) printf("%.1f ", table[k]);
    printf("%.3f\n", i > 3 ? 1 : 2.5);
    return (int)half(9);
}

/* Compiler built-ins. */
#include <math.h>
#include <stdio.h>
#include <string.h>

struct s { int a; char name[12]; struct { short q[4]; } in; };
static struct s g;
static char text[20];

static int bits(unsigned long v)
{
    unsigned u = (unsigned)v;
    return __builtin_popcount(u) + 3 * __builtin_popcountl(v) + 5 * __builtin_popcountll(v) +
           7 * (u ? __builtin_clz(u) : 1) + 11 * (v ? __builtin_clzl(v) : 1) + 13 * (v ? __builtin_ctzll(v) : 1) +
           17 * __builtin_ffs((int)u) + 19 * __builtin_ffsl((long)v) + 23 * __builtin_parity(u) +
           29 * __builtin_parityll(v) + 31 * __builtin_clrsb((int)u) + 37 * __builtin_clrsbll((long long)v);
}

static int class(double x) { return __builtin_fpclassify(1, 2, 3, 4, 5, x); }

int main(void)
{
    static const unsigned long values[] = {0, 1, 2, 0x80000000, 0xffffffff, 0x123456789abcdef0, -1ul, 1ul << 63};
    for (int i = 0; i < 8; i++)
        printf("%d ", bits(values[i]));
    printf("\n%x %x %lx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678), __builtin_bswap64(0x123456789abcdef0));
    static const int folded[] = {__builtin_popcount(255), __builtin_clz(1), __builtin_ctz(8), __builtin_ffs(0),
                                 (int)__builtin_bswap32(1), __builtin_parity(7), __builtin_clrsb(-1)};
    for (int i = 0; i < 7; i++)
        printf("%d ", folded[i]);
    switch (0x0100) {
    case __builtin_bswap16(1): printf("swapped\n"); break;
    default: printf("not\n");
    }
    static const double numbers[] = {0.0, -0.0, 1.5, -3e300, 1e-310, 4e-320};
    for (int i = 0; i < 6; i++)
        printf("%d%d%d%d%d%d ", class(numbers[i]), __builtin_isnormal(numbers[i]) != 0, !!__builtin_signbit(numbers[i]),
               __builtin_isfinite(numbers[i]) != 0, __builtin_isnan(numbers[i]) != 0, __builtin_isinf_sign(numbers[i]));
    printf("%d %d %d\n", class(__builtin_inf()), class(-__builtin_huge_val()), class(__builtin_nan("")));
    printf("%d %d %d\n", __builtin_isinf_sign(-__builtin_inff()), __builtin_isunordered(1.0, __builtin_nan("")) != 0,
           __builtin_isgreater(2.0f, 1) != 0);
    printf("%g %g\n", __builtin_copysign(3.0, -0.0), (double)__builtin_fabsf(-2.5f));
    printf("%lu %lu %lu %lu\n", __builtin_object_size(text, 0), __builtin_object_size(&text[3], 1),
           __builtin_object_size(g.name, 1), __builtin_object_size(&g.in, 0));
    printf("%d %d %d\n", __builtin_constant_p(3), __builtin_types_compatible_p(int, const int),
           __builtin_choose_expr(1, 2, "x"));
    printf("%d %d %d\n", __builtin_classify_type(1), __builtin_classify_type(1.0), __builtin_classify_type(text));
    char other[20];
    __builtin___memcpy_chk(other, "checked", 8, 20);
    __builtin___strcat_chk(other, "!", 20);
    __builtin___sprintf_chk(text, 0, 20, "%d-%s", 12, other);
    printf("%s %lu\n", text, __builtin_strlen(text));
    printf("%d %s %s\n", __builtin_LINE(), __builtin_FUNCTION(), __builtin_FILE()[0] ? "file" : "");
    int *aligned = __builtin_assume_aligned(&g.a, 4);
    *aligned = 3;
    int effects = 0;
    if (__builtin_expect(g.a == 3, (effects++, 1)) && __builtin_expect_with_probability(g.a, 3, 0.9) == 3)
        printf("%d %d\n", g.a, effects);
    __builtin_prefetch(&g, 0, 3);
    printf("%d\n", __builtin_frame_address(0) != 0);
    return 0;
}

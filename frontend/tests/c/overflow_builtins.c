/* Overflow built-ins on every pair of operand and result types, at the limits of their ranges. */
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static unsigned long hash = 5381;
static void note(unsigned long x) { hash = hash * 33 + x; }

#define EDGES(T) (T)0, (T)1, (T)2, (T)-1, (T)-2, (T)77, (T)((u128)1 << (sizeof(T) * 8 - 1)),       \
                 (T)(((u128)1 << (sizeof(T) * 8 - 1)) - 1), (T)(((u128)1 << (sizeof(T) * 4)) + 3)
#define N 9

#define ONE(A, B, R)                                                                               \
    {                                                                                              \
        static const A as[N] = {EDGES(A)};                                                         \
        static const B bs[N] = {EDGES(B)};                                                         \
        for (int i = 0; i < N; i++)                                                                \
            for (int j = 0; j < N; j++) {                                                          \
                R r = 0, s = 0, t = 0;                                                             \
                int o = __builtin_add_overflow(as[i], bs[j], &r);                                  \
                int p = __builtin_sub_overflow(as[i], bs[j], &s);                                  \
                int q = __builtin_mul_overflow(as[i], bs[j], &t);                                  \
                note(o | p << 1 | q << 2);                                                         \
                note((unsigned long)r), note((unsigned long)s), note((unsigned long)t);            \
                note((u128)r >> 64), note((u128)s >> 64), note((u128)t >> 64);                     \
                note(__builtin_add_overflow_p(as[i], bs[j], (R)0));                                \
                note(__builtin_mul_overflow_p(as[i], bs[j], (R)0));                                \
            }                                                                                      \
        printf("%s %s %s %lx\n", #A, #B, #R, hash);                                                \
    }
#define TWO(A, B) ONE(A, B, signed char) ONE(A, B, unsigned short) ONE(A, B, int) ONE(A, B, unsigned) \
    ONE(A, B, long) ONE(A, B, unsigned long) ONE(A, B, i128) ONE(A, B, u128)

struct bits { unsigned a : 5; int b : 7; };

int main(void)
{
    TWO(signed char, unsigned char)
    TWO(unsigned char, unsigned)
    TWO(int, int)
    TWO(int, unsigned)
    TWO(long, unsigned long)
    TWO(unsigned long, unsigned long)
    TWO(long, i128)
    TWO(i128, i128)
    TWO(u128, i128)
    TWO(u128, u128)
    int si;
    unsigned long ul;
    long long sll;
    printf("%d %d %d\n", __builtin_sadd_overflow(2147483647, 1, &si), __builtin_usubl_overflow(1, 2, &ul),
           __builtin_smulll_overflow(1LL << 62, 2, &sll));
    printf("%d %lu %lld\n", si, ul, sll);
    struct bits f = {0, 0};
    printf("%d %d %d %d\n", __builtin_add_overflow_p(15, 16, f.a), __builtin_add_overflow_p(16, 16, f.a),
           __builtin_add_overflow_p(60, 3, f.b), __builtin_add_overflow_p(60, 4, f.b));
    return 0;
}

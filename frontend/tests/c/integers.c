/* Promotions, usual arithmetic conversions, wrap-around, shifts of every integer type. */
#include <stdio.h>
int main(void) {
    signed char sc = -128;
    unsigned char uc = 200;
    short s = -30000;
    unsigned short us = 60000;
    int i = -5;
    unsigned u = 4000000000u;
    long l = -1L << 40;
    unsigned long ul = 1UL << 63;
    __int128 big = (__int128)1 << 100;
    unsigned __int128 ubig = ~(unsigned __int128)0;
    printf("%d %d %d %d\n", sc + sc, uc + uc, s + s, us + us);
    printf("%d %u %d\n", i < u, i + u, i < (int)uc);
    printf("%d %d %d\n", -1 < 1u, -1L < 1u, (short)-1 < (unsigned short)1);
    printf("%ld %lu\n", l / 3, ul / 3 + u);
    printf("%d %d %d %d\n", i / 2, i % 3, -7 / -2, 7 % -4);
    printf("%d %u %ld\n", i >> 1, u >> 3, l >> 7);
    printf("%d %d\n", sc >> 3, uc << 4);
    printf("%llx %llx\n", (unsigned long long)(big >> 70), (unsigned long long)(ubig / 10 >> 64));
    printf("%lld\n", (long long)(-big / ((__int128)1 << 90)));
    sc--;
    uc += 100;
    s -= 10000;
    us *= 2;
    printf("%d %d %d %d\n", sc, uc, s, us);
    printf("%d %d %d\n", (char)300, (unsigned char)-1, (short)70000);
    printf("%d %d %d %u\n", ~0, ~uc, !i, -u);
    _Bool b = 256;
    b += 1;
    printf("%d %d %d\n", b, (_Bool)0.3, (_Bool)(char)256);
    printf("%zu %zu %zu\n", sizeof('a'), sizeof(uc + uc), sizeof(1 ? uc : 1L));
    printf("%d %d %d %d\n", 'a', '\377', '\n', 'ab');
    printf("%ld %lu %d\n", 0x7fffffffffffffff, 0xffffffffffffffff, 0x80000000 > 0);
    return (int)(ul >> 60);
}

/* Enumerations and constants beyond int; division and shifts of long types. */
#include <stdio.h>
enum huge { SMALL = 1, LARGE = 0x100000000 };
enum below { MINUS = -1, PLUS = 0x7fffffff };
int main(void) {
    enum huge h = LARGE;
    printf("%zu %zu %zu\n", sizeof h, sizeof(enum below), sizeof LARGE);
    printf("%lld %d\n", (long long)h, MINUS < PLUS);
    long long min = -9223372036854775807LL - 1;
    printf("%lld %lld %llu\n", min, min / 2, 18446744073709551615ULL % 1000);
    unsigned __int128 f = 1;
    for (int i = 1; i <= 33; i++) f *= i;
    char digits[50];
    int n = 0;
    while (f) { digits[n++] = '0' + (int)(f % 10); f /= 10; }
    while (n) putchar(digits[--n]);
    putchar('\n');
    unsigned long long x = 0123456701234567ULL;
    printf("%llo %llx %llu\n", x, x << 7, x >> 33);
    printf("%u %ld %d\n", 4294967295u, 2147483648, 0b1011);
    return 0;
}

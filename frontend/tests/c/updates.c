/* Compound assignment and ++/-- on every kind of lvalue, with conversions. */
#include <stdio.h>
struct s { char c; short h; float f; int *p; unsigned b : 4; };
static int calls;
static int index(void) { return calls++; }
int main(void) {
    int a[4] = {1, 2, 3, 4};
    a[index()] += 10;
    a[index()]++;
    ++a[index()];
    printf("%d %d %d %d\n", a[0], a[1], a[2], calls);
    struct s s = {100, 1, 0.5f, a, 15};
    s.c += 100;
    s.h *= -40000;
    s.f /= 4;
    s.p += 2;
    s.b += 3;
    printf("%d %d %.3f %d %d\n", s.c, s.h, s.f, *s.p--, s.b);
    s.b--;
    printf("%d %d\n", *s.p, s.b);
    unsigned char u = 5;
    u -= 6;
    u >>= 1;
    u |= 0x100;
    printf("%d\n", u);
    int i = 7;
    i %= 4;
    i <<= 3;
    i &= ~8;
    i ^= 1;
    i *= 2.6;
    printf("%d\n", i);
    unsigned x = 3;
    x -= 5;
    long l = -1;
    l += x;
    printf("%u %ld\n", x, l);
    int *p = a, *q = &a[3];
    *p++ = *q--;
    printf("%d %td\n", a[0], q - p);
    int one = *p++;
    printf("%d %d\n", one, *++p);
    volatile int v = 3;
    v++;
    v = v * v;
    printf("%d\n", v);
    v--;
    double d = 2;
    d++;
    --d;
    d *= 4;
    int n = i = x = 5;
    printf("%.1f %d\n", d, n + i + (int)x);
    char c = 127;
    c++;
    return c == -128;
}

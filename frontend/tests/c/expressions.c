/* Operator precedence and unusual expressions. */
#include <stdio.h>
typedef struct { int v[3]; } box;
static box make(int n) { box b = {{n, n + 1, n + 2}}; return b; }
static int f(int x) { return x * 2; }
int main(void) {
    int a = 5, b = 3, *p = &a;
    printf("%d %d %d\n", a + b * 2 - a % b, (a + b) * 2, -a * -b);
    printf("%d %d %d\n", a << 2 + 1, a & b == 3, a | b ^ 1);
    int m = a-- - --b, k = a+++b;
    printf("%d %d %d %d\n", m, k, a, b);
    printf("%d %d %d\n", *p * *p, -*p, !*p);
    printf("%d %d\n", make(4).v[2], (make(1), make(2)).v[0]);
    int c = (a = b) + 7;
    printf("%d %d\n", c, a);
    printf("%zu %zu %zu\n", sizeof a, sizeof(a = 9), sizeof f(1));
    printf("%d\n", a);
    printf("%d %d\n", (char)a + (short)70000, (unsigned char)-a);
    printf("%d\n", (f)(f(f(1))));
    int x = 10, y = 3;
    printf("%d %d %d\n", x / y * y + x % y, x > y > 1, x == 10 == 1);
    printf("%d\n", sizeof(char) + x > 0 ? 1 : 2);
    printf("%lu\n", (unsigned long)(int)-1 >> 60);
    printf("%d %d\n", (x & 1 ? 'o' : 'e'), "ab"[x > 5]);
    x = y = 4, y++;
    printf("%d %d\n", x, y);
    int arr[3] = {1, 2, 3}, i = 0;
    i[arr] = 9;
    arr[i ? 1 : 2] += *(arr + 1) * 10;
    printf("%d %d %d\n", arr[0], arr[1], arr[2]);
    return ~x & 0x1f;
}

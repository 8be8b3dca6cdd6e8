/* Short-circuit evaluation, conditional expressions, comma, conditions of all types. */
#include <stdio.h>
static int calls;
static int say(int v) { calls = calls * 10 + v; return v > 2; }
static char *none(void) { return 0; }
int main(void) {
    int a = say(1) && say(3);
    int b = say(3) || say(2);
    int c = say(4) && (say(2) || !say(1)) && say(5);
    printf("%d %d %d %d\n", a, b, c, calls);
    double d = 0.5;
    char *p = "x";
    printf("%d %d %d %d\n", !d, !p, d && p, none() || 0.0);
    printf("%d %d %d\n", a ? b : c, (a, b), a ?: 9);
    int n = (calls = 3, calls + 1);
    printf("%d %s\n", n, n > 3 ? n > 10 ? "big" : "mid" : "small");
    printf("%d %d\n", (a < b) + (b < a), (a < b) == !(a >= b));
    printf("%d %d %d\n", !!n, !n == 0, -!n);
    unsigned char truth = (n > 1) & (n < 9) | (n == 77);
    printf("%d %d\n", truth, (n > 1) ^ (n > 2));
    if (!(n > 3 && p) || n == 4) printf("then\n"); else printf("else\n");
    if (n & 4 && !(n & 1)) printf("bits\n");
    void *v = n ? (void *)p : 0;
    const char *q = n ? p : 0;
    printf("%d %d\n", v == p, *q);
    n > 1 ? (void)say(7) : (void)0;
    (void)(n < 1 && say(8));
    for (n = 0; n < 3 && p; n++);
    return calls;
}

/* assert and its forms of conditions, in a run that passes. */
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
static bool ordered(int a, int b, int c) { return a < b && b < c; }
int main(void) {
    int a = 1;
    assert(a == 1 && ordered(a, 2, 3));
    assert(!ordered(3, 2, 1));
    assert(INT_MAX == 2147483647 && UCHAR_MAX == 255);
    assert(sizeof(int64_t) == 8);
    bool t = a, f = !t;
    printf("%d %d %d\n", t, f, true + true);
    assert(("message", t));
    return f;
}

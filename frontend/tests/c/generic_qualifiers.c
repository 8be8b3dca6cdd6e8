// A generic selection distinguishes qualifiers of pointed-to types, and ignores those of the value itself.
#include <stdio.h>

#define KIND(x) \
    _Generic((x), int *: 1, const int *: 2, volatile int *: 3, char *: 4, const char *: 5, int **: 6, \
             const int **: 7, int *const *: 8, default: 9)

int main(void) {
    int i = 0;
    const int c = 0;
    volatile int v = 0;
    const int *const p = &c;
    int *q = &i;
    const int *r = &c;
    int *const s = &i;
    const char *t = "t";
    printf("%d %d %d %d\n", KIND(&i), KIND(&c), KIND(&v), KIND(p));
    printf("%d %d %d %d\n", KIND(&q), KIND(&r), KIND(&s), KIND(t));
    printf("%d %d %d\n", KIND("text"), KIND(q), KIND(c));
    return 0;
}

/*
 * Applies memspn again to the text after the result of its first call. If the encoding of the first result grew with SIZE, the
 * branches of the second call would be expensive.
 *
 * Branches: as in memspn.c, twice.
 * VERIFY:   the second call returns 0 if the first call stopped at a character that is not in the set.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static int memspn(const char *s, size_t n, const char *chars)
{
    const char *p = chars;
    int count = 0;
    while (*p && count < n) {
        if (*p == s[count]) {
            count++;
            p = chars;
        } else
            p++;
    }
    return count;
}

int main(void)
{
    char s[SIZE];
    size_t n;
    klee_make_symbolic(s, sizeof s, "s");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= SIZE);
    int first = memspn(s, n, "a");
    int second = memspn(s + first, n - first, "b");
#ifdef VERIFY
    klee_assert(first + second <= n);
    int third = memspn(s + first, n - first, "a");
    klee_assert(third == 0);
#endif
    return second;
}

/*
 * Counts how many of the first n <= SIZE bytes of a text, from the start, are in a set.
 *
 * Branches: n against each index; each byte against each character of the set.
 * VERIFY:   the bytes before the result are in the set; the byte at the result, if there is one, is not.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif
#ifndef SET
#define SET "a"
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
    int count = memspn(s, n, SET);
#ifdef VERIFY
    klee_assert(count >= 0 && count <= n);
    klee_assert(count == n || s[count] != 'a');
    int at = klee_range(0, SIZE, "at");
    if (at < count)
        klee_assert(s[at] == SET[0] || sizeof SET > 2);
#endif
    return count;
}

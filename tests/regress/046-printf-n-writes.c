// `%n` of printf was no write for the passes, so a stale value was used.
// run:
// exit: 0
// gcc: same
#include <assert.h>
#include <stdio.h>
int main(void) {
    int n = 7;
    printf("abc%n\n", &n);
    assert(n == 3);
    return n;
}

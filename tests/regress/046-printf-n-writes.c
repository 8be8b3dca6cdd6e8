// The passes ignored that `%n` of printf writes memory, so they used a stale value.
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

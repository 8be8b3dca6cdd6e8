// run: check
// A variable passed to scanf by value: the message names the operator &.
#include <stdio.h>
int main(void) {
    int n = 0;
    scanf("%d", n);
    return n;
}

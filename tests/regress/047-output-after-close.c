// Output after `close(1)` was printed; the write must fail and print nothing.
// run:
// exit: 0
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    setvbuf(stdout, 0, _IONBF, 0);
    close(1);
    assert(putchar('x') == EOF);
    return 0;
}

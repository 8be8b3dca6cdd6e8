// run: explore --verify
// A format that depends on the input is not supported.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
    char format[3] = "ab";
    format[0] = klee_range('a', 'c', "c");
    printf(format);
    return 0;
}

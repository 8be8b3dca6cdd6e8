// Outside a build, `cpuid` set its outputs to zero, so that an assertion was verified that fails on every processor.
// run:
// exit: 1
// has: inline assembly with instructions is not supported
#include <assert.h>

int main(void) {
    int most = 0;
    __asm__("cpuid" : "=a"(most) : "0"(0) : "ebx", "ecx", "edx");
    assert(most == 0);
    return 0;
}

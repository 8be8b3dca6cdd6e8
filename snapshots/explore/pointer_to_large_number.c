// run: explore --verify
// An access at a number that is no address of an object is out of bounds.
#include <klee/klee.h>
int main(void) {
    return *(char *)0x7000000000000000;
}

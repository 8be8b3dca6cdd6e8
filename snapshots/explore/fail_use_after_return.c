// run: explore --verify
// A read of a local variable after its function has returned is a failure.
#include <klee/klee.h>
static int *kept;
static void keep(void) {
    int local = 3;
    kept = &local;
}
int main(void) {
    keep();
    return *kept;
}

// Each call of `getpid` returned a new input.
// run:
// exit: 0
#include <assert.h>
#include <unistd.h>
int main(void) {
    assert(getpid() == getpid());
    return 0;
}

// run: explore --verify
// A call of reach_error is a failure.
#include <klee/klee.h>
void reach_error(void);
int main(void) {
    if (klee_int("x") == 3)
        reach_error();
    return 0;
}

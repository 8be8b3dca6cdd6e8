// run: explore --verify
// An access through a null pointer, also to a member of it, is a failure of its own kind.
#include <klee/klee.h>
struct pair { int a, b; };
int main(void) {
    struct pair p = {1, 2};
    struct pair *q = klee_int("x") ? &p : 0;
    return q->b;
}

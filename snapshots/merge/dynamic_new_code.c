// run: explore --verify --merge=dynamic --search covnew
// run: explore --verify --merge=dynamic --search covnew --merge-delta 1
// A coverage-guided search takes precedence while it finds new code, so a short program is explored without joins.
#include <klee/klee.h>
static void left(void) {}
static void right(void) {}
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (klee_int("bit") > 0) {
            left();
            n += i;
        } else {
            right();
            n -= i;
        }
    return n;
}

// run: explore --verify --merge=static
// The two sides of each branch are joined if no later query depends on the variable that differs: one path.
#include <klee/klee.h>
static void work(void) {}
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (klee_int("bit") > 0) {
            work();
            n += i;
        }
    return n;
}

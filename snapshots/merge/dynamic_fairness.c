// run: explore --verify --merge=dynamic --search dfs --merge-delta 2 --max-instructions 100000
// run: explore --verify --merge=dynamic --search dfs --merge-delta 3 --max-instructions 100000
// A state in an endless loop is fast-forwarded for at most 16 times delta steps, where a whole time slice counts as 32; then the selected state runs to its end.
#include <klee/klee.h>
static void work(void) {}
int main(void) {
    if (klee_int("x") > 0)
        work();
    else
        for (;;)
            work();
    work();
    return 0;
}

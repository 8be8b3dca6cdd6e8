// run: explore --canonical-inputs
// A longjmp continues behind its setjmp with the given value, on the paths that reach it only.
#include <klee/klee.h>
#include <setjmp.h>
static jmp_buf context;
static void deep(int x) {
    if (x)
        longjmp(context, 4);
}
int main(void) {
    int again = setjmp(context);
    if (again)
        return again;
    deep(klee_range(0, 2, "x"));
    return 0;
}

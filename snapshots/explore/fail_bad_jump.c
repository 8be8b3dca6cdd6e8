// run: explore --verify
// A longjmp to a setjmp whose function has returned is a failure.
#include <setjmp.h>
static jmp_buf context;
static int save(void) { return setjmp(context); }
int main(void) {
    save();
    longjmp(context, 1);
}

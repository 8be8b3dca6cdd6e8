/*
 * longjmp into a function that has returned since its call of setjmp.
 *
 *   symtool examples/c/errors/jump_into_returned.c
 *   VIOLATION bad-jump: the work fails after the function that called setjmp has returned
 */
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf failed;

static int prepare(void)
{
    volatile char line[500]; /* glibc's own check needs a frame of some size */
    line[0] = 0;
    return line[0] + setjmp(failed); /* the mistake: the place ends with this function */
}

int main(void)
{
    unsigned char work;
    klee_make_symbolic(&work, sizeof work, "work");
    if (prepare() != 0)
        return 1;
    if (work == 77)
        longjmp(failed, 1);
    return 0;
}

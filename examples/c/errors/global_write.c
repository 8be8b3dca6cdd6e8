/*
 * A write past the end of a global array: a number is pushed on a full stack.
 *
 *   symtool examples/c/errors/global_write.c
 *   VIOLATION out-of-bounds: four numbers are pushed and none is popped
 */
#include <klee/klee.h>

static int stack[3], height;

static void push(int number)
{
    if (height <= 3) /* the mistake: < was meant */
        stack[height++] = number;
}

int main(void)
{
    unsigned char pops[4];
    klee_make_symbolic(pops, sizeof pops, "pops");
    for (int i = 0; i < 4; i++) {
        push(i);
        if (pops[i] == 1 && height > 0)
            height--;
    }
    return 0;
}

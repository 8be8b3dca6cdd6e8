/*
 * A write to a constant object through a pointer without const.
 *
 *   symtool examples/c/errors/write_to_constant.c
 *   VIOLATION read-only: the limit is set, but the first limit is constant
 */
#include <klee/klee.h>

static const int fixed[2] = {10, 20};
static int own[2] = {1, 2};

int main(void)
{
    unsigned char level;
    klee_make_symbolic(&level, sizeof level, "level");
    int *limits = level == 0 ? (int *)fixed : own;
    limits[1] = 5;
    return 0;
}

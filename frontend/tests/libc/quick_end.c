/* at_quick_exit: handlers registered with atexit do not run. */
#include "support.h"

static void first(void)
{
    printf("first\n");
    fflush(stdout);
}

static void second(void)
{
    printf("second\n");
}

static void never(void)
{
    printf("never\n");
    fflush(stdout);
}

int main(void)
{
    atexit(never);
    at_quick_exit(first);
    printf("%d\n", at_quick_exit(second));
    quick_exit(3);
}

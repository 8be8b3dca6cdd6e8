/* atexit and on_exit: the order of handlers at program exit. */
#include "support.h"

static void last(void)
{
    printf("last\n");
    fflush(stdout);
}

static void late(void)
{
    printf("registered late\n");
}

static void registers(void)
{
    printf("registers\n");
    atexit(late);
}

static void with_status(int status, void *argument)
{
    printf("status %d %s\n", status, (char *)argument);
}

int main(int argc, char **argv)
{
    printf("%d\n", atexit(last));
    for (int i = 0; i < 20; i++)
        atexit(late);
    atexit(registers);
    printf("%d\n", on_exit(with_status, "argument"));
    if (argc > 5)
        exit(9);
    return 7;
}

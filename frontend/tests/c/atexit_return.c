/* Handlers also run when main returns. */
#include <stdio.h>
#include <stdlib.h>

static void handler(void)
{
    puts("handler");
}

int main(void)
{
    atexit(handler);
    puts("main");
    return 5;
}

/* Functions that run before `main` and at program exit. */
#include <stdio.h>
#include <stdlib.h>

static int order;

static void __attribute__((constructor)) plain(void)
{
    printf("plain %d\n", order++);
}

__attribute__((constructor(200))) static void second(void)
{
    printf("second %d\n", order++);
}

__attribute__((constructor(101), destructor(150))) void first(void)
{
    printf("first %d\n", order++);
}

void another(void) __attribute__((__constructor__, destructor));
void another(void)
{
    printf("another %d\n", order++);
}

static void __attribute__((destructor(200))) late(void)
{
    printf("late %d\n", order++);
}

static void __attribute__((destructor)) unnumbered(void)
{
    printf("unnumbered %d\n", order++);
}

/* The largest priority equals that of a constructor without a given priority. */
static void __attribute__((constructor(65535))) numbered(void)
{
    printf("numbered %d\n", order++);
}

static void registered(void)
{
    printf("registered %d\n", order++);
}

int main(void)
{
    atexit(registered);
    printf("main %d\n", order++);
    return order;
}

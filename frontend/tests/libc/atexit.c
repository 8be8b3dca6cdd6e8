/* Handlers run in reverse order, also those registered by a handler, and after an `exit` in a called function. */
#include "support.h"
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>

static int round_number;

static void last(void)
{
    printf("last\n");
}

static void late(void)
{
    printf("late %d\n", round_number);
}

static void first(void)
{
    printf("first\n");
    round_number = 7;
    printf("%d\n", atexit(late));
}

static void leave(int status)
{
    exit(status);
}

static void __attribute__((destructor)) last_of_all(void)
{
    printf("destructor\n");
}

int main(void)
{
    printf("%d\n", atexit(last));
    printf("%d\n", atexit(first));
    errno = 0;
    iconv_t way = iconv_open("symtool-has-none", "UTF-8");
    printf("%d %d\n", way == (iconv_t)-1, errno);
    errno = 0;
    printf("%d", iconv((iconv_t)-1, NULL, NULL, NULL, NULL) == (size_t)-1);
    printf(" %d\n", errno);
    errno = 0;
    printf("%d", iconv_close((iconv_t)-1));
    printf(" %d\n", errno);
    leave(258 + 3);
    return 1;
}

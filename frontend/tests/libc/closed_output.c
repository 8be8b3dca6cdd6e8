/* Output to standard output after it was closed is lost, and each call reports an error. */
#include "support.h"
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

static void told(const char *what, long result)
{
    fprintf(stderr, "%s %ld %d\n", what, result, errno);
    errno = 0;
}

static int listed(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}

int main(void)
{
    printf("before\n");
    fflush(stdout);
    told("fclose", fclose(stdout));
    told("printf", printf("after %d\n", 1));
    told("nothing", printf("%s", ""));
    told("vprintf", listed("%d\n", 2));
    told("puts", puts("after"));
    told("putchar", putchar('a'));
    told("putc", putc('a', stdout));
    told("fputs", fputs("after", stdout));
    told("fwrite", (long)fwrite("after", 1, 5, stdout));
    told("write", write(1, "after", 5));
    told("stderr", fputs("", stderr) < 0);
    told("close", close(1));
    return 3;
}

/* Output through streams and descriptors, all into one order of bytes. */
#include "support.h"
#include <stdarg.h>

static int through(FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vfprintf(file, format, list);
    va_end(list);
    return n;
}

static int printed(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}

static int into(char *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsprintf(to, format, list);
    va_end(list);
    return n;
}

static int allocated(char **to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vasprintf(to, format, list);
    va_end(list);
    return n;
}

static void formats(void)
{
    char buffer[100], *text;
    for (unsigned n = 0; n < 12; n++) {
        int result = snprintf(n == 0 ? NULL : buffer, n, "%d-%s", 1234, "xyz");
        printf("%d %s\n", result, n == 0 ? "" : buffer);
    }
    printf("%d %s\n", sprintf(buffer, "%5d|%-5d|%05d|%+d|% d|%x|%X|%#o|%c|%%", 42, 42, 42, 42, 42, 0xbeef, 0xbeef, 8, 'q'), buffer);
    printf("%d %s\n", sprintf(buffer, "%.3s|%10s|%-10s|%*d|%.*s", "abcdef", "right", "left", 6, 77, 2, "cut"), buffer);
    printf("%d %s\n", sprintf(buffer, "%ld %lu %lld %hhd %hd %zu %jd", -5L, 7UL, 1LL << 40, 300, 70000, sizeof(int), (long)-1), buffer);
    printf("%d %s\n", into(buffer, "%i %u", -3, 3u), buffer);
    printf("%d", asprintf(&text, "%s and %s", "one", "two"));
    printf(" %s\n", text);
    free(text);
    printf("%d", allocated(&text, "<%04x>", 255));
    printf(" %s\n", text);
    free(text);
}

int main(void)
{
    formats();
    printf("%d\n", fprintf(stdout, "to a stream %d\n", 5));
    printf("%d\n", through(stdout, "%s\n", "by list"));
    printf("%d\n", printed("%s\n", "by list"));
    fputs("text\n", stdout);
    printf("%d\n", fputc('x', stdout));
    printf("%d\n", putc(300, stdout));
    printf("%d\n", putchar('y'));
    printf("%d\n", puts("line") >= 0);
    printf("%zu\n", fwrite("abcdef", 2, 3, stdout));
    printf("%d %d\n", fflush(stdout), ferror(stdout));
    clearerr(stdout);
    printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
    setbuf(stdout, NULL);
    printf("%d\n", setvbuf(stdout, NULL, _IONBF, 0));
    dprintf(1, "descriptor %s\n", "one");
    printf("%d\n", getenv("SYMTOOL_NOT_SET") == NULL);
    return 0;
}

/* Output through streams and descriptors: the bytes of both appear in the order of the calls. */
#include "support.h"
#include <errno.h>
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

/* Every conversion into memory that `formats` does not cover. */
static void conversions(void)
{
    char buffer[400], *nothing = NULL;
    static const double numbers[] = {0.0, -0.0, 1.0, 0.1, -2.5, 1e10, 123456.789, 1e-7, 5e-324, 1.7976931348623157e308};
    static const char *const formats[] = {"%f", "%e", "%G", "%a", "%+.3f", "% 012.2e", "%-12g|", "%#.0f", "%.15g", "%A"};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (unsigned j = 0; j < sizeof formats / sizeof *formats; j++) {
            int n = snprintf(buffer, sizeof buffer, formats[j], numbers[i]);
            printf("%d %s\n", n, buffer);
        }
    snprintf(buffer, sizeof buffer, "%Lf|%*.*f|%lf", 1.5L, -10, 2, 3.14159, 2.0);
    puts(buffer);
    snprintf(buffer, sizeof buffer, "%.100f", 0.1);
    puts(buffer);
    snprintf(buffer, sizeof buffer, "%2$s-%1$d-%3$*4$d|%3$0*4$x", 1, "two", 30, 7);
    puts(buffer);
    snprintf(buffer, sizeof buffer, "%s|%.3s|%.8s|%10p|%p", nothing, nothing, nothing, (void *)nothing, (void *)0x1234);
    puts(buffer);
    signed char tiny;
    short small;
    int whole;
    long large;
    snprintf(buffer, sizeof buffer, "a%hhnb%hnc%nd%ln", &tiny, &small, &whole, &large);
    printf("%s %d %d %d %ld\n", buffer, tiny, small, whole, large);
    errno = ENOENT;
    snprintf(buffer, sizeof buffer, "%m and %5.2m", 0);
    puts(buffer);
    fprintf(stdout, "%-30m|\n");
    snprintf(buffer, sizeof buffer, "%'d %#x %#X %x %#o %+d %-6d| %06d %hhu %hu %.0d|%.*d", 1234567, 255, 255, 0, 0, 5, 6, -7, 511, 65537, 0, -3, 9);
    puts(buffer);
    snprintf(buffer, sizeof buffer, "%ld %lu %lx %5c|%-5c|%%", -1L, ~0UL, 0xabcdefL, 'x', 'y');
    puts(buffer);
    printf("%2$s %1$s\n", "first", "second");
}

int main(void)
{
    formats();
    conversions();
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

/* Wide characters, %m and long double digits in printf, and printf called through a pointer. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

typedef int printer(const char *format, ...);

static printer *const printers[] = {printf, &printf};

int main(void)
{
    char text[64];
    printf("[%ls] [%8ls] [%-8ls] [%.2ls] [%S]\n", L"wide", L"right", L"left", L"cut", L"other");
    printf("[%lc] [%3lc] [%-3lc] [%C]\n", L'a', L'b', L'c', L'd');
    printf("%d\n", snprintf(text, sizeof text, "%ls %5.3ls|%lc", L"one", L"three", L'!'));
    puts(text);
    printf("%d", snprintf(text, 4, "%ls", L"longer than that"));
    printf(" %s\n", text);
    errno = 0;
    printf("%d", snprintf(text, sizeof text, "a%lsb", L"x\u00e9y"));
    printf(" %d\n", errno);
    errno = 0;
    printf("%d", snprintf(text, sizeof text, "%lc", (wint_t)0x20ac));
    printf(" %d\n", errno);
    printf("%d\n", snprintf(text, sizeof text, "%ls", (wchar_t *)0));
    puts(text);
    errno = ENOENT;
    printf("%m|%30m|%%m\n");
    errno = EINVAL;
    fprintf(stdout, "%m %d\n", 5);
    fprintf(stdout, "%-6ls|%lc\n", L"abc", L'z');
    for (unsigned i = 0; i < sizeof printers / sizeof *printers; i++)
        printf("%d\n", printers[i]("%u %s %.1f\n", i, "called", 2.5));
    static const long double numbers[] = {1, -1.5L, 0.1f, 0x1.fffffffffffffp1023L, 0x1p-1074L, 0x1.8p-1030L, 0, -0.0L, 1 / 0.0L};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        printf("%La %LA [%30La] [%-30La] [%030La] %+La % La %.20La %a\n", numbers[i], numbers[i], numbers[i], numbers[i],
               numbers[i], numbers[i], numbers[i], numbers[i], (double)numbers[i]);
    printf("%#La %.0La %.1La\n", 2.0L, 8.0L, 0x8.8p0L);
    return 0;
}

/* Macros of the C library's headers: character classes, errno, assert, streams, sscanf. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(FILE *to, const char *text)
{
    fprintf(to, "%s\n", text);
}

int main(void)
{
    int counts[12] = {0};
    for (int c = -1; c < 256; c++) {
        counts[0] += isalnum(c) != 0;
        counts[1] += isalpha(c) != 0;
        counts[2] += isblank(c) != 0;
        counts[3] += iscntrl(c) != 0;
        counts[4] += isdigit(c) != 0;
        counts[5] += isgraph(c) != 0;
        counts[6] += islower(c) != 0;
        counts[7] += isprint(c) != 0;
        counts[8] += ispunct(c) != 0;
        counts[9] += isspace(c) != 0;
        counts[10] += isupper(c) != 0;
        counts[11] += isxdigit(c) != 0;
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", counts[i]);
    unsigned hash = 0;
    for (int c = -1; c < 256; c++)
        hash = hash * 31 + (unsigned)toupper(c) * 7 + (unsigned)tolower(c);
    printf("%u\n", hash);

    char word[] = "Hello, World 42";
    for (char *s = word; *s; s++)
        *s = islower((unsigned char)*s) ? toupper((unsigned char)*s) : tolower((unsigned char)*s);
    report(stdout, word);

    errno = 0;
    long big = strtol("99999999999999999999", 0, 10);
    printf("%ld %d %d\n", big, errno == ERANGE, errno);
    errno = 0;
    FILE *none = fopen("/nowhere/at/all", "r");
    printf("%d %d %s\n", none == NULL, errno, strerror(errno));

    int number = 0;
    char text[8];
    int read = sscanf("17 apples", "%d %7s", &number, text);
    printf("%d %d %s\n", read, number, text);
    assert(number == 17);

    putc('x', stdout);
    putchar('\n');
    fputs("streams\n", stdout);
    fflush(stdout);
    printf("%d %d\n", feof(stdin) != 0, ferror(stdout) != 0);
    return EXIT_SUCCESS;
}

/*
 * Counts the lines and bytes of standard input; the last line need not end with a newline.
 *
 *   symtool examples/c/env/lines.c --sym-stdin 0..4        verified for every input of up to four bytes
 *   symtool examples/c/env/lines.c --stdin README.md       one run, on that file
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char part[3];
    long lines = 0, bytes = 0;
    int open = 0;
    while (fgets(part, sizeof part, stdin) != NULL) {
        size_t n = strlen(part);
        bytes += n;
        open = n == 0 || part[n - 1] != '\n';
        lines += !open;
    }
    lines += open;
    printf("%ld lines, %ld bytes\n", lines, bytes);
    assert(feof(stdin));
    assert(lines >= 0 && lines <= 4096);
    return 0;
}

/*
 * Bytes of a line are removed by moving the rest of the line with memcpy, although only memmove permits overlap.
 *
 *   symtool examples/c/errors/overlapping_copy.c
 *   VIOLATION overlap: fewer bytes are removed than the rest of the line has
 */
#include <klee/klee.h>
#include <string.h>

int main(void)
{
    char line[9] = "one, two";
    unsigned char removed;
    klee_make_symbolic(&removed, sizeof removed, "removed");
    if (removed > sizeof line)
        return 1;
    memcpy(line, line + removed, sizeof line - removed); /* the mistake */
    return line[0];
}

/* tmpfile, tmpnam (C11 7.21.4.3, 7.21.4.4), mkstemp (POSIX). */
#include "internal/io.h"

static unsigned made;

/* Writes six characters that differ from those of earlier names. */
static void number(char *to)
{
    unsigned n = made++;
    for (int i = 5; i >= 0; i--) {
        to[i] = "abcdefghijklmnopqrstuvwxyz"[n % 26];
        n /= 26;
    }
}

FILE *tmpfile(void)
{
    struct __symtool_node *node = __symtool_new_node(0, 0600);
    int descriptor = __symtool_open_node(node, SYMTOOL_READ_WRITE);
    return descriptor < 0 ? 0 : __symtool_new_stream(descriptor, SYMTOOL_READ_WRITE);
}

char *tmpnam(char *to)
{
    static char own[20];
    if (to == 0)
        to = own;
    do {
        memcpy(to, "/tmp/file______", 16);
        number(to + 9);
    } while (__symtool_find(to) != 0);
    return to;
}

int mkstemp(char *name)
{
    unsigned long n = strlen(name);
    if (n < 6 || strcmp(name + n - 6, "XXXXXX") != 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    do
        number(name + n - 6);
    while (__symtool_find(name) != 0);
    return __symtool_open(name, SYMTOOL_READ_WRITE | SYMTOOL_CREATE | SYMTOOL_EXCLUSIVE, 0600);
}

/* tmpfile, tmpnam (C11 7.21.4.3, 7.21.4.4), mkstemp, mkdtemp (POSIX). */
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
    struct __symtool_node *node = __symtool_new_node(SYMTOOL_FILE, 0600);
    int descriptor = __symtool_open_node(node, SYMTOOL_READ_WRITE);
    return __symtool_own_stream(descriptor, SYMTOOL_READ_WRITE);
}

/* Returns whether no node has a name. Leaves errno unchanged. */
static int is_free(const char *name)
{
    int old = errno;
    struct __symtool_node *node = __symtool_find(SYMTOOL_WORKING_FOLDER, name, SYMTOOL_AT_NO_FOLLOW);
    errno = old;
    return node == 0;
}

char *tmpnam(char *to)
{
    static char own[20];
    if (to == 0)
        to = own;
    do {
        memcpy(to, "/tmp/file______", 16);
        number(to + 9);
    } while (!is_free(to));
    return to;
}

/* Replaces the X's at the end of a name, so that no file has the name. */
static int choose(char *name)
{
    unsigned long n = strlen(name);
    if (n < 6 || strcmp(name + n - 6, "XXXXXX") != 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    do
        number(name + n - 6);
    while (!is_free(name));
    return 0;
}

int mkstemp(char *name)
{
    if (choose(name) != 0)
        return -1;
    return __symtool_open(name, SYMTOOL_READ_WRITE | SYMTOOL_CREATE | SYMTOOL_EXCLUSIVE, 0600);
}

char *mkdtemp(char *name)
{
    struct __symtool_place place;
    if (choose(name) != 0 || __symtool_walk_to_new(SYMTOOL_WORKING_FOLDER, name, 1, &place) != 0)
        return 0;
    return __symtool_make(&place, SYMTOOL_FOLDER, 0700 & ~__symtool_mask) == 0 ? 0 : name;
}

/*
 * Splits a path of at most SIZE characters into its root, its first name and the rest, and skips repeated slashes between them:
 * the first step of making a path canonical.
 *
 * Branches: each character against the end and the slash, in three loops.
 * VERIFY:   the first name contains no slash, and the rest does not begin with a slash.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static size_t slashes(const char *path)
{
    size_t at = 0;
    while (path[at] == '/')
        at++;
    return at;
}

static size_t name(const char *path)
{
    size_t at = 0;
    while (path[at] && path[at] != '/')
        at++;
    return at;
}

int main(void)
{
    char path[SIZE + 1];
    klee_make_symbolic(path, sizeof path, "path");
    path[SIZE] = 0;

    size_t root = slashes(path);
    const char *first = path + root;
    size_t len = name(first);
    const char *rest = first + len;
    rest += slashes(rest);
    int parent = len == 2 && first[0] == '.' && first[1] == '.';
    int here = len == 1 && first[0] == '.';
#ifdef VERIFY
    klee_assert(*first != '/' && *rest != '/');
    klee_assert(len > 0 || *first == 0);
    klee_assert(rest <= path + SIZE);
#endif
    if (parent)
        return root ? 1 : 2;
    if (here || len == 0)
        return 3;
    return *rest ? 4 : 5;
}

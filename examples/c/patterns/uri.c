/*
 * Splits a reference "scheme://host/path?query" of at most SIZE characters with strcspn, whose loop contains a loop over the set.
 *
 * Branches: each character against the sets of characters that end a component.
 * VERIFY:   components follow each other, and each ends at a character of its set.
 */
#include <klee/klee.h>
#include <string.h>

#ifndef SIZE
#define SIZE 10
#endif

struct uri {
    size_t scheme_end, host, host_end, path_end;
};

/* Returns 0, or the number of a fault: 1 in the scheme, 2 after the scheme, 3 in the host. */
static int split(const char *text, struct uri *uri)
{
    uri->scheme_end = strcspn(text, ":/");
    if (uri->scheme_end == 0 || text[uri->scheme_end] != ':')
        return 1;
    if (text[uri->scheme_end + 1] != '/' || text[uri->scheme_end + 2] != '/')
        return 2;
    uri->host = uri->scheme_end + 3;
    uri->host_end = uri->host + strcspn(text + uri->host, "/?");
    if (uri->host == uri->host_end)
        return 3;
    uri->path_end = uri->host_end + strcspn(text + uri->host_end, "?");
    return 0;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    struct uri uri;
    int fault = split(text, &uri);
#ifdef VERIFY
    if (fault == 0) {
        klee_assert(0 < uri.scheme_end && uri.scheme_end + 3 == uri.host && uri.host < uri.host_end);
        klee_assert(uri.host_end <= uri.path_end && uri.path_end <= SIZE);
        klee_assert(text[uri.scheme_end] == ':' && text[uri.host - 1] == '/');
        klee_assert(text[uri.host] != '/' && text[uri.host] != '?');
        klee_assert(text[uri.path_end] == '?' || text[uri.path_end] == 0);
    }
#endif
    return fault;
}

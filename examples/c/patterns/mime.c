/*
 * Splits a media type "type/subtype; name" of at most SIZE characters with strcspn and strspn, loops that contain loops over a set.
 *
 * Branches: each character against the sets that end and separate the components.
 * VERIFY:   a slash separates type and subtype, and the name does not begin with a blank.
 */
#include <klee/klee.h>
#include <string.h>

#ifndef SIZE
#define SIZE 10
#endif

struct mime {
    size_t type_end, subtype_end, name, name_end;
};

/* Returns 0, or the number of a fault: 1 in the type, 2 in the subtype, 3 in the name. */
static int split(const char *text, struct mime *mime)
{
    mime->type_end = strcspn(text, "/; ");
    if (mime->type_end == 0 || text[mime->type_end] != '/')
        return 1;
    size_t at = mime->type_end + 1;
    mime->subtype_end = at + strcspn(text + at, "; ");
    if (mime->subtype_end == at)
        return 2;
    mime->name = mime->subtype_end + strspn(text + mime->subtype_end, "; ");
    mime->name_end = mime->name + strcspn(text + mime->name, " ");
    return text[mime->name_end] ? 3 : 0;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    struct mime mime;
    int fault = split(text, &mime);
#ifdef VERIFY
    if (fault == 0 || fault == 3) {
        klee_assert(0 < mime.type_end && mime.type_end + 1 < mime.subtype_end);
        klee_assert(mime.subtype_end <= mime.name && mime.name <= mime.name_end && mime.name_end <= SIZE);
        klee_assert(text[mime.type_end] == '/' && text[mime.name] != ' ' && text[mime.name] != ';');
    }
#endif
    return fault;
}

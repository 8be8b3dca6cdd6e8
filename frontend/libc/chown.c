/* chown and its variants (POSIX): every file belongs to the user and group 1000, and the program may give none away. */
#include "internal/io.h"

enum { OWNER = 1000 };

static int is_own(unsigned number)
{
    return number == OWNER || number == -1u;
}

/* Fails unless the new owner and group are those that a file already has. */
static int change(unsigned owner, unsigned group)
{
    if (is_own(owner) && is_own(group))
        return 0;
    errno = SYMTOOL_EPERM;
    return -1;
}

int fchown(int descriptor, unsigned owner, unsigned group)
{
    return __symtool_opened(descriptor) == 0 ? -1 : change(owner, group);
}

int fchownat(int folder, const char *name, unsigned owner, unsigned group, int flags)
{
    if (flags & ~(SYMTOOL_AT_NO_FOLLOW | SYMTOOL_AT_EMPTY_PATH))
        return __symtool_fail(SYMTOOL_EINVAL);
    return __symtool_find(folder, name, flags) == 0 ? -1 : change(owner, group);
}

int chown(const char *name, unsigned owner, unsigned group)
{
    return fchownat(SYMTOOL_WORKING_FOLDER, name, owner, group, 0);
}

int lchown(const char *name, unsigned owner, unsigned group)
{
    return fchownat(SYMTOOL_WORKING_FOLDER, name, owner, group, SYMTOOL_AT_NO_FOLLOW);
}

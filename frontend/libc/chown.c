/* chown and its variants (POSIX): every file belongs to the user and group 1000, and the program may give none away. */
#include "internal/io.h"

enum { EMPTY_PATH = 0x1000, OWNER = 1000 };

static int is_own(unsigned number)
{
    return number == OWNER || number == -1u;
}

static int change(unsigned owner, unsigned group)
{
    if (is_own(owner) && is_own(group))
        return 0;
    errno = SYMTOOL_EPERM;
    return -1;
}

int chown(const char *name, unsigned owner, unsigned group)
{
    return __symtool_exists(name) ? change(owner, group) : -1;
}

int lchown(const char *name, unsigned owner, unsigned group)
{
    return chown(name, owner, group);
}

int fchown(int descriptor, unsigned owner, unsigned group)
{
    return __symtool_opened(descriptor) == 0 ? -1 : change(owner, group);
}

int fchownat(int folder, const char *name, unsigned owner, unsigned group, int flags)
{
    if (*name == 0 && (flags & EMPTY_PATH) && folder != SYMTOOL_WORKING_FOLDER)
        return fchown(folder, owner, group);
    return __symtool_is_plain_at(folder, name) ? chown(name, owner, group) : -1;
}

/* popen, pclose (POSIX) and system: there are no other processes. */
#include "internal/io.h"

FILE *popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    __symtool_unsupported("starting another process (popen)");
    errno = SYMTOOL_ENOSYS;
    return 0;
}

int pclose(FILE *file)
{
    (void)file;
    errno = SYMTOOL_ENOSYS;
    return -1;
}

/* There is no command processor, as C permits. */
int system(const char *command)
{
    if (command == 0)
        return 0;
    __symtool_unsupported("starting another process (system)");
    errno = SYMTOOL_ENOSYS;
    return -1;
}

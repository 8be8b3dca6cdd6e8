/* close (POSIX), in its own file: if a program uses close, all its output goes through streams (see `redirects`
   in the front end). */
#include "internal/io.h"

int close(int descriptor)
{
    return __symtool_close(descriptor);
}

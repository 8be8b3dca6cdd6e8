/* close (POSIX). In a separate file, because a program that uses it writes all output through streams; see `redirects`
   in the front end. */
#include "internal/io.h"

int close(int descriptor)
{
    return __symtool_close(descriptor);
}

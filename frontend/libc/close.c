/* close (POSIX), in a file of its own: in a program that uses close, all output goes through streams (`redirects`
   in the front end). */
#include "internal/io.h"

int close(int descriptor)
{
    return __symtool_close(descriptor);
}

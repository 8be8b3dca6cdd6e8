/* close (POSIX). Of its own file: a program with it writes all output through the streams, see `redirects` in the front
   end. */
#include "internal/io.h"

int close(int descriptor)
{
    return __symtool_close(descriptor);
}

/* close (POSIX). If a program contains this function, its calls of printf use the model in printf.c, which writes to
   the stream `stdout`, and not the engine's printf (see `redirects` in requests.rs). */
#include "internal/io.h"

int close(int descriptor)
{
    return __symtool_close(descriptor);
}

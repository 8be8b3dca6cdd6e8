/* printf (C11 7.21.6.3) where standard output may be redirected or closed; otherwise it is the engine's own. */
#include "internal/io.h"

int printf(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfprintf(stdout, format, list);
    __builtin_va_end(list);
    return n;
}

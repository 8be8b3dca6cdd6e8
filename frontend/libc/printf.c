/* printf (C11 7.21.6.3) for programs that may redirect or close standard output; otherwise the engine implements it. */
#include "internal/io.h"

int printf(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfprintf(stdout, format, list);
    __builtin_va_end(list);
    return n;
}

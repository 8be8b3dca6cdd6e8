/* printf (C11 7.21.6.3). The engine implements it, unless a program takes its address or can redirect stdout. */
#include "internal/io.h"

int printf(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfprintf(stdout, format, list);
    __builtin_va_end(list);
    return n;
}

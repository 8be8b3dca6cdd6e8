/* scanf, fscanf, sscanf, vscanf (C11 7.21.6). */
#include "internal/io.h"
int vsscanf(const char *text, const char *format, va_list list);

int scanf(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return n;
}

int fscanf(FILE *file, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfscanf(file, format, list);
    __builtin_va_end(list);
    return n;
}

int sscanf(const char *text, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vsscanf(text, format, list);
    __builtin_va_end(list);
    return n;
}

int vscanf(const char *format, va_list list)
{
    return vfscanf(stdin, format, list);
}

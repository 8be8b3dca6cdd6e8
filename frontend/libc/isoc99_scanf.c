/* __isoc99_scanf and its relatives: the functions that glibc's headers call for scanf and its relatives. */
#include "internal/io.h"
int vsscanf(const char *text, const char *format, va_list list);

int __isoc99_scanf(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return n;
}

int __isoc99_fscanf(FILE *file, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfscanf(file, format, list);
    __builtin_va_end(list);
    return n;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vsscanf(text, format, list);
    __builtin_va_end(list);
    return n;
}

int __isoc99_vscanf(const char *format, va_list list)
{
    return vfscanf(stdin, format, list);
}

int __isoc99_vfscanf(FILE *file, const char *format, va_list list)
{
    return vfscanf(file, format, list);
}

int __isoc99_vsscanf(const char *text, const char *format, va_list list)
{
    return vsscanf(text, format, list);
}

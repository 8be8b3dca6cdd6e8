/* __isoc23_scanf and its relatives: the functions that glibc's newer headers call for scanf, as defined by C23. */
#include "internal/io.h"
int vsscanf(const char *text, const char *format, va_list list);

/* Returns the format. If it has a %b, which C23 adds, or a %i, which in C23 accepts 0b, the run becomes incomplete. */
static const char *as_before(const char *format)
{
    for (const char *s = format; *s != 0; s++) {
        if (*s != '%')
            continue;
        s++;
        while (*s == '*' || (*s >= '0' && *s <= '9') || *s == 'h' || *s == 'l' || *s == 'j' || *s == 'z' || *s == 't')
            s++;
        if (*s == 'i' || *s == 'b')
            __symtool_unsupported("reading binary numbers, which C23's scanf does for %i and %b");
        if (*s == 0)
            break;
    }
    return format;
}

int __isoc23_scanf(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfscanf(stdin, as_before(format), list);
    __builtin_va_end(list);
    return n;
}

int __isoc23_fscanf(FILE *file, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfscanf(file, as_before(format), list);
    __builtin_va_end(list);
    return n;
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vsscanf(text, as_before(format), list);
    __builtin_va_end(list);
    return n;
}

int __isoc23_vscanf(const char *format, va_list list)
{
    return vfscanf(stdin, as_before(format), list);
}

int __isoc23_vfscanf(FILE *file, const char *format, va_list list)
{
    return vfscanf(file, as_before(format), list);
}

int __isoc23_vsscanf(const char *text, const char *format, va_list list)
{
    return vsscanf(text, as_before(format), list);
}

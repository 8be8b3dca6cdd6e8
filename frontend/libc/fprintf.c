/* fprintf, vfprintf, vprintf (C11 7.21.6), dprintf (POSIX). Output to the run log is formatted by the engine: a value
   that depends on the input is shown as `?`. Other output is formatted in memory. */
#include "internal/io.h"

void *memchr(const void *s, int byte, unsigned long n);

/* Returns whether a conversion is not supported by the engine: `%m` (errno), `%La`, or wide characters. */
static int is_for_c(const char *format)
{
    for (const char *s = format; *s != 0; s++) {
        int wide = 0, is_long_double = 0;
        if (*s != '%')
            continue;
        for (s++; memchr("-+ #0'I123456789.*$hlLqjzt", *s, 26) != 0; s++) {
            wide |= *s == 'l';
            is_long_double |= *s == 'L';
        }
        if (*s == 'm' || *s == 'S' || *s == 'C' || (wide && (*s == 's' || *s == 'c'))
            || (is_long_double && (*s == 'a' || *s == 'A')))
            return 1;
        if (*s == 0)
            return 0;
    }
    return 0;
}

/* Adds n, the number of bytes just written to the run log, to the number of bytes of the stream; returns n. */
static int counted(FILE *file, int n)
{
    file->_old_offset += n;
    return n;
}

int vfprintf(FILE *file, const char *format, va_list list)
{
    char *text;
    int n;
    if (__symtool_on_console(file) && !is_for_c(format))
        return counted(file, __symtool_printf_list(format, *(void **)((char *)list + 8)));
    n = vasprintf(&text, format, list);
    if (n < 0)
        return -1;
    if (n == 0 && file->_fileno < 0) {
        errno = SYMTOOL_EBADF;
        n = -1;
    }
    if (n > 0 && fwrite(text, 1, (unsigned long)n, file) != (unsigned long)n)
        n = -1;
    free(text);
    return n;
}

int fprintf(FILE *file, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vfprintf(file, format, list);
    __builtin_va_end(list);
    return n;
}

int vprintf(const char *format, va_list list)
{
    return vfprintf(stdout, format, list);
}

int vdprintf(int descriptor, const char *format, va_list list)
{
    FILE file = {._flags = SYMTOOL_NO_READS | SYMTOOL_STATIC, ._fileno = descriptor};
    return vfprintf(&file, format, list);
}

int dprintf(int descriptor, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = vdprintf(descriptor, format, list);
    __builtin_va_end(list);
    return n;
}

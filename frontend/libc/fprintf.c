/* fprintf, vfprintf (C11 7.21.6.1, 7.21.6.8), dprintf (POSIX): every stream goes to the run log. */
typedef __builtin_va_list va_list;
struct __symtool_file;
int vprintf(const char *format, va_list list);

int vfprintf(struct __symtool_file *file, const char *format, va_list list)
{
    (void)file;
    return vprintf(format, list);
}

int fprintf(struct __symtool_file *file, const char *format, ...)
{
    va_list list;
    (void)file;
    __builtin_va_start(list, format);
    int n = vprintf(format, list);
    __builtin_va_end(list);
    return n;
}

int dprintf(int descriptor, const char *format, ...)
{
    va_list list;
    (void)descriptor;
    __builtin_va_start(list, format);
    int n = vprintf(format, list);
    __builtin_va_end(list);
    return n;
}

/* fputs (C11 7.21.7.4). Output to the run log goes through printf, which accepts text that depends on the input. */
#include "internal/io.h"
int fprintf(FILE *file, const char *format, ...);

int fputs(const char *s, FILE *file)
{
    unsigned long n;
    if (__symtool_on_console(file)) {
        fprintf(file, "%s", s);
        return 1;
    }
    n = strlen(s);
    return n == 0 || fwrite(s, 1, n, file) == n ? 1 : -1;
}

int fputs_unlocked(const char *s, FILE *file)
{
    return fputs(s, file);
}

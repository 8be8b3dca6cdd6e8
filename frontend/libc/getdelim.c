/* getline, getdelim (POSIX). */
#include "internal/io.h"

long getdelim(char **line, unsigned long *size, int end, FILE *file)
{
    unsigned long n = 0;
    if (line == 0 || size == 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    if (*line == 0 || *size == 0) {
        *size = 120;
        *line = realloc(*line, *size);
    }
    for (;;) {
        int c = fgetc(file);
        if (c == -1 && (n == 0 || (file->_flags & SYMTOOL_FAILED)))
            return -1;
        if (c == -1)
            break;
        if (n + 1 >= *size) {
            *size *= 2;
            *line = realloc(*line, *size);
        }
        if (*line == 0) {
            errno = SYMTOOL_ENOMEM;
            return -1;
        }
        (*line)[n++] = (char)c;
        if (c == end)
            break;
    }
    (*line)[n] = 0;
    return (long)n;
}

long getline(char **line, unsigned long *size, FILE *file)
{
    return getdelim(line, size, '\n', file);
}

/* fgets (C11 7.21.7.2). */
#include "internal/io.h"

char *fgets(char *to, int size, FILE *file)
{
    int n = 0;
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = fgetc(file);
        if (c == -1) {
            if (n == 0 || (file->_flags & SYMTOOL_FAILED))
                return 0;
            break;
        }
        to[n++] = (char)c;
        if (c == '\n')
            break;
    }
    to[n] = 0;
    return to;
}

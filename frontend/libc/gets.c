/* gets (C99 7.19.7.7): reads a line of any length; a line that does not fit overruns the buffer. */
#include "internal/io.h"

char *gets(char *to)
{
    unsigned long n = 0;
    for (;;) {
        int c = fgetc(stdin);
        if (c == -1 && n == 0)
            return 0;
        if (c == -1 || c == '\n')
            break;
        to[n++] = (char)c;
    }
    to[n] = 0;
    return to;
}

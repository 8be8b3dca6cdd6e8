/* perror (C11 7.21.10.4): a message about errno. */
#include "internal/io.h"

void perror(const char *s)
{
    char *text = strerror(errno);
    if (s != 0 && *s != 0) {
        fputs(s, stderr);
        fputs(": ", stderr);
    }
    fputs(text, stderr);
    fputc('\n', stderr);
}

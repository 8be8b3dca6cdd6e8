/* strerror and perror: the messages of all error numbers. */
#include "support.h"
#include <errno.h>

int __xpg_strerror_r(int number, char *to, size_t size);

int main(void)
{
    for (int i = -1; i < 140; i++) {
        char text[64], start[5];
        printf("%d %s\n", i, strerror(i));
        int whole = __xpg_strerror_r(i, text, sizeof text), part = __xpg_strerror_r(i, start, sizeof start);
        printf("%d %s %d %s\n", whole, text, part, start);
    }
    fflush(stdout);
    errno = ENOENT;
    perror("place");
    errno = EINVAL;
    perror("");
    errno = ERANGE;
    perror(NULL);
    return 0;
}

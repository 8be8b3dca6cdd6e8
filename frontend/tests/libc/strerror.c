/* strerror and perror: the messages of all error numbers. */
#include "support.h"
#include <errno.h>

int main(void)
{
    for (int i = -1; i < 140; i++)
        printf("%d %s\n", i, strerror(i));
    fflush(stdout);
    errno = ENOENT;
    perror("place");
    errno = EINVAL;
    perror("");
    errno = ERANGE;
    perror(NULL);
    return 0;
}

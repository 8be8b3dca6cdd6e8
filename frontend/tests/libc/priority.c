/* The nice value of the process: it can be raised up to 19, and is read again. */
#include "support.h"
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
    int start = getpriority(PRIO_PROCESS, 0);
    printf("%d\n", setpriority(PRIO_PROCESS, 0, start + 3));
    printf("%d\n", getpriority(PRIO_PROCESS, 0) - start);
    printf("%d\n", getpriority(PRIO_PROCESS, getpid()) - start);
    printf("%d\n", nice(2) - start);
    printf("%d\n", nice(100));
    printf("%d\n", getpriority(PRIO_PROCESS, 0));
    int got = setpriority(PRIO_PROCESS, 0, 100);
    printf("%d %d\n", got, getpriority(PRIO_PROCESS, 0));
    got = setpriority(17, 0, 1);
    printf("%d %d\n", got, errno == EINVAL);
    errno = 0;
    getpriority(PRIO_USER, getuid());
    printf("%d\n", errno);
    errno = 0;
    got = setpriority(PRIO_PROCESS, 1 << 30, 1);
    printf("%d %d\n", got, errno == ESRCH);
    errno = 0;
    got = getpriority(-1, 0);
    printf("%d %d\n", got, errno == EINVAL);
    return 0;
}

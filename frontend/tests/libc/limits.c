/* Limits on resources: what is set is read again. */
#include "support.h"
#include <errno.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limits = {1000, 2000};
    printf("%d\n", setrlimit(RLIMIT_RSS, &limits));
    limits.rlim_cur = limits.rlim_max = 0;
    int got = getrlimit(RLIMIT_RSS, &limits);
    printf("%d %lu %lu\n", got, limits.rlim_cur, limits.rlim_max);
    limits.rlim_cur = 3000;
    got = setrlimit(RLIMIT_RSS, &limits);
    printf("%d %d\n", got, errno == EINVAL);
    got = getrlimit(99, &limits);
    printf("%d %d\n", got, errno == EINVAL);
    got = setrlimit(-1, &limits);
    printf("%d %d\n", got, errno == EINVAL);
    return 0;
}

/* Standard output after its descriptor was closed. */
#include "support.h"
#include <errno.h>
#include <unistd.h>

int main(void)
{
    printf("before\n");
    fflush(stdout);
    int closed = close(1);
    int written = printf("after\n");
    int failed = written < 0 || fflush(stdout) < 0;
    fprintf(stderr, "%d %d %d\n", closed, failed, errno);
    return 0;
}

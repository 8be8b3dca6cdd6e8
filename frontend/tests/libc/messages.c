/* err.h: messages with the program's name. */
#include "support.h"
#include <err.h>
#include <errno.h>

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    program_invocation_short_name = "driver";
    errno = ENOENT;
    warn("cannot open %s", "this");
    warnx("%d things", 3);
    errno = EINVAL;
    warn(NULL);
    warnx(NULL);
    if (any() == 0)
        err(1, "never");
    errno = EPERM;
    errx(4, "the end %c", '!');
}

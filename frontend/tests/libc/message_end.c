/* err.h: the function err ends the program. */
#include "support.h"
#include <err.h>
#include <errno.h>

int main(void)
{
    program_invocation_short_name = "driver";
    errno = EPERM;
    err(5, "number %d", 1);
}

// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/link.c lib/long-options.c
// run:        --sym-args 0 3 2
// sized:      --sym-arg SIZE
#include <errno.h>

/* No link is made. */
int link(const char *from, const char *to) {
  errno = ENOENT;
  return -1;
}

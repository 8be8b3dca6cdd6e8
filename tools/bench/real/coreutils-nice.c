// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/nice.c lib/xstrtol.c
// run:        --sym-args 0 3 3
// sized:      --sym-arg SIZE
#include <errno.h>

/* The program does not start other programs. */
int execvp(const char *file, char *const arguments[]) {
  errno = ENOENT;
  return -1;
}

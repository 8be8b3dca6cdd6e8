// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/kill.c src/operand2sig.c lib/sig2str.c
// run:        --sym-args 0 3 3
// sized:      --sym-arg SIZE
#include <errno.h>
#include <sys/types.h>

/* No process gets a signal. */
int kill(pid_t process, int signal) {
  errno = ESRCH;
  return -1;
}

// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/cat.c lib/alignalloc.c lib/binary-io.c lib/fadvise.c lib/full-write.c lib/safe-read.c
// files:      lib/safe-write.c lib/xalignalloc.c lib/xbinary-io.c
// run:        --sym-args 0 1 3 --sym-stdin 6
// sized:      --sym-stdin SIZE -- -A
#include <errno.h>
#include <stddef.h>
#include <sys/types.h>

/* The program copies its input with read and write. */
ssize_t copy_file_range(int in, off_t *from, int out, off_t *to, size_t length, unsigned flags) {
  errno = ENOSYS;
  return -1;
}

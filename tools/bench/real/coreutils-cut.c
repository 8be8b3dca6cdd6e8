// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/cut.c src/set-fields.c lib/fadvise.c lib/getndelim2.c lib/memchr2.c
// run:        --sym-args 0 3 3 --sym-stdin 6
// sized:      --sym-stdin SIZE -- -f 2 -d :
#include <stdio.h>

/* gnulib's versions of these functions read the fields of the host's FILE. The versions below report that no characters
 * are buffered, so that the program reads character by character. */
const char *freadptr(FILE *stream, size_t *size) { return NULL; }
int freadseek(FILE *stream, size_t offset) { return 0; }
size_t freadahead(FILE *stream) { return 0; }

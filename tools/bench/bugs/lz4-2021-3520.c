// bug:      CVE-2021-3520: LZ4_decompress_safe_partial moves a negative number of bytes for a negative output size
// library:  lz4 1.9.4
// files:    lib/lz4.c
// options:  -Ilib
// fails:    out-of-bounds in LZ4_decompress_safe_partial
// bug edit: lib/lz4.c
// - if ((src == NULL) || (outputSize < 0)) { return -1; }
// + if (src == NULL) { return -1; }
#include <klee/klee.h>

#include "lz4.h"

int main(void) {
  char block[6], plain[8];
  int size;
  klee_make_symbolic(block, sizeof block, "block");
  klee_make_symbolic(&size, sizeof size, "size");
  klee_assume(size <= (int)sizeof plain);
  return LZ4_decompress_safe_partial(block, plain, sizeof block, size, sizeof plain) > 8;
}

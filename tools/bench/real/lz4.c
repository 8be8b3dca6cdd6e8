// experiment: coverage over time of a decompressor, 14 bytes
// package:    lz4 1.9.4
// files:      lib/lz4.c
// options:    -Ilib -DLZ4_FORCE_INLINE=static
#include <klee/klee.h>

#include "lz4.h"

/* Decompresses a block, and a part of it. */
int main(void) {
  char block[14], plain[64];
  klee_make_symbolic(block, sizeof block, "block");
  int size = LZ4_decompress_safe(block, plain, sizeof block, sizeof plain);
  int part = LZ4_decompress_safe_partial(block, plain, sizeof block, 16, sizeof plain);
  return size > 64 || part > 64;
}

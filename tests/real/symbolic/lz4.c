/* Decompresses twelve symbolic bytes with lz4 into a buffer of 64 bytes. */
#include <klee/klee.h>

#include "lz4.h"

int main(void) {
  char in[12], out[64];
  klee_make_symbolic(in, sizeof in, "in");
  return LZ4_decompress_safe(in, out, sizeof in, sizeof out) > 64;
}

/* Decodes four symbolic bytes with gnulib's base64 decoder: the result has three bytes exactly if all four are in the
 * alphabet, and encoding them returns the four bytes. */
#include <config.h>

#include "base64.h"
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

void xalloc_die(void) { exit(1); }

int main(void) {
  char in[4], out[3], again[4];
  idx_t length = sizeof out;
  klee_make_symbolic(in, sizeof in, "in");
  int all = isbase64(in[0]) && isbase64(in[1]) && isbase64(in[2]) && isbase64(in[3]);
  bool ok = base64_decode_ctx(NULL, in, sizeof in, out, &length);
  if (ok && length == 3) {
    assert(all);
    base64_encode(out, 3, again, sizeof again);
    for (int i = 0; i < 4; i++)
      assert(again[i] == in[i]);
  } else {
    assert(!all);
  }
  return 0;
}

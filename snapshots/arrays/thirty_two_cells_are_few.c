// run: arrays
// A read of 32 cells is an `ite` when it is built, and a read of 33 cells is an array read.
#include <klee/klee.h>
static const unsigned char small[32] = {[0 ... 9] = 1, [10 ... 31] = 2};
static const unsigned char large[33] = {[0 ... 9] = 1, [10 ... 32] = 2};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 32);
  if (small[k] == 1) return 1;
  if (large[k] == 1) return 2;
  return 0;
}

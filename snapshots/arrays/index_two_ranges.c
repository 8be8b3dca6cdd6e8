// run: arrays
// A condition that holds on two ranges becomes the disjunction of the ranges, or the negation of the gap between them.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 19] = 1, [20 ... 39] = 5, [40 ... 63] = 1};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] == 1) return 1;
  return 0;
}

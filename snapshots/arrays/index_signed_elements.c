// run: arrays --arrays index
// Signed elements are compared as signed numbers.
#include <klee/klee.h>
static const signed char table[64] = {[0 ... 19] = -1, [20 ... 39] = 5, [40 ... 63] = -128};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] < 0) return 1;
  return 0;
}

// run: arrays
// A comparison of two reads at different indexes is evaluated for all pairs of indexes.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 31] = 1, [32 ... 63] = 2};
int main(void) {
  unsigned char i, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(i < 64);
  klee_assume(k < 64);
  if (table[i] < table[k]) return 1;
  return 0;
}

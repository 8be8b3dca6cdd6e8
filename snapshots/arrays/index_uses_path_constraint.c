// run: arrays
// A second condition on the same read considers only the indexes that the first condition permits.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 19] = 1, [20 ... 39] = 5, [40 ... 63] = 9};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] < 5) return 1;
  if (table[k] == 5) return 2;
  return 0;
}

// run: explore --arrays off
// run: explore --arrays bits
// run: explore --arrays baseline
// run: explore --arrays published
// run: explore --arrays all
// The tests have the same outcomes without transformations, in the published forms, and with all transformations.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 9] = 1, [10 ... 10] = 2, [11 ... 63] = 3};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] == 2) {
    klee_assert(k == 10);
    return 1;
  }
  return 0;
}

// run: arrays --arrays value
// A read in a sum becomes an `ite` between the two values of the table.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 9] = 1, [10 ... 63] = 2};
int main(void) {
  unsigned char k, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  if (table[k] + x == 200) return 1;
  return 0;
}

// run: arrays --arrays constant
// A read becomes a constant if the path allows only indexes with this value.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 19] = 5, [20 ... 63] = 1};
int main(void) {
  unsigned char k, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 20);
  if (table[k] + x == 9) return 1;
  return 0;
}

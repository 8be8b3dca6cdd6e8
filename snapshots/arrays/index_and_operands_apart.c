// run: arrays --arrays index
// A conjunction that is too large as a whole is transformed operand by operand.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 31] = 1, [32 ... 63] = 2};
int main(void) {
  unsigned char i, k, x;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(i < 64);
  klee_assume(k < 64);
  if ((table[i] == 1) & (table[k] + x == 200)) return 1;
  return 0;
}

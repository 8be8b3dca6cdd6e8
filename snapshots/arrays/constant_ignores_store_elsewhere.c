// run: arrays --arrays constant
// A store is ignored if its index cannot equal the index of the read; the read then becomes a constant.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0};
  unsigned char i, k, x;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(i >= 40 & i < 64);
  klee_assume(k < 40);
  table[i] = x;
  if (table[k] + x == 9) return 1;
  return 0;
}

// run: arrays --arrays constant
// A read does not become a constant if a store may have written the cell.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0};
  unsigned char i, k, x;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(i >= 39 & i < 64);
  klee_assume(k < 40);
  table[i] = x;
  if (table[k] + x == 9) return 1;
  return 0;
}

// run: arrays --arrays constant
// A newer store that cannot equal the index is dropped, although the older store remains.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0}, i, j, k, x;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(i < 64);
  klee_assume(j >= 32 & j < 64);
  klee_assume(k < 32);
  table[i] = x;
  table[j] = 7;
  if (table[k] == 9) return 1;
  return 0;
}

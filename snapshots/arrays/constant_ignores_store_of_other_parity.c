// run: arrays --arrays constant
// On a path with an even index of the read and an odd index of the store, the store is ignored.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0}, j, k, x;
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(j < 64);
  klee_assume(k < 64);
  table[j] = x;
  klee_assume((j & 1) == 1);
  klee_assume((k & 1) == 0);
  if (table[k] == 200) return 1;
  return 0;
}

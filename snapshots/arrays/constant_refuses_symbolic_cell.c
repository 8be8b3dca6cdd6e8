// run: arrays --arrays constant
// A read does not become a symbolic cell, even if all possible cells have the same value.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64], k, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 64; i++) table[i] = x;
  klee_assume(k < 64);
  if (table[k] == 9) return 1;
  return 0;
}

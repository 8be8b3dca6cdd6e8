// run: arrays --arrays mixed
// If the range of the index exceeds the cells, the replacement has the bound of the array as a condition.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0}, j, k, x;
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(j < 64);
  table[j] = x;
  klee_assume(k * k + k < 900);
  if (table[k] == 200) return 1;
  return 0;
}

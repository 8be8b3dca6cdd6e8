// run: arrays
// A read of an array of at most 32 cells is an `ite` when it is built.
#include <klee/klee.h>
static const unsigned char table[8] = {1, 1, 1, 5, 5, 5, 9, 9};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 8);
  if (table[k] == 5) return 1;
  return 0;
}

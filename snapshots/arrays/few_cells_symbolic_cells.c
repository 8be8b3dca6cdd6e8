// run: arrays
// A read of few symbolic cells is an `ite` over the cells.
#include <klee/klee.h>
int main(void) {
  unsigned char cell[3], k;
  klee_make_symbolic(cell, sizeof cell, "cell");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 3);
  if (cell[k] == 200) return 1;
  return 0;
}

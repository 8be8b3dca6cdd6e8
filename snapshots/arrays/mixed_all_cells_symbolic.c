// run: arrays --arrays mixed,cells=1
// run: arrays --arrays mixed,cells=1,symbolic=33
// A symbolic array with more cells than the bound `symbolic` (32 by default) is not transformed.
#include <klee/klee.h>
int main(void) {
  unsigned char cell[33], k;
  klee_make_symbolic(cell, sizeof cell, "cell");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 33);
  if (cell[k] == 200) return 1;
  return 0;
}

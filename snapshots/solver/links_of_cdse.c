// run: explore --cdse --links only:incremental --stats
// run: explore --cdse --links only:bits --stats
// run: explore --cdse --links only:independence,cache,counterexamples,implied-values,incremental --stats
// Conflict-driven search uses the selected links, except those for bit-blasting.
#include <klee/klee.h>
int y, z;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 10) y = x + 1;
  if (x > 20) z = x + 2;
  klee_assert(y == 0 || z == 0);
  return 0;
}

// run: explore --links only:independence,counterexamples,incremental --stats
// run: explore --links only:independence,incremental --stats
// `counterexamples` also answers from known unsat cores, so the solver proves the second check only once.
#include <klee/klee.h>
static void check(unsigned char x) { klee_assert(x * x != 3); }
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  check(x);
  if (y > 3) check(x);
  check(x);
  return 0;
}

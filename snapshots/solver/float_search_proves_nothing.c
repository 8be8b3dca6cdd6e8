// run: explore --links only:float-search --stats
// run: explore --links only:oneshot --stats
// `float-search` never answers unsat; Z3 proves that a number of at most 2 is less than 3.
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x >= 0.0f & x <= 2.0f);
  klee_assert(x < 3.0f);
  return 0;
}

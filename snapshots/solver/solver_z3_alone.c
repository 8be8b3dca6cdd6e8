// run: explore --solver z3 --stats
// The option --solver z3 selects Z3, as by default.
#include <klee/klee.h>
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assert(x % 1000 * y != 123457);
  return 0;
}

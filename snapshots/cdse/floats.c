// run: explore --cdse
// A condition on floating-point numbers is decided by the solver.
#include <klee/klee.h>
float y = 1;
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 2.5f) y = x;
  klee_assert(y > 0);
  klee_assert(y != 4);
  return 0;
}

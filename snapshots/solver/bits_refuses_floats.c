// run: explore --links only:bits --stats
// `bits` passes on a query with floating-point operations.
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x + 1.0f != 3.0f);
  return 0;
}

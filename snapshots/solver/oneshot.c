// run: explore --links only:oneshot --stats
// A new Z3 solver for each query decides checks of integers and of floating-point numbers.
#include <klee/klee.h>
int main(void) {
  unsigned short x;
  float f;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&f, sizeof f, "f");
  klee_assert((x | 1) != 0);
  klee_assert(f != 3.0f);
  return 0;
}

// run: cdse
// An assumption is an edge of the path, so a clause may contain it.
#include <klee/klee.h>
int y;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 10) y = x;
  klee_assume(x < 5);
  klee_assert(y == 0);
  return 0;
}

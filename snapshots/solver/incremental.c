// run: explore --links only:incremental --stats
// The incremental Z3 solver alone decides both checks.
#include <klee/klee.h>
int main(void) {
  unsigned short x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x > y) klee_assert(y < 65535);
  klee_assert(x != y + 70 || x > 69);
  return 0;
}

// run: explore --cdse
// A global that neither side of a branch writes has no separate value at the join, so the check needs no path.
#include <klee/klee.h>
int mode, other;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  mode = x;
  if (x > 50) other = 1;
  else other = 2;
  klee_assert(mode == x);
  return 0;
}

// run: explore --links only:tiny-bits --stats
// `tiny-bits` bit-blasts a very small query: it proves the first check and finds a failure of the second.
#include <klee/klee.h>
int main(void) {
  unsigned short x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assert((x & y) <= x);
  klee_assert((x & y) != 0xbeef);
  return 0;
}

// run: explore --links only:independence,byte-enumeration --stats
// run: explore --links only:byte-enumeration --stats
// `independence` removes the constraints on the other input, so that one free byte remains.
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(y * y % 11 == 3);
  klee_assert(x * x % 7 != 5);
  return 0;
}

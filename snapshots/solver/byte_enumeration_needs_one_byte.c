// run: explore --links only:byte-enumeration --stats
// `byte-enumeration` passes on a query with two input bytes.
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assert(x * y != 9);
  return 0;
}

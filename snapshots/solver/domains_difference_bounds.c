// run: explore --links only:domains,bits --stats
// run: explore --links only:domains --stats
// The difference bounds of `domains` decide that the order of three inputs is transitive.
#include <klee/klee.h>
int main(void) {
  unsigned x, y, z;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&z, sizeof z, "z");
  klee_assume(x < y);
  klee_assume(y < z);
  klee_assert(x < z);
  return 0;
}

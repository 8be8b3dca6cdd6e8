// run: explore --links only:repair --stats
// `repair` passes on a query without `ite` and product.
#include <klee/klee.h>
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assert((x ^ y) != 1000000);
  return 0;
}

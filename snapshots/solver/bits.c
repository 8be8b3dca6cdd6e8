// run: explore --links only:bits --stats
// `bits` bit-blasts a query, here with a product.
#include <klee/klee.h>
int main(void) {
  unsigned short x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assert((unsigned short)(x * y) != 12345 || x != 3);
  return 0;
}

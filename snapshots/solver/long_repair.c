// run: explore --links only:long-repair --stats
// `long-repair` finds a model of a condition with a product.
#include <klee/klee.h>
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume((x * 3 + y == 1000000) & (y < 1000));
  return 0;
}

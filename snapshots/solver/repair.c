// run: explore --links only:repair --stats
// run: explore --links only:short-repair --stats
// `repair` and `short-repair` change the bytes of a model until it satisfies a condition with a product.
#include <klee/klee.h>
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume((x * 3 + y == 1000000) & (y < 1000));
  return 0;
}

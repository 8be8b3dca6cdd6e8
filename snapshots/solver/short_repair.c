// run: explore --links only:short-repair --stats
// `short-repair` changes the bytes of a model until it satisfies the condition.
#include <klee/klee.h>
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assert(x + y != 1000000);
  return 0;
}

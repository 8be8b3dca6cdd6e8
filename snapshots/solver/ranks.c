// run: explore --links only:ranks,bits --stats
// `ranks` rewrites a query in which inputs occur only in comparisons, and a later link answers the new query.
#include <klee/klee.h>
int main(void) {
  unsigned a, b, c, d;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  klee_assume((a < b) & (b < c) & (c < d));
  klee_assert(a < d);
  return 0;
}

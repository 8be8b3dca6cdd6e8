// run: explore --links only:ranks,bits --stats
// `ranks` passes on a query with fewer than four comparisons.
#include <klee/klee.h>
int main(void) {
  unsigned a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume((a < b) & (b < c));
  klee_assert(a < c);
  return 0;
}

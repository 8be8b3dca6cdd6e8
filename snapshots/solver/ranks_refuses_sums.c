// run: explore --links only:ranks,bits --stats
// `ranks` passes on a query in which each input also occurs in a sum.
#include <klee/klee.h>
int main(void) {
  unsigned a, b, c, d;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  klee_assume((a < b) & (b < c) & (c < d));
  klee_assert(a + b + c + d != 9);
  return 0;
}

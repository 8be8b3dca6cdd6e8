// run: explore --links=-ranks,-bits,-tiny-bits
// run: explore
// Links that are switched off are skipped; the other links find the same results.
#include <klee/klee.h>
int main(void) {
  unsigned a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  if (a < b && b < c) klee_assert(a < c);
  if ((a ^ b) == 5) return 1;
  return 0;
}

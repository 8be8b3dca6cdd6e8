// run: explore --links only:cache --stats
// A query that no link answers makes the run incomplete.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x * x != 9);
  return 0;
}

// run: explore --links only:cache,incremental --stats
// run: explore --links only:incremental --stats
// `cache` answers the second of two equal queries, so the solver solves fewer queries.
#include <klee/klee.h>
static int odd(unsigned char x) { return x % 3 == 1 ? 5 : 4; }
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  int sum = odd(x);
  if (y > 7) sum++;
  sum += odd(x);
  return sum;
}

// run: explore --links -domains,+implied-values --stats
// run: explore --links -domains --stats
// The first condition determines `x`, so `implied-values` decides the second branch without a solver.
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x + 1 == 5);
  return x * x + y > 300 ? 1 : 0;
}

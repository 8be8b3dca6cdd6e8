// run: explore --arrays off
// run: explore
// A read that may select more than 2^18 cells, many of them nonzero, is not sent to a solver, unless it is transformed.
#include <klee/klee.h>
static const unsigned char big[300000] = {[0 ... 5000] = 1};
int main(void) {
  unsigned k;
  unsigned char x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 300000);
  klee_assert(big[k] + x != 256 || k <= 5000);
  return 0;
}

// run: explore --cdse
// options: --check overflow
// A signed sum that overflows is a failure.
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 2147483549);
  return x + 100;
}

// run: explore --cdse
// The smallest number divided by -1 overflows.
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 0) return 1;
  return (-2147483647 - 1) / x;
}

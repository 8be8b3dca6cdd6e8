// run: cdse
// A feasible path to a failing check is reported with its input.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 100) klee_assert(x != 123);
  return 0;
}

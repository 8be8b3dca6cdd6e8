// run: explore --cdse
// run: explore --cdse --cdse-no-slice
// An unsupported construct after the last check makes the verdict incomplete, too.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x * 2 != 7);
  return klee_is_symbolic(x);
}

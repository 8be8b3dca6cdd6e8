// run: explore --cdse --verify
// With --verify, the search stops at the first failure.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x != 3);
  klee_assert(x != 4);
  return 0;
}

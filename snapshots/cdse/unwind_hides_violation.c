// run: explore --cdse --unwind 2
// run: explore --cdse --unwind 4
// A violation in a later iteration than the bound is not found.
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned char i = 0; i < n; i++) klee_assert(i != 3);
  return 0;
}

// run: explore --cdse
// run: explore --cdse --threads 2
// run: explore
// run: explore --merge=static
// A function that only checks its argument for its callers fails in each call.
#include <klee/klee.h>
static void check(unsigned char v) { klee_assert(v != 3); }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  check(x);
  check(x - 1);
  return 0;
}

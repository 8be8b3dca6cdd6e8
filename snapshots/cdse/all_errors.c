// run: explore --cdse
// run: explore --cdse --all-errors
// A failing check is reported once, also if it fails in two calls of its function.
#include <klee/klee.h>
static unsigned calls;
static void check(unsigned char v) {
  calls++;
  klee_assert(v != 3);
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  check(x);
  check(x - 1);
  return 0;
}

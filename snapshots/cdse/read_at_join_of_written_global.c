// run: explore --cdse
// A write through a pointer that may point to the global gives the global a value at the join.
#include <klee/klee.h>
int mode, other;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int *p = x > 200 ? &mode : &other;
  mode = x;
  if (x > 50) *p = 1;
  klee_assert(mode == x || x > 200);
  return 0;
}

// run: explore --cdse
// The markers of manual merging have no effect.
#include <klee/klee.h>
int y;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_open_merge();
  if (x > 9) y = x;
  klee_close_merge();
  klee_assert(y == 0 || y > 9);
  return 0;
}

// run: explore --cdse
// A local variable that was never set has any value.
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 5) y = 1;
  klee_assert(x < 6 || y == 1);
  klee_assert(y != 9);
  return 0;
}

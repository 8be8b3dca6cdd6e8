// run: explore --cdse
// A program whose assumptions no input satisfies is vacuous.
#include <klee/klee.h>
int y;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 7) y = 1;
  klee_assume(x > 200);
  klee_assume(x < 100);
  klee_assert(y == 5);
  return 0;
}

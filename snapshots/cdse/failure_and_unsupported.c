// run: explore --cdse
// A failure is found first, and an unsupported construct on another path is still reported.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 100 && klee_is_symbolic(x)) return 1;
  klee_assert(x != 3);
  return 0;
}

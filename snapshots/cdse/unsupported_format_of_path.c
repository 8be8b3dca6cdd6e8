// run: explore --cdse
// A format that a branch selects is not supported.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  printf(x > 3 ? "a" : "b");
  klee_assert(x != 7);
  return 0;
}

// run: explore --cdse
// `calloc` zeroes a block whose size is the product of both operands.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 2);
  char *p = calloc(n, 2);
  klee_assert(p[5] == 0);
  p[6] = 1;
  return 0;
}

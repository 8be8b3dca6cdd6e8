// run: explore --cdse
// A heap block whose size has no small bound is not supported.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *p = malloc(n);
  klee_assert(n != 5 || p == 0);
  return 0;
}

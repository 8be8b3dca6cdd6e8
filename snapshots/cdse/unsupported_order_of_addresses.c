// run: explore --cdse
// The order of two heap blocks is not supported; the order of two globals is.
#include <klee/klee.h>
#include <stdlib.h>
char a, b;
int main(void) {
  klee_assert(&a < &b || &b < &a);
  char *p = malloc(1), *q = malloc(1);
  klee_assert(p < q);
  return 0;
}

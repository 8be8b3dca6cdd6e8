// run: explore --cdse
// The difference of two pointers into one heap block is known; that of pointers into two blocks is not supported.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  char *p = malloc(8), *q = malloc(8);
  char *end = p + (k & 7);
  klee_assert(end - p != 5 || (k & 7) == 5);
  klee_assert(end - p < 7);
  if (k == 200) klee_assert(q - p > 0);
  return 0;
}

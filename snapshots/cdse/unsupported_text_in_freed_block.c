// run: explore --cdse
// Printing a string from a block that some paths have freed is not supported.
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = calloc(2, 1);
  if (x == 3) free(p);
  printf("%s", p);
  klee_assert(x != 3);
  return 0;
}

// run: explore --cdse
// An access beyond the actual size of a block of symbolic size is out of bounds.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 0);
  char *p = malloc(n);
  p[0] = 1;
  p[3] = 2;
  return 0;
}

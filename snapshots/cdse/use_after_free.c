// run: explore --cdse
// An access after `free` fails on the paths that freed the block.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = malloc(4);
  *p = 1;
  if (x == 9) free(p);
  return *p;
}

// run: explore --cdse
// options: --check leak
// A program that frees its block on each path has no leak.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = malloc(4), *q = x > 3 ? malloc(8) : p;
  if (q != p) free(q);
  free(p);
  return 0;
}

// run: explore --cdse
// An assumption and a branch bound the size of a heap block; the access behind the end of the smallest block fails.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 2);
  if (n > 5) return 0;
  char *p = malloc(n);
  p[2] = 1;
  p[3] = 2;
  klee_assert(p[2] == 1);
  free(p);
  return 0;
}

// run: explore --cdse
// `free` of a pointer plus a symbolic offset is not supported.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char k;
  char *p = malloc(4);
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 2);
  free(p + k);
  return 0;
}

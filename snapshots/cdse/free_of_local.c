// run: explore --cdse
// `free` of a pointer that may point to a local variable is a failure on this path only.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  char local;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = malloc(1);
  free(x == 3 ? &local : p);
  return 0;
}

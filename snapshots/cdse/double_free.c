// run: explore --cdse
// A block that one path frees twice is a failure on this path only.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = malloc(4);
  if (x == 9) free(p);
  free(p);
  return 0;
}

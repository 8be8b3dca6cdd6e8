// run: explore --cdse
// options: --check leak,memory
// A heap block that one path does not free is a leak.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = malloc(4);
  if (x != 9) free(p);
  return 0;
}

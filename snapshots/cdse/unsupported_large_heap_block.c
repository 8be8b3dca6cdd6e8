// run: explore --cdse
// A heap block of more than 1 MiB is not supported.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc((1 << 20) + 1);
  klee_assert(p == 0 || p[0] == p[0]);
  return 0;
}

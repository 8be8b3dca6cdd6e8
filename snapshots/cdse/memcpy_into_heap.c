// run: explore --cdse
// The check for overlap compares the distance of two addresses, which is known for one block and for two blocks.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  char *p = malloc(8), *q = malloc(8);
  memset(p, k, 8);
  memcpy(q, p, 8);
  klee_assert(q[7] == (char)k);
  memcpy(p + (k & 3), p + 4, 2);
  memcpy(p, k == 9 ? q + 1 : p + 1, 2);
  klee_assert(k == 9);
  free(p);
  free(q);
  return 0;
}

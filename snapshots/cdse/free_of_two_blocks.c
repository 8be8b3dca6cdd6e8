// run: explore --cdse
// `free` of a pointer to one of two blocks leaves the other block allocated.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *a = malloc(1), *b = malloc(1);
  *a = *b = 1;
  free(x < 5 ? a : b);
  if (x < 5) return *b;
  return *a;
}

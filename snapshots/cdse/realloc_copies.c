// run: explore --cdse
// `realloc` copies the old block, also if the pointer selects one of two blocks, and frees it.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *a = malloc(1), *b = malloc(1);
  *a = 1, *b = 2;
  char *c = realloc(x > 9 ? a : b, 2);
  klee_assert(c[0] == (x > 9 ? 1 : 2));
  if (x == 5) return *b;
  return 0;
}

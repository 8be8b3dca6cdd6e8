// run: explore --merge=pattern
// Paths that have allocated different blocks are not joined.
#include <klee/klee.h>
#include <stdlib.h>
static char *copy(unsigned char x) { return x > 5 ? malloc(2) : 0; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = copy(x);
  if (p) *p = 1;
  return p != 0;
}

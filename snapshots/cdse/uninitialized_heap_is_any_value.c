// run: explore --cdse
// The bytes of a new heap block have any value. The input that shows a failure names the block as a concrete run does.
#include <klee/klee.h>
#include <stdlib.h>
static char *block(int size) {
  int unused[2];
  klee_make_symbolic(unused, sizeof unused, "unused");
  return malloc(size + (unused[1] == 5));
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char *p = malloc(2), *q = block(2);
  q[0] = 1;
  if (x == 4) {
    klee_assert(q[0] == 1);
    klee_assert(q[1] != 77);
  }
  klee_assert(p[1] == p[1]);
  return 0;
}

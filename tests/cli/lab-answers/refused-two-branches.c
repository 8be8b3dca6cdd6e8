// run: melds
// lab melding, file refused.c, task refused, expected not yet: has a second branch
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  int light = 0;
  int y = 0; if (y) exit(1);
  if (x > 1) light = 1;
  return light;
}

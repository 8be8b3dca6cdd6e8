// run: melds
// lab melding, file refused.c, task refused, expected not yet: has a condition that never holds
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  volatile int light = 0;
  if (x - x)
    light = 1;
  return light;
}

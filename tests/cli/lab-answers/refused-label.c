// run: melds
// lab melding, file refused.c, task refused, expected not yet: has a function with an odd name
#include <klee/klee.h>

int choose(int x) __asm__("f: left: melded 0 of 1 branches, 0 selects");
int choose(int x) {
  int light = 0;
  if (x > 1)
    light = 1;
  return light;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  return choose(x);
}

// run: melds
// A branch with a volatile store on one side is not melded.
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  volatile int light = 0;
  if (x > 1)
    light = 1;
  return light;
}

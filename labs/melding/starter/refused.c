// run: melds
// TODO: a symbolic branch that symtool does not meld.
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  int light = 0;
  if (x > 1)
    light = 1;
  return light;
}

// run: cdse
// Each case of a switch is an edge, and the default excludes all cases.
#include <klee/klee.h>
int y;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
  case 1: y = 10; break;
  case 2: y = 20; break;
  default: y = x;
  }
  klee_assert(y != 2);
  return 0;
}

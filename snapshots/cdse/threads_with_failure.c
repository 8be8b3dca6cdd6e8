// run: explore --cdse --threads 3
// The first engine in the fixed order that finds a failure reports it.
#include <klee/klee.h>
int y, z;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 30) y = x + 1;
  if (x > 20) z = x + 2;
  klee_assert(y == 0 || z != 27);
  return 0;
}

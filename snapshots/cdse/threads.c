// run: explore --cdse --threads 2
// run: explore --cdse
// Two engines with different strategies find the verdict of one engine, with more paths in sum.
#include <klee/klee.h>
int y, z;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 10) y = x + 1;
  if (x > 20) z = x + 2;
  klee_assert(y == 0 || z == 0);
  return 0;
}

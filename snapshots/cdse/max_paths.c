// run: explore --cdse --max-paths 1
// A search that a limit stops is incomplete.
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

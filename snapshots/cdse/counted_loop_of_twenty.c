// run: explore --cdse
// Only the first 16 iterations of a loop controlled by constants are unrolled at once; the others follow on demand.
#include <klee/klee.h>
int sum;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 20; i++) sum += x & 1;
  klee_assert(sum != 20 || x == 5);
  return 0;
}

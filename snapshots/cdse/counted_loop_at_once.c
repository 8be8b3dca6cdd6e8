// run: explore --cdse
// A loop controlled by constants is unrolled at once, without unrolling on demand.
#include <klee/klee.h>
int main(void) {
  unsigned char x, sum = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 10; i++) sum += x & 1;
  klee_assert(sum <= 10);
  return 0;
}

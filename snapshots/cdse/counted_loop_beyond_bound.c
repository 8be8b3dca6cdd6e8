// run: explore --cdse --unwind 3
// The bound of --unwind also cuts a loop controlled by constants.
#include <klee/klee.h>
int sum;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 5; i++) sum += x & 1;
  klee_assert(sum < 5);
  return 0;
}

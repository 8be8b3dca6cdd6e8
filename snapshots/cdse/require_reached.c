// run: explore --cdse
// run: explore --cdse --require-reached
// With --require-reached, a proof with an assertion that no input reaches is vacuous.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x < 256);
  if (x > 10 && x < 5) klee_assert(x == 7);
  return 0;
}

// run: cdse
// A constant assigned on one side decides the check, so the clause is learned by constant propagation.
#include <klee/klee.h>
int state;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 10) state = 1;
  else state = 2;
  klee_assert(state != 3);
  return 0;
}

// run: cdse
// A global that a loop writes in some iterations has a value at the join after the loop.
#include <klee/klee.h>
int last = 1, other = 2;
int main(void) {
  for (int i = 0; i < 3; i++) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 250) last = x;
  }
  klee_assert(other == 2);
  klee_assert(last == 1 || last > 250);
  return 0;
}

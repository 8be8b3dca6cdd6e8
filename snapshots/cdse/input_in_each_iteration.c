// run: explore --cdse
// Each iteration has its own input, so a failure needs different values of the same input.
#include <klee/klee.h>
int last;
int main(void) {
  for (int i = 0; i < 3; i++) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (i > 0) klee_assert(x != last + 1 || last != 7);
    last = x;
  }
  return 0;
}

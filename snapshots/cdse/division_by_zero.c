// run: explore --cdse
// The divisor is a check, so a division by zero is found.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  return 100 / (x - 9);
}

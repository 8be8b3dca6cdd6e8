// run: explore --cdse
// A conversion that printf does not support is not supported.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3) printf("%y\n", 3);
  klee_assert(x != 3);
  return 0;
}

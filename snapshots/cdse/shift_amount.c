// run: explore --cdse
// options: --check shift
// A shift by at least the width is a failure.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  return 1u << (x & 32);
}

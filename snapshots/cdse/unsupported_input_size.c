// run: explore --cdse
// An input whose size depends on another input is not supported.
#include <klee/klee.h>
int main(void) {
  unsigned char n, s[4];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(s, n & 3, "s");
  klee_assert(s[0] != 5);
  return 0;
}

// run: explore --cdse
// Code marked as unreachable is a check.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3) __builtin_unreachable();
  return 0;
}

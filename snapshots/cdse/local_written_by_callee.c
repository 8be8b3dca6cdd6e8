// run: explore --cdse
// A callee writes a local variable of its caller through a pointer on one path only.
#include <klee/klee.h>
static void set(int *to, unsigned char x) {
  if (x > 7) *to = x;
}
int main(void) {
  unsigned char x;
  int value = 3;
  klee_make_symbolic(&x, sizeof x, "x");
  set(&value, x);
  klee_assert(value == 3 || value == x);
  klee_assert(value != 5);
  klee_assert(value != 9);
  return 0;
}

// run: explore --cdse
// A call of an address that depends on inputs is not supported.
#include <klee/klee.h>
static int one(int x) { return x + 1; }
int main(void) {
  long x;
  klee_make_symbolic(&x, sizeof x, "x");
  int (*f)(int) = (int (*)(int))x;
  if (f == one) return 1;
  return f(1);
}

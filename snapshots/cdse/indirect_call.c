// run: explore --cdse
// A call through one of two function addresses becomes one guarded call for each function.
#include <klee/klee.h>
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
int main(void) {
  int x = klee_range(0, 10, "x");
  int (*f)(int) = x < 5 ? one : two;
  klee_assert(f(x) != 9);
  return 0;
}

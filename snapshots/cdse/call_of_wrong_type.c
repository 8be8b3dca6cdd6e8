// run: explore --cdse
// A call through the address of a function of another type fails on this path only.
#include <klee/klee.h>
static int one(int x) { return x; }
static int two(long x, int y) { return y; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int (*f)(int) = x == 5 ? (int (*)(int))two : one;
  return f(x);
}

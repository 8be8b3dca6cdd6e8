// run: explore --cdse
// A call through a table of functions at a symbolic index becomes one guarded call for each entry.
#include <klee/klee.h>
static int zero(int x) { return x; }
static int one(int x) { return x + 10; }
static int (*const table[2])(int) = {zero, one};
int main(void) {
  unsigned char k, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  int y = table[k & 1](x);
  klee_assert(y != 260);
  return 0;
}

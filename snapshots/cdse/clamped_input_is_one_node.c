// run: explore --cdse
// An input clamped to constant limits stays in one node, although the clamped value is used later.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int y = x < 10 ? 10 : x;
  klee_assert(y >= 10);
  return y;
}

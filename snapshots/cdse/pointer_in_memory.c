// run: explore --cdse
// A pointer that is stored in a structure on two paths is split into its values when it is loaded.
#include <klee/klee.h>
struct { int *to; } box;
int a, b;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 50) box.to = &a;
  else box.to = &b;
  *box.to = 1;
  klee_assert(a + b == 1);
  klee_assert(x < 50 ? a : b);
  klee_assert(b == 0);
  return 0;
}

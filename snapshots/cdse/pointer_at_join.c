// run: explore --cdse
// A pointer assigned on two paths is split into one case for each object.
#include <klee/klee.h>
int main(void) {
  unsigned char x, a = 1, b = 2, *p;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 10) { p = &a; klee_assert(x != 200); }
  else { p = &b; klee_assert(x != 5); }
  *p += 10;
  klee_assert(a + b == 13);
  klee_assert(x < 10 ? a == 11 : b != 12);
  return 0;
}

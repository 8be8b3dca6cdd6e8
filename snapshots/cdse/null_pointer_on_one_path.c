// run: explore --cdse
// A pointer that is null on one path gives a failure on this path only.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  int a = 5, *p = &a;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3) p = 0;
  klee_assert(*p == 5);
  return 0;
}

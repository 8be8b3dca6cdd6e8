// run: explore --cdse
// A loop is unrolled beyond its first two iterations only because a check after it may fail.
#include <klee/klee.h>
int main(void) {
  unsigned char n, i = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 6);
  while (i < n) i++;
  klee_assert(i != 5);
  return 0;
}

// run: explore --links only:byte-enumeration --stats
// `byte-enumeration` evaluates all 256 values of the only input byte, and proves that none violates the check.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x * x % 7 == 3) return 1;
  klee_assert(x * 5 % 256 != 9 || x == 53);
  return 0;
}

// run: explore --cdse 
// options: --check assert
// Code declared unreachable is not supported if its check is off.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3) __builtin_unreachable();
  klee_assert(x != 3);
  return 0;
}

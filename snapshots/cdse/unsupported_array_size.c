// run: explore --cdse
// A variable-length array whose size has no bound of 4096 is not supported.
#include <klee/klee.h>
int main(void) {
  unsigned short n;
  klee_make_symbolic(&n, sizeof n, "n");
  char a[n];
  a[0] = 1;
  klee_assert(a[0] == 1);
  return 0;
}

// run: explore --cdse
// An unsupported construct that no input reaches does not affect the verdict.
#include <klee/klee.h>
int main(void) {
  unsigned char a[65] = {0}, k, big = 0;
  klee_make_symbolic(&k, sizeof k, "k");
  if (k > 99) big = k;
  if (k < 50 && big) klee_assert(a[k] == 0);
  return big;
}

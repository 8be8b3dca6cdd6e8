// run: explore --cdse
// A write at a symbolic index changes only the selected cell.
#include <klee/klee.h>
int main(void) {
  unsigned char a[3] = {0}, k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 3);
  a[k] = 1;
  klee_assert(a[0] + a[1] + a[2] == 1);
  klee_assert(a[2] == 0);
  return 0;
}

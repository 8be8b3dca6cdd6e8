// run: explore --cdse
// options: --check assert
// A failure whose check is off ends its path, and the verdict is incomplete.
#include <klee/klee.h>
int main(void) {
  unsigned char a[2] = {1, 2}, k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assert(a[k] < 3);
  return 0;
}

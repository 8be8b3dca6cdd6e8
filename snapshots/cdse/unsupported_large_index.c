// run: explore --cdse
// An index into an array of more than 64 elements is not supported, so the verdict is incomplete.
#include <klee/klee.h>
int main(void) {
  unsigned char a[65] = {0}, k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 65);
  klee_assert(a[k] == 0);
  return 0;
}

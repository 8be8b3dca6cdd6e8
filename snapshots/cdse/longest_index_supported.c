// run: explore --cdse
// An index into an array of 64 elements is split into 64 cases.
#include <klee/klee.h>
int main(void) {
  unsigned char a[64] = {0}, k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  a[40] = 7;
  klee_assert(a[k] == 0 || k == 40);
  return 0;
}

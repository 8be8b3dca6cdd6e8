// run: explore --cdse
// A branch bounds the index into a large array, so that each possible element is a case.
#include <klee/klee.h>
int main(void) {
  int a[1000] = {0}, k;
  klee_make_symbolic(&k, sizeof k, "k");
  if (k < 0 || k >= 20) return 0;
  a[k] = 7;
  klee_assert(a[3] == 0 || k == 3);
  klee_assert(a[k] != 7 || k != 11);
  return 0;
}

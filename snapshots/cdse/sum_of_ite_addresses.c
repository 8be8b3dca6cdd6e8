// run: explore --cdse
// An address that is a choice of two arrays plus an index is split into the arrays and then into the offsets.
#include <klee/klee.h>
int main(void) {
  unsigned char a[2] = {1, 2}, b[3] = {3, 4, 5}, x, k;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&k, sizeof k, "k");
  unsigned char *p = x > 9 ? a : b;
  klee_assume(k < 3);
  return p[k];
}

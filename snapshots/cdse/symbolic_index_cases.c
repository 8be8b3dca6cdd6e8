// run: explore --cdse
// A symbolic index is compared with each offset of the array; an index after the array is out of bounds.
#include <klee/klee.h>
int main(void) {
  int a[3] = {4, 5, 6};
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 4);
  return a[k];
}

// run: explore --cdse
// The numeric value of the address of a heap block is not supported; that of a global is.
#include <klee/klee.h>
#include <stdlib.h>
int global;
int main(void) {
  klee_assert((long)&global % 4 == 0);
  klee_assert((long)malloc(4) != 4);
  return 0;
}

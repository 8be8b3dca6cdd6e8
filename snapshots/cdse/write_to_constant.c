// run: explore --cdse
// A write that may select a constant object is a failure.
#include <klee/klee.h>
static const int fixed = 1;
static int free_to_change;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int *p = x == 3 ? (int *)&fixed : &free_to_change;
  *p = 2;
  klee_assert(fixed == 1);
  return 0;
}

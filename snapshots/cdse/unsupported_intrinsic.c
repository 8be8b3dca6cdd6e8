// run: explore --cdse
// An intrinsic without a model is named by the reason of the verdict.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (klee_is_symbolic(x)) klee_assert(x != 3);
  return 0;
}

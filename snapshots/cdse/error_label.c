// run: explore --cdse
// options: --error-label ERROR
// A path to the error label is a failure.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x * 3 == 21) goto ERROR;
  return 0;
ERROR:
  return 1;
}

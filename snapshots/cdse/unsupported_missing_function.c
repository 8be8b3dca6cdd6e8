// run: explore --cdse
// options: --allow-missing
// A function without a body is not supported.
#include <klee/klee.h>
int elsewhere(void);
int main(void) {
  int x = elsewhere();
  klee_assert(x != 3);
  return 0;
}

// run: explore --cdse
// An access to a variable of a function that has returned is a failure.
#include <klee/klee.h>
static int *leave(unsigned char x) {
  int here = x;
  static int global;
  return x == 4 ? &here : &global;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  return *leave(x);
}

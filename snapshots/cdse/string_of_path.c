// run: explore --cdse
// A string argument of `printf` that a branch selects is read in each case: an unterminated one is a failure.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  char open[2] = {'a', 'b'};
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  printf("%s", x == 3 ? open : "closed");
  klee_assert(x < 256);
  return 0;
}

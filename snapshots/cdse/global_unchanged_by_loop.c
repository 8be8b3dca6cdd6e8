// run: explore --cdse
// A global that the loop does not write keeps its value from before the loop, so its check needs no clause.
#include <klee/klee.h>
int fixed, count;
int main(void) {
  unsigned char x, n;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&n, sizeof n, "n");
  fixed = x;
  for (unsigned char i = 0; i < (n & 3); i++) count += i;
  klee_assert(fixed == x);
  return 0;
}

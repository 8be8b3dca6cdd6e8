// run: explore --cdse
// A loop with two entries is not supported.
#include <klee/klee.h>
int main(void) {
  unsigned char x, i = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 5) goto middle;
top:
  i++;
middle:
  i += 2;
  if (i < x) goto top;
  klee_assert(i != 7);
  return 0;
}

// run: explore --cdse
// `exit` in a called function ends the path, so the check after the call holds.
#include <klee/klee.h>
#include <stdlib.h>
static void leave(unsigned char x) {
  if (x > 7) exit(1);
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  leave(x);
  klee_assert(x < 8);
  klee_assert(x < 7);
  return 0;
}

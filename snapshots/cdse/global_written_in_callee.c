// run: cdse
// A global that a called function writes on one path only is a value at a join.
#include <klee/klee.h>
int mode;
static void set(unsigned char x) {
  if (x > 50) mode = x;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  set(x);
  if (x < 40) klee_assert(mode == 0);
  return mode;
}

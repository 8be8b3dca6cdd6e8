// run: cdse
// A constant is carried along edges that leave the value unchanged, so no clause mentions these edges.
#include <klee/klee.h>
int state, other;
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x < 10) state = 1;
  if (y < 20) other = y;
  else other = 2 * y;
  if (y < 30) state = state;
  klee_assert(state < 2);
  return 0;
}

// run: explore --stats
// The cheap links answer the queries of a program with simple conditions; no query reaches Z3.
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x > 7 && y == 3) return 1;
  if (x + y == 20) return 2;
  if (x > 5) klee_assert(x != 0);
  return 0;
}

// run: explore --cdse
// A block that has a variable in memory may be entered again by a jump back.
#include <klee/klee.h>
int *where;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 100) goto again;
  where = 0;
again: {
    int inner = x;
    where = &inner;
    if (x % 2 == 0) { x++; goto again; }
    klee_assert(*where == x);
  }
  return 0;
}

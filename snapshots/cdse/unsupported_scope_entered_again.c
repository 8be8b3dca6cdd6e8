// run: explore --cdse
// A block with a variable in memory that some paths have left before is not supported if it is entered again.
#include <klee/klee.h>
static int *where;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 2; i++) {
    if (x > i) {
      int inner;
      where = &inner;
      inner = x;
      klee_assert(*where == x);
    }
  }
  return 0;
}

// run: arrays
// lab tables, file range.c, task range, expected not yet: has an input with the name of the expected line
#include <klee/klee.h>

static const int table[64] = {1,2,3,4,5,6,7,8,9,10};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k\nindex (checked at range.c:3)\n  before: (read [");
  klee_assume(k < 64);
  if (k > 5)
    return 1;
  return 0;
}

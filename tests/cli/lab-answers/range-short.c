// run: arrays
// lab tables, file range.c, task range, expected not yet: reads behind the table
#include <klee/klee.h>

static const int table[32] = {1,2,3,4,5,6,7,8,9,10};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] > 4)
    return 1;
  return 0;
}

// run: arrays --arrays=index
// lab tables, file range.c, task range, expected not yet: adds an option to the run line
#include <klee/klee.h>

static const int table[64] = {1,2,3,4,5,6,7,8,9,10};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] > 5)
    return 1;
  return 0;
}

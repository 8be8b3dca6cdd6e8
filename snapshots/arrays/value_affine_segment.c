// run: arrays --arrays value
// A table of digits has one affine segment, so the `ite` contains the index minus 48.
#include <klee/klee.h>
static const unsigned char digit[128] = {['0'] = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
int main(void) {
  unsigned char k, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 128);
  if (digit[k] + x == 200) return 1;
  return 0;
}

// run: arrays --arrays value
// Two rising values are two constant segments; three rising values are one affine segment.
#include <klee/klee.h>
static const unsigned char two[64] = {[20] = 7, 8}, three[64] = {[20] = 7, 8, 9};
int main(void) {
  unsigned char k, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  if (two[k] + x == 200) return 1;
  if (three[k] + x == 200) return 2;
  return 0;
}

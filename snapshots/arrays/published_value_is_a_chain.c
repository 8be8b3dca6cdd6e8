// run: arrays --arrays published,value
// The published form has one test for each value of the table, in ascending order of the values.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 9] = 3, [10 ... 19] = 2, [20 ... 29] = 3, [30 ... 63] = 1};
int main(void) {
  unsigned char k, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 64);
  if (table[k] + x == 200) return 1;
  return 0;
}

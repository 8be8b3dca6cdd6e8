// run: arrays --arrays mixed,symbolic=1
// run: arrays --arrays mixed,symbolic=2
// An array with more symbolic cells than the bound `symbolic` is not transformed.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0};
  unsigned char k, v;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&v, sizeof v, "v");
  klee_assume(k < 64);
  table[7] = v;
  table[40] = v + 1;
  if (table[k] == 200) return 1;
  return 0;
}

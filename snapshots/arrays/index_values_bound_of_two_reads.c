// run: arrays --arrays index,values=1
// run: arrays --arrays index,values=2
// A function of two indexes with more values than the bound `values` keeps its reads.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 31] = 1, [32 ... 63] = 2};
int main(void) {
  unsigned char i, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(i < 64);
  klee_assume(k < 64);
  if (table[i] < table[k]) return 1;
  return 0;
}

// run: arrays --arrays mixed,symbolic=1
// An array with more stores at symbolic indexes than the bound `symbolic` is not transformed.
#include <klee/klee.h>
int main(void) {
  unsigned char table[64] = {0};
  unsigned char i, j, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(i < 64);
  klee_assume(j < 64);
  klee_assume(k < 64);
  table[i] = i;
  table[j] = j + 100;
  if (table[k] == 103) return 1;
  return 0;
}

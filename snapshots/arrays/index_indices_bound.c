// run: arrays --arrays index,indices=63
// run: arrays --arrays index,indices=64
// A condition is not evaluated at more index values than the bound `indices`.
#include <klee/klee.h>
static const unsigned char table[64] = {[0 ... 19] = 1, [20 ... 39] = 5, [40 ... 63] = 9};
int main(void) {
  unsigned short k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 64);
  if (table[k] == 5) return 1;
  return 0;
}
